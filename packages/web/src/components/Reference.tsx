/** An identifier that the person can copy, and what it is for. */
import { useState } from "preact/hooks"
import { t } from "../texts/Texts.ts"
import { Button } from "./Button.tsx"
import "./Reference.css"

export interface ReferenceProps {
  readonly text: string
  readonly value: string
}

export const Reference = ({ text, value }: ReferenceProps) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // The browser does not permit copying. The person can still select the identifier.
    }
  }
  return (
    <div class="reference">
      <p>{text}</p>
      <code>{value}</code>
      <Button kind="quiet" onPress={() => void copy()}>
        <span aria-live="polite">{t(isCopied ? "reference.copied" : "reference.copy")}</span>
      </Button>
    </div>
  )
}
