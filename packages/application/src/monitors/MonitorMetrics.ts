/** Counts the runs of monitors that this process has ended or postponed (spec 14.5, 18). */
import { Instrument } from "@sheaf/ports"
import type { EndedRun, StoredMonitor } from "@sheaf/ports"
import { Metric } from "effect"
import type { Effect } from "effect"

const ends = Instrument.counter({
  name: "sheaf.monitors.runs",
  unit: "{run}",
  description: "Runs of monitors that ended, by company and outcome.",
  labels: ["company", "outcome"]
})

const postponements = Instrument.counter({
  name: "sheaf.monitors.postponed",
  unit: "{run}",
  description: "Runs of monitors that were postponed, by company and reason.",
  labels: ["company", "reason"]
})

export type PostponeReason = "BANK_LIMIT" | "CLIENT_LIMIT" | "COMPANY_UNAVAILABLE" | "ENDED" | "UNCONFIRMED"

type Counted = Pick<StoredMonitor, "company">

export const countFinishedRun = ({ company }: Counted, { outcome }: EndedRun): Effect.Effect<void> =>
  Metric.update(ends({ company, outcome }), 1)

export const countPostponed = ({ company }: Counted, reason: PostponeReason): Effect.Effect<void> =>
  Metric.update(postponements({ company, reason }), 1)
