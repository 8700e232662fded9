/** Charts of the service: deliveries, queues, the database and the nodes. */
import type { ServiceHistory, ServiceSample } from "@sheaf/domain/OperatorViews"
import { bytes, periodText, secondEnds, seconds, whole } from "./Figures.ts"
import { lateSeconds, oldEventSeconds } from "./Thresholds.ts"
import { axesOf, valuesOf } from "./History.tsx"
import { TimeChart } from "./TimeChart.tsx"

const sumOf = ({ service }: ServiceHistory, of: (sample: ServiceSample) => number): number =>
  service.reduce((sum, sample) => sum + of(sample), 0)

export interface ServiceChartsProps {
  readonly history: ServiceHistory
}

/** Returns the worst value and when it was, such as "worst 62 min at 13:10", unless the current one is as bad. */
const worstText = (
  { current, periodSeconds, service }: ServiceHistory,
  of: (state: ServiceHistory["current"]) => number
): string => {
  const worst = service.reduce<ServiceHistory["service"][number] | undefined>(
    (most, sample) => (most === undefined || of(sample) > of(most) ? sample : most),
    undefined
  )
  if (worst === undefined || of(worst) <= of(current)) return ""
  return ` · worst ${seconds(of(worst))} ${periodSeconds < 86_400 ? "at" : "on"} ${periodText(worst.at, periodSeconds)}`
}

/** How many events reach their endpoints, and how long the oldest has waited. */
export const DeliveryCharts = ({ history }: ServiceChartsProps) => {
  const common = axesOf(history)
  const values = (of: (sample: ServiceSample) => number) => valuesOf(history, history.service, of)
  const { oldestSeconds: age, waiting } = history.current
  const undelivered = sumOf(history, (sample) => sample.undelivered)
  const attempts =
    undelivered === 0 ? "" : ` · ${whole(undelivered)} failed ${undelivered === 1 ? "attempt" : "attempts"}`
  return (
    <>
      <TimeChart
        {...common}
        title="Deliveries"
        kind="bars"
        format={whole}
        now={`${whole(sumOf(history, ({ delivered }) => delivered))} delivered${attempts}`}
        series={[
          { name: "delivered", tone: "success", values: values(({ delivered }) => delivered) },
          { name: "failed attempts", tone: "notice", values: values(({ undelivered }) => undelivered) }
        ]}
      />
      <TimeChart
        {...common}
        scope="now"
        title="Age of the oldest undelivered event"
        kind="lines"
        format={seconds}
        ends={secondEnds}
        threshold={{ value: oldEventSeconds, name: `needs attention above ${seconds(oldEventSeconds)}` }}
        now={`${seconds(age)}, ${whole(waiting)} ${waiting === 1 ? "delivery waits" : "deliveries wait"}${worstText(history, ({ oldestSeconds }) => oldestSeconds)}`}
        tone={age >= oldEventSeconds ? "notice" : "neutral"}
        series={[{ name: "age", tone: "accent", values: values(({ oldestSeconds }) => oldestSeconds) }]}
      />
    </>
  )
}

/**
 * Shows how late the most overdue step is, how many objects are open, the database's size, and how many nodes are
 * alive.
 */
export const ServiceCharts = ({ history }: ServiceChartsProps) => {
  const common = { ...axesOf(history), scope: "now" }
  const values = (of: (sample: ServiceSample) => number) => valuesOf(history, history.service, of)
  const { databaseBytes, lateSeconds: late, nodes, open } = history.current
  const most = Math.max(0, ...history.service.map(({ nodes }) => nodes))
  return (
    <>
      <TimeChart
        {...common}
        title="Lateness of the most overdue step"
        kind="lines"
        format={seconds}
        ends={secondEnds}
        threshold={{ value: lateSeconds, name: `needs attention above ${seconds(lateSeconds)}` }}
        now={`${seconds(late)}, late${worstText(history, (sample) => sample.lateSeconds)}`}
        tone={late >= lateSeconds ? "danger" : "neutral"}
        series={[{ name: "lateness", tone: "accent", values: values((sample) => sample.lateSeconds) }]}
      />
      <TimeChart
        {...common}
        title="Open collections, consents and monitors"
        kind="lines"
        format={whole}
        now={`${whole(open)} open`}
        series={[{ name: "open", tone: "accent", values: values(({ open }) => open) }]}
      />
      <TimeChart
        {...common}
        title="Database"
        kind="lines"
        format={bytes}
        now={`${bytes(databaseBytes)}, on disk`}
        series={[{ name: "size", tone: "accent", values: values(({ databaseBytes }) => databaseBytes) }]}
      />
      <TimeChart
        {...common}
        title="Nodes"
        kind="lines"
        format={whole}
        now={`${nodes} alive`}
        tone={nodes < most ? "notice" : "neutral"}
        series={[{ name: "nodes", tone: "accent", values: values(({ nodes }) => nodes) }]}
      />
    </>
  )
}
