/**
 * The contract of {@link DueProcesses} and of the counts in {@link ProcessStore}, for one kind of process (architecture
 * 4).
 */
import { assert } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { DueProcesses } from "../../processes/DueProcesses.ts"
import type { DueProcess, ProcessKind } from "../../processes/DueProcesses.ts"
import type { ProcessStore } from "../../processes/ProcessStore.ts"
import { testsOf } from "./Fixture.ts"

export interface ProcessContract<R, E> {
  readonly kind: ProcessKind
  readonly store: Effect.Effect<Pick<ProcessStore<never, never>, "census">, E, R>
  readonly accepted: Effect.Effect<string, E, R>
  readonly started: Effect.Effect<string, E, R>
  /** `at` is in milliseconds since 1970. */
  readonly ended: (at: number) => Effect.Effect<string, E, R>
  /** The earliest time at which a process ends, in milliseconds since 1970. */
  readonly at: number
}

/** A time span that is longer than any pause or timeout, in milliseconds. */
const distant = 1e14

const everything = 1_000_000

export const isDue = (kind: ProcessKind, id: string, before: number, isTakeover = false) =>
  Effect.flatMap(DueProcesses, ({ find }) =>
    Effect.map(find({ before, limit: everything, isTakeover }), (due) =>
      due.some((each) => each.kind === kind && each.id === id)
    )
  )

export const processContract = <R, E>(
  it: Vitest.MethodsNonLive<R | DueProcesses>,
  { accepted, at, ended, kind, started, store }: ProcessContract<R, E>
): void => {
  const test = testsOf(it, store)

  test("is found until its end", function* () {
    const [fresh, stepped, over] = [yield* accepted, yield* started, yield* ended(at)]
    const found = (id: string) => isDue(kind, id, at + distant)
    assert.deepStrictEqual([yield* found(fresh), yield* found(stepped), yield* found(over)], [true, true, false])
  })

  test("is found once in pages, in the order of the due times", function* () {
    for (let left = 5; left > 0; left--) yield* accepted
    const { find } = yield* DueProcesses
    const before = at + distant
    const all = yield* find({ before, limit: everything })
    const found: Array<DueProcess> = []
    for (let after: DueProcess | undefined; ;) {
      const page = yield* find({ before, limit: 2, ...(after && { after }) })
      found.push(...page)
      if (page.length < 2) break
      after = page.at(-1)
    }
    assert.deepStrictEqual(found, [...all])
    const times = all.map(({ dueAt }) => dueAt)
    assert.deepStrictEqual(
      times,
      times.toSorted((one, other) => one - other)
    )
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
}
