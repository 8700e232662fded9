/** Text in a fixed-width font, with a button to copy it. */
import { CopyButton } from "./CopyButton.tsx"
import { JsonLines, Syntax } from "./Syntax.tsx"
import type { CodeLanguage } from "./Syntax.tsx"

export interface CodeBlockProps {
  /** What screen readers call the text. */
  readonly label: string
  readonly text: string
  readonly language: CodeLanguage
}

export const CodeBlock = ({ label, language, text }: CodeBlockProps) => (
  <figure class="code">
    <CopyButton label={label} text={text} />
    <pre tabIndex={0} aria-label={label} role="group">
      {language === "json" ? <JsonLines text={text} /> : <Syntax language={language} text={text} />}
    </pre>
  </figure>
)
