/** A button that copies text to the clipboard. */
import { useSignal } from "@preact/signals"

export interface CopyButtonProps {
  readonly text: string
  /** What screen readers call the copied text. */
  readonly label: string
}

/** How long the button confirms that it has copied, in milliseconds. */
const shown = 2_000

export const CopyButton = ({ label, text }: CopyButtonProps) => {
  const isCopied = useSignal(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
    setTimeout(() => (isCopied.value = false), shown)
  }
  return (
    <button type="button" aria-label={`Copy ${label}`} onClick={() => void copy()}>
      {isCopied.value ? "Copied" : "Copy"}
    </button>
  )
}
