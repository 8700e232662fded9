/** A message. Its header fields are folded at first, because they would push the body out of sight. */
import { CodeBlock } from "./CodeBlock.tsx"
import { Syntax } from "./Syntax.tsx"

export interface MessageBlockProps {
  readonly title: string
  /** What screen readers call the message. */
  readonly label: string
  /** The body, possibly after a status line. */
  readonly text: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
}

export const MessageBlock = ({ headers, label, text, title }: MessageBlockProps) => (
  <CodeBlock title={title} language="http" label={label} text={text}>
    <details class="code__headers">
      <summary>{headers.length === 1 ? "1 header" : `${headers.length} headers`}</summary>
      <pre tabIndex={0} aria-label={`headers of the ${label}`} role="group">
        <Syntax language="http" text={headers.map(([name, value]) => `${name}: ${value}`).join("\n")} />
      </pre>
    </details>
  </CodeBlock>
)
