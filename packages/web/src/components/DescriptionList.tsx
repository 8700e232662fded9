/** A short list of facts, each with its name. */
import type { ComponentChildren } from "preact"
import "./DescriptionList.css"

export interface DescriptionListProps {
  /** Each fact's name and its lines. Facts without lines are omitted. */
  readonly facts: ReadonlyArray<readonly [name: string, lines: ReadonlyArray<string>]>
  /** Further facts that need more than lines of text. They are shown last. */
  readonly children?: ComponentChildren
}

export const DescriptionList = ({ children, facts }: DescriptionListProps) => (
  <dl class="facts">
    {facts
      .filter(([, lines]) => lines.length > 0)
      .map(([name, lines]) => (
        <div key={name}>
          <dt>{name}</dt>
          {lines.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
        </div>
      ))}
    {children}
  </dl>
)
