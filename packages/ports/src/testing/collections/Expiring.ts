/** A timeout that is made to fall due falls due at once, and nothing else does (decisions 16). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { Advance } from "../../collections/CollectionStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const now = Sample.start + 20_000

const work = (collectionId: string) =>
  Effect.gen(function* () {
    return Option.getOrThrow(yield* (yield* CollectionStore).work(collectionId))
  })

/** A collection that waits for an authentication before its step number 1. */
const authenticating = Effect.fnUntraced(function* (more: Partial<Advance> = {}) {
  const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
  const step = Sample.stepTo("WAITING_FOR_USER_ACTION", 2, { authenticateUntil: Sample.until, ...more })
  yield* (yield* CollectionStore).advance(Sample.found(collectionId, 0, 1), [step])
  return { collectionId, step }
})

export const expiring = (it: Suite): void => {
  it.effect("ends the time of a question: no answer is accepted any more", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      assert.isTrue(yield* store.expire(Sample.found(collectionId, 2, 3), Sample.expired(4, now)))
      const after = yield* work(collectionId)
      assert.strictEqual(after.pending?.until, now)
      assert.strictEqual(after.dueAt, now)
      assert.strictEqual(after.step, 2)
      const answered = Sample.answeredWith(Sample.code, { at: now, revision: 5 })
      assert.isFalse(yield* store.supply(Sample.found(collectionId, 2, 4), answered))
      assert.deepStrictEqual((yield* store.history(collectionId)).at(-1), Sample.expired(4, now))
    })
  )

  it.effect("keeps a step from being recorded that did not know of it", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId, step } = yield* authenticating()
      yield* store.expire(Sample.found(collectionId, 1, 2), { status: step.status, revision: 3, at: now })
      const before = yield* work(collectionId)
      assert.isFalse(yield* store.advance(Sample.found(collectionId, 1, 2), [step]))
      assert.deepStrictEqual(yield* work(collectionId), before)
    })
  )

  it.effect("ends the time of an authentication", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId, step } = yield* authenticating({ dueAt: Sample.until })
      const entry = { status: step.status, revision: 3, at: now }
      assert.isTrue(yield* store.expire(Sample.found(collectionId, 1, 2), entry))
      const after = yield* work(collectionId)
      assert.strictEqual(after.authenticateUntil, now)
      assert.strictEqual(after.dueAt, now)
      assert.notProperty(after, "pending")
    })
  )

  it.effect("leaves a time that is over as it was", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      yield* store.expire(Sample.found(collectionId, 2, 3), Sample.expired(4, Sample.until + 5_000))
      assert.strictEqual((yield* work(collectionId)).pending?.until, Sample.until)
    })
  )

  it.effect("does nothing once another step was taken, or something else changed", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      const before = yield* work(collectionId)
      for (const [step, revision] of [
        [1, 3],
        [2, 2]
      ] as const) {
        assert.isFalse(yield* store.expire(Sample.found(collectionId, step, revision), Sample.expired(4, now)))
      }
      assert.deepStrictEqual(yield* work(collectionId), before)
    })
  )
}
