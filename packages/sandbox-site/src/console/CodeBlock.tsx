/** Code below a bar with its title and a button to copy it, like the code of the guides. */
import { watch } from "@sheaf/web/shell/Edges"
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { CopyButton } from "./CopyButton.tsx"
import { JsonLines, Syntax } from "./Syntax.tsx"
import type { CodeLanguage } from "./Syntax.tsx"

export interface CodeBlockProps {
  /** The text in the bar. Hidden where the code is below tabs, which show the same text. */
  readonly title: string
  /** What screen readers call the text. */
  readonly label: string
  readonly text: string
  readonly language: CodeLanguage
  /** The index of the item to mark, if the text is a JSON list. */
  readonly marked?: number | undefined
  /** Shown below the code, in the same frame. */
  readonly children?: ComponentChildren
}

/** Scrolls the code to the marked lines, and the page to the code if the code is out of sight. */
const showMarked = (pre: HTMLElement | null): void => {
  const line = pre?.querySelector<HTMLElement>(".code__line--marked")
  if (!pre || !line) return
  pre.scrollTop = line.offsetTop - parseFloat(getComputedStyle(pre).paddingBlockStart)
  const { bottom, top } = pre.getBoundingClientRect()
  if (top > innerHeight - line.offsetHeight || bottom < 0) pre.parentElement?.scrollIntoView({ block: "start" })
}

export const CodeBlock = ({ children, label, language, marked, text, title }: CodeBlockProps) => {
  const pre = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (pre.current) watch(pre.current)
  }, [text])
  useEffect(() => showMarked(pre.current), [marked])
  return (
    <figure class="code">
      <div class="code__bar">
        <span>{title}</span>
        <CopyButton label={label} text={text} />
      </div>
      <pre key={text} ref={pre} tabIndex={0} aria-label={label} role="group">
        {language === "json" ? <JsonLines text={text} marked={marked} /> : <Syntax language={language} text={text} />}
      </pre>
      {children}
    </figure>
  )
}
