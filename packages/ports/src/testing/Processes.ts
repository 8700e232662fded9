/** The contract of {@link ProcessStore}'s lists: processes to start, and journals to forget (architecture 4). */
import { assert } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { ProcessStore } from "../ProcessStore.ts"
import { testsOf } from "./Fixture.ts"

/** The part of a store under test, and the functions that fill it. */
export interface Processes<R, E> {
  readonly store: Effect.Effect<
    Pick<ProcessStore<never, never>, "census" | "journaled" | "journalForgotten" | "unended">,
    E,
    R
  >
  /** Accepts a process and returns its id. */
  readonly accepted: Effect.Effect<string, E, R>
  /** Accepts a process, records its first step and returns its id. */
  readonly started: Effect.Effect<string, E, R>
  /** Accepts a process, ends it at a time in milliseconds since 1970 and returns its id. */
  readonly ended: (at: number) => Effect.Effect<string, E, R>
  /** Like `ended`, but the engine does not know the process. */
  readonly endedInMemory: (at: number) => Effect.Effect<string, E, R>
  /** The earliest time at which any process ends. */
  readonly at: number
}

const everything = 1_000_000

/** Longer than any pause or timeout, in milliseconds. */
const distant = 1e14

export const processes = <R, E>(
  it: Vitest.MethodsNonLive<R>,
  { accepted, at, ended, endedInMemory, started, store }: Processes<R, E>
): void => {
  const test = testsOf(it, store)

  test("is unended until its end", function* ({ unended: all }) {
    const [fresh, stepped, over] = [yield* accepted, yield* started, yield* ended(at)]
    const unended = yield* all
    assert.include(unended, fresh)
    assert.include(unended, stepped)
    assert.notInclude(unended, over)
  })

  test("is counted by status until its end, as due or not", function* ({ census }) {
    const unendedAt = (now: number) =>
      Effect.map(census(now), (counts) =>
        [true, false].map((isDue) =>
          counts.filter((each) => each.isDue === isDue).reduce((sum, { count }) => sum + count, 0)
        )
      )
    const [before = 0] = yield* unendedAt(at + distant)
    yield* accepted
    yield* ended(at)
    assert.deepStrictEqual(yield* unendedAt(at + distant), [before + 1, 0])
    assert.deepStrictEqual(yield* unendedAt(0), [0, before + 1])
    for (const { count, dueAt, oldestAt, status } of yield* census(at)) {
      assert.isAbove(count, 0)
      assert.isAbove(oldestAt, 0)
      assert.isAtLeast(dueAt, 0)
      assert.match(status, /^[A-Z_]+$/)
    }
  })

  test("is journaled from its end until its journal is forgotten", function* ({ journaled, journalForgotten }) {
    const [running, over] = [yield* started, yield* ended(at)]
    assert.notInclude(yield* journaled(at, everything), over)
    const due = yield* journaled(at + 1, everything)
    assert.include(due, over)
    assert.notInclude(due, running)
    yield* journalForgotten([])
    assert.include(yield* journaled(at + 1, everything), over)
    yield* journalForgotten([over])
    assert.notInclude(yield* journaled(at + 1, everything), over)
  })

  test("is not journaled if the engine does not know it", function* ({ journaled }) {
    assert.notInclude(yield* journaled(at + 1, everything), yield* endedInMemory(at))
  })

  test("returns at most the requested number of journals", function* ({ journaled }) {
    for (let i = 0; i < 3; i++) yield* ended(at)
    assert.lengthOf(yield* journaled(at + 1, 2), 2)
  })
}
