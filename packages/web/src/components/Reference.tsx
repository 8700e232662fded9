/** An identifier that the person can copy, and what it is for. */
import { useState } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import { Button } from "./Button.tsx"
import "./Reference.css"

export interface ReferenceProps {
  readonly text: string
  readonly value: string
}

/** Returns the first and the last characters of a long identifier. */
const shortened = (value: string): string => (value.length > 20 ? `${value.slice(0, 8)}…${value.slice(-4)}` : value)

/** Shows a short form and copies the whole identifier. */
export const Reference = ({ text, value }: ReferenceProps) => {
  const [outcome, setOutcome] = useState<"copied" | "refused" | undefined>(undefined)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome("copied")
    } catch {
      // The browser does not permit copying. The person can then select the whole identifier.
      setOutcome("refused")
    }
  }
  return (
    <div class="reference">
      <p>{text}</p>
      <code title={value}>{outcome === "refused" ? value : shortened(value)}</code>
      <Button kind="quiet" onPress={() => void copy()}>
        <span aria-live="polite">{t(outcome === "copied" ? "reference.copied" : "reference.copy")}</span>
      </Button>
    </div>
  )
}
