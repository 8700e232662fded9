/** Charts of how collections ended: at all companies, at one company, or with one login method. */
import type { EndsOfPeriod, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { percent, secondEnds, seconds, whole } from "./Figures.ts"
import { isUnsure, lowRate, lowRateText, toneOfEnds } from "./Thresholds.ts"
import type { Ends } from "./Thresholds.ts"
import { axesOf, shareOf, shownWindow, valuesOf, windowNames } from "./History.tsx"
import { TimeChart } from "./TimeChart.tsx"

export interface CollectionChartsProps {
  readonly history: ServiceHistory
  readonly periods: ReadonlyArray<EndsOfPeriod>
  /** What the charts are about, for example a login method. Only for screen readers. */
  readonly of?: string
}

const sumOf = (periods: ReadonlyArray<EndsOfPeriod>, of: (period: EndsOfPeriod) => number): number =>
  periods.reduce((sum, period) => sum + of(period), 0)

/** Says from how many collections a success rate is. */
const rateText = ({ failed, succeeded }: Ends): string =>
  `${whole(succeeded)} of ${whole(succeeded + failed)} collections completed`

/**
 * Shown instead of the charts when there is nothing to draw. The newest collections can be missing, because the figures
 * lag by up to a minute.
 */
export const NoCollections = () => (
  <p class="charts__none">
    No collection has ended in the {windowNames[shownWindow.value]}. The figures can be a minute old.
  </p>
)

export const CollectionCharts = ({ history, of, periods }: CollectionChartsProps) => {
  const common = axesOf(history)
  const values = (select: (period: EndsOfPeriod) => number | undefined) => valuesOf(history, periods, select)
  const total = { succeeded: sumOf(periods, (one) => one.succeeded), failed: sumOf(periods, (one) => one.failed) }
  const other = sumOf(periods, (one) => one.other)
  const share = shareOf(total)
  const slowest = Math.max(0, ...periods.map(({ p95Seconds = 0 }) => p95Seconds))
  const titled = (title: string) => ({ title, label: of === undefined ? title : `${title}: ${of}` })
  const shares = values(shareOf)
  if (periods.length === 0) return <NoCollections />
  return (
    <>
      <TimeChart
        {...common}
        {...titled("Collections")}
        kind="bars"
        format={whole}
        now={`${whole(total.succeeded + total.failed + other)} ended`}
        series={[
          { name: "completed", tone: "success", values: values(({ succeeded }) => succeeded) },
          { name: "failed", tone: "danger", values: values(({ failed }) => failed) },
          { name: "ended by the person", tone: "neutral", values: values((one) => one.other) }
        ]}
      />
      <TimeChart
        {...common}
        {...titled("Success rate")}
        kind="marks"
        maximum={1}
        format={percent}
        threshold={{ value: lowRate, name: `needs attention below ${lowRateText}` }}
        now={
          share === undefined
            ? "–"
            : `${percent(share)}, ${rateText(total)}${isUnsure(total) ? ", too few failures to judge" : ""}`
        }
        tone={toneOfEnds(total)}
        series={[
          {
            name: "success rate",
            tone: toneOfEnds(total) === "neutral" ? "accent" : toneOfEnds(total),
            values: shares
          }
        ]}
      />
      <TimeChart
        {...common}
        {...titled("Duration")}
        ends={secondEnds}
        kind="marks"
        format={seconds}
        now={slowest === 0 ? "–" : `${seconds(slowest)}, worst p95`}
        series={[
          { name: "p95", tone: "neutral", values: values(({ p95Seconds }) => p95Seconds) },
          { name: "p50", tone: "accent", values: values(({ p50Seconds }) => p50Seconds) }
        ]}
      />
    </>
  )
}
