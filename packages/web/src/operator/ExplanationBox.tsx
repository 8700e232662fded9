/** A box that says what has happened and what to do, in the color of its severity if it has one. */
import type { ComponentChildren } from "preact"
import type { Severity } from "./Severity.tsx"
import { SeverityName } from "./Severity.tsx"
import "./StoryView.css"

export interface ExplanationBoxProps {
  /** Absent if it is about a single collection or consent. Its company has the severity. */
  readonly tone?: Severity
  readonly parts: ReadonlyArray<readonly [name: string, content: ComponentChildren]>
}

export const ExplanationBox = ({ parts, tone }: ExplanationBoxProps) => (
  <section class={tone === undefined ? "explanation" : `explanation explanation--${tone}`} aria-label="Explanation">
    {tone !== undefined && <SeverityName tone={tone} />}
    <dl>
      {parts.map(([name, content]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  </section>
)
