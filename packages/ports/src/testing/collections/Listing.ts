/** Lists: order, filters, and pages that neither repeat nor skip an entry (decisions 11). */
import { assert } from "@effect/vitest"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { Effect, Schema } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionHead, CollectionListQuery } from "../../collections/CollectionStore.ts"
import type { Position } from "../../ListQuery.ts"
import * as Pages from "../Pages.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const companies = ["se-nordhem", "se-solgard", "se-tallbo"]

const list = (clientId: string, query: Partial<CollectionListQuery> = {}) =>
  Effect.flatMap(CollectionStore, (store) => store.list({ clientId, latest: false, limit: 100, ...query }))

const idsOf = (heads: ReadonlyArray<CollectionHead>) => heads.map(({ collectionId }) => collectionId)

/** Newest first: by createdAt, then by id. */
const newestFirst = (heads: ReadonlyArray<CollectionHead>) =>
  heads.toSorted((a, b) => b.createdAt - a.createdAt || (a.collectionId < b.collectionId ? 1 : -1))

const positionOf = ({ collectionId, createdAt }: CollectionHead): Position => ({
  createdAt,
  id: collectionId
})

const accept = (clientId: string, head: Partial<CollectionHead>) =>
  Effect.map(Sample.accepted(clientId, head), (collection) => collection.head)

/** One collection a second, of these companies and in these statuses. */
const several = Effect.fnUntraced(function* (
  clientId: string,
  wanted: ReadonlyArray<{ readonly company: string; readonly status?: CollectionStatus; readonly reference?: string }>
) {
  const store = yield* CollectionStore
  return yield* Effect.forEach(wanted, ({ company, reference, status }, i) =>
    Effect.gen(function* () {
      const head = yield* accept(clientId, {
        company,
        createdAt: Sample.start + i * 1000,
        ...(reference !== undefined && { externalReference: reference })
      })
      if (status !== undefined) yield* store.advance(Sample.found(head.collectionId, 0, 1), [Sample.stepTo(status, 2)])
      return head.collectionId
    })
  )
})

/** Reads all pages; `betweenPages` runs after each. */
const readPages = Effect.fnUntraced(function* <E, R>(
  query: CollectionListQuery,
  betweenPages: Effect.Effect<unknown, E, R>
) {
  const store = yield* CollectionStore
  const page = (bounds: Partial<CollectionListQuery>) => store.list({ ...query, ...bounds })
  return yield* Pages.readAll({ limit: query.limit, positionOf, page }, betweenPages)
})

