/** Charts below a title, with a choice of the time window. */
import type { ServiceHistory } from "@sheaf/domain/OperatorViews"
import type { ComponentChildren } from "preact"
import { ChartNote, ReadAt, useHistory, WindowChoice } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"

export interface ChartSectionProps {
  readonly title: string
  readonly children: (history: ServiceHistory) => ComponentChildren
}

export const ChartSection = ({ children, title }: ChartSectionProps) => {
  const live = useHistory()
  return (
    <section class="history" aria-labelledby="history">
      <div class="history__head">
        <h2 id="history">{title}</h2>
        {live.value && <ReadAt history={live.value} />}
        <WindowChoice />
      </div>
      <LiveValue live={live}>
        {(history) => (
          <>
            {children(history)}
            <ChartNote history={history} />
          </>
        )}
      </LiveValue>
    </section>
  )
}
