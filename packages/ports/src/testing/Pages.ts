/** What the suites of stores have in common about lists: made-up arrivals, and going through all pages (decisions 11). */
import { assert } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"

export const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** When something arrives, in milliseconds after the start (some at the same), and of which of three companies it is. */
export interface ListArrival {
  readonly at: number
  readonly company: number
}

export const arrivals = Arbitrary.array(
  Arbitrary.all({ at: Arbitrary.schema(between(0, 3)), company: Arbitrary.schema(between(0, 2)) }),
  { minLength: 3, maxLength: 8 }
)

/** Where a page begins: with no entry newer than the first one of the first page, and after the last one of the page before. */
interface Bounds<Position> {
  readonly asOf?: Position
  readonly after?: Position
}

interface Paged<Entry, Position, E, R> {
  readonly limit: number
  readonly positionOf: (entry: Entry) => Position
  readonly page: (bounds: Bounds<Position>) => Effect.Effect<ReadonlyArray<Entry>, E, R>
}

/** Reads all pages; `betweenPages` runs after each. */
export const readAll = Effect.fnUntraced(function* <Entry, Position, E, R, E2, R2>(
  { limit, page, positionOf }: Paged<Entry, Position, E, R>,
  betweenPages: Effect.Effect<unknown, E2, R2>
) {
  const seen: Array<Entry> = []
  let entries = yield* page({})
  const [first] = entries
  while (first !== undefined && entries.length > 0) {
    assert.isAtMost(entries.length, limit)
    seen.push(...entries)
    yield* betweenPages
    const last = entries.at(-1) ?? first
    entries = yield* page({ asOf: positionOf(first), after: positionOf(last) })
  }
  return seen
})
