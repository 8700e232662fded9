/** Contract tests for lists: order, filters, and pages without repeats or gaps (spec 2.4, 11). */
import { assert } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import type { ListQuery, ListPosition } from "../../stores/ListQuery.ts"
import { intBetween, testsOf } from "./Fixture.ts"

type Page<Status> = Omit<ListQuery<Status>, "clientId">

export interface ListContract<Owner, Entry, Status, E, R> {
  readonly companies: readonly [string, string, string]
  /** A new entry's status, three statuses that it can move to, and one that no entry has. */
  readonly statuses: {
    readonly initial: Status
    readonly one: Status
    readonly another: Status
    readonly third: Status
    readonly unused: Status
  }
  readonly start: number
  readonly newOwner: Effect.Effect<Owner, E, R>
  /** Adds an entry and, with `status`, moves it to that status. Returns the entry as it was before the move. */
  readonly add: (
    owner: Owner,
    entry: { readonly createdAt: number; readonly company?: string },
    status?: Status
  ) => Effect.Effect<Entry, E, R>
  readonly list: (owner: Owner, page: Page<Status>) => Effect.Effect<ReadonlyArray<Entry>, E, R>
  readonly positionOf: (entry: Entry) => ListPosition
}

const arrivals = Arbitrary.array(
  Arbitrary.all({ at: Arbitrary.schema(intBetween(0, 3)), company: Arbitrary.schema(intBetween(0, 2)) }),
  { minLength: 3, maxLength: 8 }
)

const everything = { latest: false, limit: 100 }

export const listContract = <Owner, Entry, Status, E, R>(
  it: Vitest.MethodsNonLive<R>,
  { add, companies, list, newOwner, positionOf, start, statuses }: ListContract<Owner, Entry, Status, E, R>
): void => {
  const test = testsOf(it, newOwner)
  const [company, other] = companies
  const { another, initial, one, third, unused } = statuses

  const idsOf = (entries: ReadonlyArray<Entry>) => entries.map((entry) => positionOf(entry).id)

  test("returns the newest entry first and, within a millisecond, the greatest id first", function* (owner) {
    const entries = yield* Effect.forEach([3, 1, 2, 2, 2, 0, 3], (seconds) =>
      add(owner, { createdAt: start + seconds * 1000 })
    )
    const newestFirst = entries.toSorted((a, b) => {
      const [left, right] = [positionOf(a), positionOf(b)]
      return right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1)
    })
    assert.deepStrictEqual(yield* list(owner, everything), newestFirst)
  })

  test.each<{ readonly filter: Partial<Page<Status>>; readonly left: ReadonlyArray<number> }>([
    { filter: {}, left: [5, 4, 3, 2, 1, 0] },
    { filter: { limit: 2 }, left: [5, 4] },
    { filter: { company }, left: [4, 2, 0] },
    { filter: { company: "se-nowhere" }, left: [] },
    { filter: { statusIn: [initial] }, left: [5, 4] },
    { filter: { statusIn: [one, another] }, left: [3, 2, 1] },
    { filter: { limit: 2, statusIn: [one, another] }, left: [3, 2] },
    { filter: { limit: 2, order: "asc", statusIn: [one, another, third] }, left: [0, 1] },
    { filter: { statusIn: [unused] }, left: [] },
    { filter: { statusIn: [] }, left: [] },
    { filter: { company, statusIn: [one, another] }, left: [2] },
    { filter: { order: "asc" }, left: [0, 1, 2, 3, 4, 5] },
    { filter: { order: "asc", limit: 2 }, left: [0, 1] },
    { filter: { createdAfter: start + 2000 }, left: [5, 4, 3] },
    { filter: { createdBefore: start + 2000 }, left: [1, 0] },
    { filter: { createdAfter: start, createdBefore: start + 3000, order: "asc" }, left: [1, 2] },
    { filter: { latest: true }, left: [5, 4] },
    { filter: { latest: true, statusIn: [one, another] }, left: [3, 2] },
    { filter: { latest: true, company }, left: [4] },
    { filter: { latest: true, limit: 1 }, left: [5] }
  ])("filters by $filter", function* (owner, { filter, left }) {
    const rows = [
      [company, third],
      [other, another],
      [company, one],
      [other, one],
      [company, undefined],
      [other, undefined]
    ] as const
    const ids = yield* Effect.forEach(rows, ([of, status], index) =>
      Effect.map(add(owner, { company: of, createdAt: start + index * 1000 }, status), (entry) => positionOf(entry).id)
    )
    assert.deepStrictEqual(
      idsOf(yield* list(owner, { ...everything, ...filter })),
      left.map((index) => ids[index])
    )
  })

  test.prop(
    {
      before: arrivals,
      isOfCompany: Schema.Boolean,
      latest: Schema.Boolean,
      limit: intBetween(1, 3),
      meanwhile: arrivals
    },
    { runs: 60 }
  )(
    "pages through all entries without repeats or gaps while entries are added",
    function* (owner, { before, isOfCompany, latest, limit, meanwhile }) {
      const arrive = (after: number) => (arrival: { readonly at: number; readonly company: number }) =>
        add(owner, { createdAt: start + after + arrival.at, company: companies[arrival.company] ?? company })
      yield* Effect.forEach(before, arrive(0))
      const query = { latest, ...(isOfCompany && { company }) }
      const expected = yield* list(owner, { ...query, limit: 100 })
      const left = [...meanwhile]
      const seen: Array<Entry> = []
      let entries = yield* list(owner, { ...query, limit })
      const [first] = entries
      while (first !== undefined && entries.length > 0) {
        assert.isAtMost(entries.length, limit)
        seen.push(...entries)
        // Entries that arrive between two pages are newer than all others.
        yield* Effect.forEach(left.splice(0, 2), arrive(10))
        const bounds = { asOf: positionOf(first), after: positionOf(entries.at(-1) ?? first) }
        entries = yield* list(owner, { ...query, limit, ...bounds })
      }
      assert.deepStrictEqual(seen, expected)
    }
  )
}