export const listing = (it: Suite): void => {
  it.effect("lists the newest first, and among those of one moment the greater id", () =>
    Effect.gen(function* () {
      const clientId = yield* Sample.newClient
      const heads = yield* Effect.forEach([3, 1, 2, 2, 2, 0, 3], (seconds) =>
        accept(clientId, { createdAt: Sample.start + seconds * 1000, externalReference: `after ${seconds} s` })
      )
      assert.deepStrictEqual(yield* list(clientId), newestFirst(heads))
    })
  )

  it.effect("shows each collection as it stands", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const head = yield* accept(clientId, {})
      const change = Sample.stepTo("LOGIN", 2)
      yield* store.advance(Sample.found(head.collectionId, 0, 1), [change])
      const { revision, status, statusChangedAt } = change
      assert.deepStrictEqual(yield* list(clientId), [{ ...head, status, revision, statusChangedAt }])
    })
  )

  it.effect("gives no more than it was asked for", () =>
    Effect.gen(function* () {
      const clientId = yield* Sample.newClient
      const ids = yield* several(clientId, [
        { company: "se-nordhem" },
        { company: "se-nordhem" },
        { company: "se-tallbo" }
      ])
      assert.deepStrictEqual(idsOf(yield* list(clientId, { limit: 2 })), [ids[2], ids[1]])
    })
  )

  it.effect.each<{ readonly filter: Partial<CollectionListQuery>; readonly left: ReadonlyArray<number> }>([
    { filter: {}, left: [5, 4, 3, 2, 1, 0] },
    { filter: { company: "se-nordhem" }, left: [4, 2, 0] },
    { filter: { company: "se-nowhere" }, left: [] },
    { filter: { statusIn: ["RUNNING"] }, left: [5, 4] },
    { filter: { statusIn: ["LOGIN", "FAILED"] }, left: [3, 2, 1] },
    { filter: { statusIn: ["COMPLETED"] }, left: [] },
    { filter: { statusIn: [] }, left: [] },
    { filter: { externalReference: "case 1" }, left: [5, 2, 0] },
    { filter: { externalReference: "case 10" }, left: [1] },
    { filter: { externalReference: "CASE 1" }, left: [] },
    { filter: { externalReference: "" }, left: [] },
    { filter: { externalReference: "case 1", company: "se-nordhem", statusIn: ["LOGIN", "FAILED"] }, left: [2] },
    { filter: { latest: true }, left: [5, 4] },
    { filter: { latest: true, statusIn: ["LOGIN", "FAILED"] }, left: [3, 2] },
    { filter: { latest: true, company: "se-nordhem" }, left: [4] },
    { filter: { latest: true, externalReference: "case 1", statusIn: ["FAILED", "COMPLETED_EMPTY"] }, left: [0] },
    { filter: { latest: true, limit: 1 }, left: [5] }
  ])("filters by $filter", ({ filter, left }) =>
    Effect.gen(function* () {
      const clientId = yield* Sample.newClient
      const ids = yield* several(clientId, [
        { company: "se-nordhem", status: "COMPLETED_EMPTY", reference: "case 1" },
        { company: "se-tallbo", status: "FAILED", reference: "case 10" },
        { company: "se-nordhem", status: "LOGIN", reference: "case 1" },
        { company: "se-tallbo", status: "LOGIN" },
        { company: "se-nordhem" },
        { company: "se-tallbo", reference: "case 1" }
      ])
      assert.deepStrictEqual(
        idsOf(yield* list(clientId, filter)),
        left.map((i) => ids[i])
      )
    })
  )

  it.effect("finds by reference only what is the client's own", () =>
    Effect.gen(function* () {
      const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
      const mine = yield* accept(clientId, { externalReference: "shared" })
      yield* accept(stranger, { externalReference: "shared" })
      assert.deepStrictEqual(yield* list(clientId, { externalReference: "shared" }), [mine])
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
        const clientId = yield* Sample.newClient
        const arrive = (after: number) => (arrival: Pages.ListArrival) =>
          accept(clientId, { createdAt: Sample.start + after + arrival.at, company: companies[arrival.company] ?? "" })
        yield* Effect.forEach(before, arrive(0))
        const query: CollectionListQuery = { clientId, latest, limit, ...(company && { company: "se-nordhem" }) }
        const expected = yield* list(clientId, { ...query, limit: 100 })
        const left = [...meanwhile]
        // What comes later is newer than all that was there.
        const comeLater = Effect.suspend(() => Effect.forEach(left.splice(0, 2), arrive(10)))
        assert.deepStrictEqual(yield* readPages(query, comeLater), expected)
      }),
    { arbitrary: { runs: 60 } }
  )

  it.effect("names on later pages the collection of a company that was its newest when the first page was read", () =>
    Effect.gen(function* () {
      const clientId = yield* Sample.newClient
      const ids = yield* several(clientId, [
        { company: "se-nordhem" },
        { company: "se-tallbo" },
        { company: "se-solgard" }
      ])
      const [first] = yield* list(clientId, { latest: true, limit: 1 })
      if (first === undefined) return assert.fail("the first page is empty")
      yield* accept(clientId, { company: "se-nordhem", createdAt: Sample.start + 60_000 })
      const position = positionOf(first)
      const rest = yield* list(clientId, { latest: true, asOf: position, after: position })
      assert.deepStrictEqual([first.collectionId, ...idsOf(rest)], [ids[2], ids[1], ids[0]])
    })
  )

  it.effect("goes on where the page before ended, though that entry was erased", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const heads = yield* Effect.forEach([0, 1, 2, 3], (seconds) =>
        accept(clientId, { createdAt: Sample.start + seconds * 1000 })
      )
      const [oldest, older, newer, newest] = heads
      if (oldest === undefined || older === undefined || newer === undefined || newest === undefined)
        return assert.fail()
      yield* store.advance(Sample.found(newer.collectionId, 0, 1), [
        Sample.stepTo("FAILED", 2, { at: Sample.start + 1 })
      ])
      yield* store.journalForgotten([newer.collectionId])
      yield* store.expireRecords(Sample.start + 2)
      const next = yield* list(clientId, { asOf: positionOf(newest), after: positionOf(newer) })
      assert.deepStrictEqual(next, [older, oldest])
    })
  )
}
