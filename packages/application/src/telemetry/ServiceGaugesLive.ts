/** Gauges of open collections, consents and monitors, and of companies' availability (spec 14.5). */
import { CompanyStatus } from "@sheaf/domain/Company"
import {
  CollectionStore,
  CompanyFigureStore,
  Connectors,
  ConsentStore,
  Instrument,
  MonitorStore,
  ServiceGauges
} from "@sheaf/ports"
import type { ProcessCount, StoreError } from "@sheaf/ports"
import { Cause, Clock, Effect, Layer, Semaphore } from "effect"
import type { Metric } from "effect"
import { withFailureAnnotations } from "./FailureLog.ts"
import { settable } from "./GaugeSet.ts"

const labels = ["process", "status", "activity"] as const

const open = Instrument.gauge({
  name: "sheaf.processes.open",
  unit: "{process}",
  description:
    "Collections, consents and monitors that have not ended, by status. They are due while a step runs or is late.",
  labels
})

const oldest = Instrument.gauge({
  name: "sheaf.processes.oldest.age",
  unit: "s",
  description: "Age of the oldest collection, consent or monitor that has not ended, by status.",
  labels
})

const lateness = Instrument.gauge({
  name: "sheaf.processes.lateness",
  unit: "s",
  description: "Time since the most overdue step was due.",
  labels: ["process"]
})

const availability = Instrument.gauge({
  name: "sheaf.company.status",
  unit: "{status}",
  description: "1 for the status of each company, which its circuit breaker sets, and 0 for other statuses.",
  labels: ["company", "status"]
})

const drift = Instrument.gauge({
  name: "sheaf.records.drift",
  unit: "1",
  description: "Share of a company's newest records whose member lacks its value, or has another class of values.",
  labels: ["company", "login_method", "kind", "member", "found"]
})

const counting = (process: string) => {
  const set = settable()
  return (counts: ReadonlyArray<ProcessCount>, now: number) => {
    const values = new Map<Metric.Gauge<number>, number>()
    let due = now
    for (const { count, dueAt, isDue, oldestAt, status } of counts) {
      const of = { process, status, activity: isDue ? "due" : "waiting" }
      values.set(open(of), count)
      values.set(oldest(of), Math.max(0, now - oldestAt) / 1000)
      due = Math.min(due, dueAt)
    }
    return set(values.set(lateness({ process }), (now - due) / 1000))
  }
}

const leastMillis = 2_000

/** The share of time that refreshes may take, so that counting a large database does not slow down the service. */
const share = 0.005

export const layer = Layer.effect(
  ServiceGauges,
  Effect.gen(function* () {
    const collections = yield* CollectionStore
    const consents = yield* ConsentStore
    const monitors = yield* MonitorStore
    const connectors = yield* Connectors
    const setCollections = counting("collection")
    const setConsents = counting("consent")
    const setMonitors = counting("monitor")
    const figures = yield* CompanyFigureStore
    const setAvailability = settable()
    const setDrifts = settable()
    const { withPermit } = yield* Semaphore.make(1)
    let next = -Infinity

    const count = (
      { census }: { readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError> },
      set: ReturnType<typeof counting>
    ) => Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.flatMap(census(now), (counts) => set(counts, now)))

    const companies = Effect.flatMap(connectors.all, (all) =>
      setAvailability(
        new Map(
          all.flatMap(({ availability: { company, status: current } }) =>
            CompanyStatus.literals.map(
              (status) => [availability({ company, status }), status === current ? 1 : 0] as const
            )
          )
        )
      )
    )

    const drifts = Effect.flatMap(figures.drifts, (all) =>
      setDrifts(
        new Map(
          all.map(
            ({ company, found, kind, loginMethod, member, share }) =>
              [drift({ company, login_method: loginMethod, kind, member, found }), share] as const
          )
        )
      )
    )

    const refresh = Effect.gen(function* () {
      const before = yield* Clock.currentTimeMillis
      if (before < next) return
      yield* count(collections, setCollections)
      yield* count(consents, setConsents)
      yield* count(monitors, setMonitors)
      yield* companies
      yield* drifts
      const now = yield* Clock.currentTimeMillis
      next = now + Math.max(leastMillis, (now - before) / share)
    }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.logWarning("cannot count collections, consents and monitors").pipe(withFailureAnnotations(cause))
      )
    )
    return ServiceGauges.of({ refresh: withPermit(refresh) })
  })
)
