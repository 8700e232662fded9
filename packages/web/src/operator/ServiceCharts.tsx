/** Charts of the service: deliveries, queues, the database and the nodes. */
import type { ServiceHistory, ServiceSample } from "@sheaf/domain/OperatorViews"
import { bytes, secondEnds, seconds, whole } from "./Figures.ts"
import { lateSeconds, oldEventSeconds } from "./Findings.ts"
import { axesOf, shownWindow, valuesOf, windowNames } from "./History.tsx"
import { TimeChart } from "./TimeChart.tsx"

const sumOf = ({ service }: ServiceHistory, of: (sample: ServiceSample) => number): number =>
  service.reduce((sum, sample) => sum + of(sample), 0)

export interface ServiceChartsProps {
  readonly history: ServiceHistory
}

/** How many events reach their endpoints, and how long the oldest has waited. */
export const DeliveryCharts = ({ history }: ServiceChartsProps) => {
  const common = axesOf(history)
  const values = (of: (sample: ServiceSample) => number) => valuesOf(history, history.service, of)
  const now = history.service.at(-1)
  const age = now?.oldestSeconds ?? 0
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
        now={`${whole(sumOf(history, ({ delivered }) => delivered))} delivered${attempts} in ${windowNames[shownWindow.value]}`}
        series={[
          { name: "delivered", tone: "success", values: values(({ delivered }) => delivered) },
          { name: "failed attempts", tone: "danger", values: values(({ undelivered }) => undelivered) }
        ]}
      />
      <TimeChart
        {...common}
        title="Age of the oldest undelivered event"
        kind="lines"
        format={seconds}
        ends={secondEnds}
        threshold={{ value: oldEventSeconds, name: seconds(oldEventSeconds) }}
        now={`${seconds(age)}, ${whole(now?.waiting ?? 0)} waiting`}
        tone={age >= oldEventSeconds ? "danger" : "neutral"}
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
  const common = axesOf(history)
  const values = (of: (sample: ServiceSample) => number) => valuesOf(history, history.service, of)
  const now = history.service.at(-1)
  const late = now?.lateSeconds ?? 0
  const most = Math.max(0, ...history.service.map(({ nodes }) => nodes))
  return (
    <>
      <TimeChart
        {...common}
        title="Lateness of the most overdue step"
        kind="lines"
        format={seconds}
        ends={secondEnds}
        threshold={{ value: lateSeconds, name: seconds(lateSeconds) }}
        now={seconds(late)}
        tone={late >= lateSeconds ? "danger" : "neutral"}
        series={[{ name: "lateness", tone: "accent", values: values((sample) => sample.lateSeconds) }]}
      />
      <TimeChart
        {...common}
        title="Open collections, consents and monitors"
        kind="lines"
        format={whole}
        now={whole(now?.open ?? 0)}
        series={[{ name: "open", tone: "accent", values: values(({ open }) => open) }]}
      />
      <TimeChart
        {...common}
        title="Database"
        kind="lines"
        format={bytes}
        now={bytes(now?.databaseBytes ?? 0)}
        series={[{ name: "size", tone: "accent", values: values(({ databaseBytes }) => databaseBytes) }]}
      />
      <TimeChart
        {...common}
        title="Nodes"
        kind="lines"
        format={whole}
        now={`${now?.nodes ?? 0} alive`}
        tone={now !== undefined && now.nodes < most ? "danger" : "neutral"}
        series={[{ name: "nodes", tone: "accent", values: values(({ nodes }) => nodes) }]}
      />
    </>
  )
}
