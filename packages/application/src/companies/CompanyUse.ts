/** Measures how often people use each company, because Connect lists the most used companies first (spec 13). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import type { CompanyId } from "@sheaf/domain/Company"
import { periodOf } from "@sheaf/domain/FigurePeriod"
import { figureDays } from "@sheaf/domain/SuccessRate"
import { CompanyFigureStore } from "@sheaf/ports"
import { Clock, Context, Effect, Layer } from "effect"

/** The number of collections in the last 30 days, by company. By default, nothing is counted. */
export const CompanyUse = Context.Reference<Effect.Effect<ReadonlyMap<CompanyId, number>>>(
  "@sheaf/application/CompanyUse",
  { defaultValue: () => Effect.succeed(new Map()) }
)

/** Counts collections from the stored company figures, which can be a minute old. */
export const layer = Layer.effect(
  CompanyUse,
  Effect.gen(function* () {
    const store = yield* CompanyFigureStore
    const read = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const ends = yield* Effect.orDie(store.endsSince(periodOf("DAY", now - (figureDays - 1) * dayMillis)))
      const uses = new Map<CompanyId, number>()
      for (const { company, count } of ends) uses.set(company, count + (uses.get(company) ?? 0))
      return uses
    })
    return yield* Effect.cachedWithTTL(read, "1 minute")
  })
)

/** Sorts companies by use, the most used first. Companies with the same use keep their order. */
export const sort = <A extends { readonly company: CompanyId }>(
  companies: ReadonlyArray<A>,
  uses: ReadonlyMap<CompanyId, number>
): ReadonlyArray<A> => companies.toSorted((one, other) => (uses.get(other.company) ?? 0) - (uses.get(one.company) ?? 0))
