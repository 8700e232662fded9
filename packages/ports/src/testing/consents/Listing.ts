/** Lists: order, filters, and pages that neither repeat nor skip an entry (decisions 9, 11). */
import { assert } from "@effect/vitest"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Effect, Schema } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentListQuery, ConsentView } from "../../consents/ConsentStore.ts"
import type { Position } from "../../ListQuery.ts"
import * as Pages from "../Pages.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const companies = ["se-fjallbanken", "se-granbanken", "se-tallbanken"]

const list = (owner: Sample.Owner, query: Partial<ConsentListQuery> = {}) =>
  Effect.flatMap(ConsentStore, (store) => store.list({ ...owner, latest: false, limit: 100, ...query }))

const idsOf = (views: ReadonlyArray<ConsentView>) => views.map(({ consentId }) => consentId)

const positionOf = ({ consentId, createdAt }: ConsentView): Position => ({ createdAt, id: consentId })

const accept = (owner: Sample.Owner, head: Partial<ConsentView>) =>
  Effect.map(Sample.accepted(owner, head), ({ view }): ConsentView => ({ ...view, shown: {} }))

/** One consent a second, of these companies and in these statuses. */
const several = Effect.fnUntraced(function* (
  owner: Sample.Owner,
  wanted: ReadonlyArray<{ readonly company: string; readonly status?: ConsentStatus }>
) {
  const store = yield* ConsentStore
  return yield* Effect.forEach(wanted, ({ company, status }, i) =>
    Effect.gen(function* () {
      const view = yield* accept(owner, { company, createdAt: Sample.start + i * 1000 })
      if (status !== undefined) yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo(status, 2))
      return view.consentId
    })
  )
})

/** Reads all pages; `betweenPages` runs after each. */
const readPages = Effect.fnUntraced(function* <E, R>(
  query: ConsentListQuery,
  betweenPages: Effect.Effect<unknown, E, R>
) {
  const store = yield* ConsentStore
  const page = (bounds: Partial<ConsentListQuery>) => store.list({ ...query, ...bounds })
  return yield* Pages.readAll({ limit: query.limit, positionOf, page }, betweenPages)
})

export const listing = (it: Suite): void => {
  it.effect("lists the newest first, and among those of one moment the greater id", () =>
    Effect.gen(function* () {
      const owner = yield* Sample.newOwner()
      const views = yield* Effect.forEach([3, 1, 2, 2, 2, 0, 3], (seconds) =>
        accept(owner, { createdAt: Sample.start + seconds * 1000 })
      )
      const expected = views.toSorted((a, b) => b.createdAt - a.createdAt || (a.consentId < b.consentId ? 1 : -1))
      assert.deepStrictEqual(yield* list(owner), expected)
    })
  )

  it.effect("shows each consent as it stands", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const { view } = yield* Sample.accepted(owner)
      yield* store.advance(
        Sample.found(view, 0, 1),
        Sample.changeTo("AWAITING_AUTHORIZATION", 2, { shown: Sample.instructions })
      )
      const { dueAt: _, progress: __, step: ___, ...expected } = yield* Sample.workOf(view.consentId)
      assert.deepStrictEqual(yield* list(owner), [expected])
    })
  )

  it.effect.each<{ readonly filter: Partial<ConsentListQuery>; readonly left: ReadonlyArray<number> }>([
    { filter: {}, left: [5, 4, 3, 2, 1, 0] },
    { filter: { limit: 2 }, left: [5, 4] },
    { filter: { company: "se-fjallbanken" }, left: [4, 2, 0] },
    { filter: { company: "se-nowhere" }, left: [] },
    { filter: { statusIn: ["INITIATED"] }, left: [5, 4] },
    { filter: { statusIn: ["AUTHORIZED", "FAILED"] }, left: [3, 2, 1] },
    { filter: { statusIn: ["EXPIRED"] }, left: [] },
    { filter: { statusIn: [] }, left: [] },
    { filter: { company: "se-fjallbanken", statusIn: ["AUTHORIZED", "FAILED"] }, left: [2] },
    { filter: { latest: true }, left: [5, 4] },
    { filter: { latest: true, statusIn: ["AUTHORIZED", "FAILED"] }, left: [3, 2] },
    { filter: { latest: true, company: "se-fjallbanken" }, left: [4] },
    { filter: { latest: true, limit: 1 }, left: [5] }
  ])("filters by $filter", ({ filter, left }) =>
    Effect.gen(function* () {
      const owner = yield* Sample.newOwner()
      const ids = yield* several(owner, [
        { company: "se-fjallbanken", status: "REVOKED" },
        { company: "se-granbanken", status: "FAILED" },
        { company: "se-fjallbanken", status: "AUTHORIZED" },
        { company: "se-granbanken", status: "AUTHORIZED" },
        { company: "se-fjallbanken" },
        { company: "se-granbanken" }
      ])
      assert.deepStrictEqual(
        idsOf(yield* list(owner, filter)),
        left.map((i) => ids[i])
      )
    })
  )

  it.effect.prop(
    "goes through all pages without repeating or skipping an entry, whatever is added meanwhile",
    {
      before: Pages.arrivals,
      company: Schema.Boolean,
      latest: Schema.Boolean,
      limit: Pages.between(1, 3),
      meanwhile: Pages.arrivals
    },
    ({ before, company, latest, limit, meanwhile }) =>
      Effect.gen(function* () {
        const owner = yield* Sample.newOwner()
        const arrive = (after: number) => (arrival: Pages.ListArrival) =>
          accept(owner, { createdAt: Sample.start + after + arrival.at, company: companies[arrival.company] ?? "" })
        yield* Effect.forEach(before, arrive(0))
        const query = { ...owner, latest, limit, ...(company && { company: "se-fjallbanken" }) }
        const expected = yield* list(owner, { ...query, limit: 100 })
        const left = [...meanwhile]
        // What comes later is newer than all that was there.
        const comeLater = Effect.suspend(() => Effect.forEach(left.splice(0, 2), arrive(10)))
        assert.deepStrictEqual(yield* readPages(query, comeLater), expected)
      }),
    { arbitrary: { runs: 60 } }
  )
}
