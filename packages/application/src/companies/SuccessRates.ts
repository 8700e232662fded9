/** The success rates of the last 30 days, for the operator, and for clients if the operator publishes them (spec 4.1, 14.5). */
import type { CompanyId } from "@sheaf/domain/Company"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { periodOf } from "@sheaf/domain/FigurePeriod"
import { figureDays, successRateOf } from "@sheaf/domain/SuccessRate"
import type { SuccessRate } from "@sheaf/domain/SuccessRate"
import { CompanyFigureStore } from "@sheaf/ports"
import type { CompanyEnds } from "@sheaf/ports"
import { Clock, Context, Effect, Layer } from "effect"

type SuccessRates = ReadonlyMap<CompanyId, ReadonlyArray<SuccessRate>>

const ratesOf = (ends: ReadonlyArray<CompanyEnds>): ReadonlyArray<SuccessRate> =>
  [...Map.groupBy(ends, ({ loginMethod }) => loginMethod)].flatMap(([loginMethod, counted]) => {
    const rate = successRateOf(loginMethod, counted)
    return rate === undefined ? [] : [rate]
  })

/** Returns a reader. The rates can be a minute old. */
export const makeReader = Effect.gen(function* () {
  const store = yield* CompanyFigureStore
  const read = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const ends = yield* Effect.orDie(store.endsSince(periodOf("DAY", now - (figureDays - 1) * dayMillis)))
    const byCompany = Map.groupBy(ends, ({ company }) => company)
    return new Map([...byCompany].map(([company, counted]) => [company, ratesOf(counted)])) satisfies SuccessRates
  })
  return yield* Effect.cachedWithTTL(read, "1 minute")
})

/** The rates that clients can read: by default, none. */
export const PublishedSuccessRates = Context.Reference<Effect.Effect<SuccessRates>>(
  "@sheaf/application/PublishedSuccessRates",
  { defaultValue: () => Effect.succeed(new Map()) }
)

/** Publishes the rates. */
export const layerPublished = Layer.effect(PublishedSuccessRates, makeReader)
