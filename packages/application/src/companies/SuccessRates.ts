/**
 * The success rates of the last 30 days, for the operator and, if the operator publishes them, for clients (spec 4.1,
 * 14.5).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { periodOf } from "@sheaf/domain/FigurePeriod"
import { figureDays, successRateOf } from "@sheaf/domain/SuccessRate"
import type { SuccessRate } from "@sheaf/domain/SuccessRate"
import { CompanyFigureStore, Instrument } from "@sheaf/ports"
import type { CompanyEnds } from "@sheaf/ports"
import { Clock, Context, Effect, Layer } from "effect"
import type { Metric } from "effect"
import { settable } from "../telemetry/GaugeSet.ts"

type SuccessRates = ReadonlyMap<CompanyId, ReadonlyArray<SuccessRate>>

const ratesOf = (ends: ReadonlyArray<CompanyEnds>): ReadonlyArray<SuccessRate> =>
  [...Map.groupBy(ends, ({ loginMethod }) => loginMethod)].flatMap(([loginMethod, counted]) => {
    const rate = successRateOf(loginMethod, counted)
    return rate === undefined ? [] : [rate]
  })

const read = Effect.gen(function* () {
  const store = yield* CompanyFigureStore
  const now = yield* Clock.currentTimeMillis
  const ends = yield* store.endsSince(periodOf("DAY", now - (figureDays - 1) * dayMillis))
  const byCompany = Map.groupBy(ends, ({ company }) => company)
  return new Map([...byCompany].map(([company, counted]) => [company, ratesOf(counted)])) satisfies SuccessRates
})

/** Makes an effect that reads the rates. The rates that it returns can be up to a minute old. */
export const makeReader = Effect.flatMap(CompanyFigureStore, (store) =>
  Effect.cachedWithTTL(Effect.orDie(Effect.provideService(read, CompanyFigureStore, store)), "1 minute")
)

const failures = Instrument.gauge({
  name: "sheaf.company.failures",
  unit: "1",
  description:
    "Share of the last 30 days' collections that failed, or 0 if there are too few: the success rate is the rest.",
  labels: ["company", "login_method"]
})

const median = Instrument.gauge({
  name: "sheaf.company.duration.median",
  unit: "s",
  description: "Median duration of the last 30 days' collections with a result, or 0 if there are too few.",
  labels: ["company", "login_method"]
})

export const makeMeasurement = () => {
  const set = settable()
  return Effect.flatMap(read, (byCompany) => {
    const values = new Map<Metric.Gauge<number>, number>()
    for (const [company, found] of byCompany) {
      for (const { loginMethod, medianSeconds = 0, successRate } of found) {
        const of = { company, login_method: loginMethod }
        values.set(failures(of), 1 - successRate)
        values.set(median(of), medianSeconds)
      }
    }
    return set(values)
  })
}

export const PublishedSuccessRates = Context.Reference<Effect.Effect<SuccessRates>>(
  "@sheaf/application/PublishedSuccessRates",
  { defaultValue: () => Effect.succeed(new Map()) }
)

export const layerPublished = Layer.effect(PublishedSuccessRates, makeReader)
