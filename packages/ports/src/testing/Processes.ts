/** What every {@link ProcessStore} tells of processes that the engine has not heard of, or has to forget (architecture 4). */
import { assert } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect } from "effect"
import type { ProcessStore } from "../ProcessStore.ts"

/** The part of a store that tells which journals to forget, and the means to fill it. */
export interface Processes<R, E> {
  readonly store: Effect.Effect<Pick<ProcessStore<never, never>, "journaled" | "journalForgotten" | "unstarted">, E, R>
  /** Accepts a process, and returns its id. */
  readonly accepted: Effect.Effect<string, E, R>
  /** Accepts a process, records its first step, and returns its id. */
  readonly started: Effect.Effect<string, E, R>
  /** Accepts a process that ends at a time, in milliseconds since 1970, and returns its id. */
  readonly ended: (at: number) => Effect.Effect<string, E, R>
  /** When a process can end at the earliest. */
  readonly at: number
}

const everything = 1_000_000

export const processes = <R, E>(
  it: Vitest.MethodsNonLive<R>,
  { accepted, at, ended, started, store }: Processes<R, E>
): void => {
  it.effect("names an accepted process until its first step was recorded", () =>
    Effect.gen(function* () {
      const [fresh, stepped, over] = [yield* accepted, yield* started, yield* ended(at)]
      const unstarted = yield* (yield* store).unstarted
      assert.include(unstarted, fresh)
      assert.notInclude(unstarted, stepped)
      assert.notInclude(unstarted, over)
    })
  )

  it.effect("names a process whose journal is to be forgotten, from its end on until it was", () =>
    Effect.gen(function* () {
      const { journaled, journalForgotten } = yield* store
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
  )

  it.effect("names no more journals than it was asked for", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 3; i++) yield* ended(at)
      assert.lengthOf(yield* (yield* store).journaled(at + 1, 2), 2)
    })
  )
}
