/** Text in a fixed-width font, with a button to copy it. */
import { CopyButton } from "./CopyButton.tsx"

export interface CodeBlockProps {
  /** What screen readers call the text. */
  readonly label: string
  readonly text: string
}

export const CodeBlock = ({ label, text }: CodeBlockProps) => (
  <figure class="code">
    <CopyButton label={label} text={text} />
    <pre tabIndex={0} aria-label={label} role="group">
      <code>{text}</code>
    </pre>
  </figure>
)
