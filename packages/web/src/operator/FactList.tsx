/** Facts side by side, each below its name. */
import type { ComponentChildren } from "preact"
import "./StoryView.css"

export interface FactListProps {
  readonly facts: ReadonlyArray<readonly [name: string, ...values: ReadonlyArray<ComponentChildren>]>
}

export const FactList = ({ facts }: FactListProps) => (
  <dl class="story__facts">
    {facts.map(([name, ...values]) => (
      <div key={name}>
        <dt>{name}</dt>
        {values.map((value, index) => (
          <dd key={index}>{value}</dd>
        ))}
      </div>
    ))}
  </dl>
)
