/** What a process that starts again asks for: collections that the engine may not have heard of, or has still to forget. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const everything = 1_000_000

export const recovering = (it: Suite): void => {
  it.effect("names an accepted collection until its first step was recorded", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const { collectionId } = (yield* Sample.accepted(clientId)).head
      assert.include(yield* store.unstarted, collectionId)
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("LOGIN", 2)])
      assert.notInclude(yield* store.unstarted, collectionId)
    })
  )

  it.effect("does not name a collection that ended with its first step", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.ended(yield* Sample.newClient, "FAILED")
      assert.notInclude(yield* store.unstarted, collectionId)
    })
  )

  it.effect("names a collection that holds input, with the step that is to consume it", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      const mine = Effect.map(store.unconsumed, (all) => all.filter((entry) => entry.collectionId === collectionId))
      assert.deepStrictEqual(yield* mine, [])
      yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
      assert.deepEqual(yield* mine, [{ collectionId, step: 2 }])
      yield* store.advance(Sample.found(collectionId, 2, 4), [Sample.stepTo("COLLECTING", 5)])
      assert.deepStrictEqual(yield* mine, [])
    })
  )

  it.effect("names a collection whose journal is to be forgotten, from its end on until it was", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const running = (yield* Sample.accepted(clientId)).head.collectionId
      const at = Sample.start + 5_000
      const over = yield* Sample.ended(clientId, "COMPLETED_EMPTY", { at })
      assert.notInclude(yield* store.journaled(at, everything), over)
      const due = yield* store.journaled(at + 1, everything)
      assert.include(due, over)
      assert.notInclude(due, running)
      yield* store.journalForgotten([over])
      assert.notInclude(yield* store.journaled(at + 1, everything), over)
    })
  )

  it.effect("names no more journals than it was asked for", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      for (let i = 0; i < 3; i++) yield* Sample.ended(clientId, "FAILED")
      assert.lengthOf(yield* store.journaled(Sample.deadline, 2), 2)
    })
  )

  it.effect("takes it that no journal was forgotten", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const over = yield* Sample.ended(yield* Sample.newClient, "FAILED")
      yield* store.journalForgotten([])
      assert.include(yield* store.journaled(Sample.deadline, everything), over)
    })
  )
}
