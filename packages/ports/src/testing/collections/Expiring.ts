/** A timeout that is made to fall due falls due at once, and nothing else does (decisions 16). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const now = Sample.start + 20_000

const work = (collectionId: string) =>
  Effect.gen(function* () {
    return Option.getOrThrow(yield* (yield* CollectionStore).work(collectionId))
  })

export const expiring = (it: Suite): void => {
  it.effect("ends the time of a question: no answer is accepted any more", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const collectionId = yield* Sample.waiting(clientId)
      assert.deepStrictEqual(yield* store.expire(clientId, collectionId, now), Option.some(2))
      const after = yield* work(collectionId)
      assert.strictEqual(after.pending?.until, now)
      assert.strictEqual(after.dueAt, now)
      const answered = Sample.answeredWith(Sample.code, { at: now, revision: 5 })
      assert.isFalse(yield* store.supply(Sample.found(collectionId, 2, 4), answered))
      assert.lengthOf(yield* store.history(collectionId), 4)
    })
  )

  it.effect("keeps a step from being recorded that did not know of it", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { clientId, collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      const waiting = { authenticateUntil: Sample.until }
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("WAITING_FOR_USER_ACTION", 2, waiting)])
      yield* store.expire(clientId, collectionId, now)
      const before = yield* work(collectionId)
      const again = Sample.stepTo("WAITING_FOR_USER_ACTION", 2, waiting)
      assert.isFalse(yield* store.advance(Sample.found(collectionId, 1, 2), [again]))
      assert.deepStrictEqual(yield* work(collectionId), before)
    })
  )

  it.effect("ends the time of an authentication", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { clientId, collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      const waiting = { authenticateUntil: Sample.until, dueAt: Sample.until }
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("WAITING_FOR_USER_ACTION", 2, waiting)])
      assert.deepStrictEqual(yield* store.expire(clientId, collectionId, now), Option.some(1))
      const after = yield* work(collectionId)
      assert.strictEqual(after.authenticateUntil, now)
      assert.strictEqual(after.dueAt, now)
      assert.notProperty(after, "pending")
    })
  )

  it.effect("leaves a time that is over as it was", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const collectionId = yield* Sample.waiting(clientId)
      yield* store.expire(clientId, collectionId, Sample.until + 5_000)
      assert.strictEqual((yield* work(collectionId)).pending?.until, Sample.until)
    })
  )

  it.effect("does nothing where nothing is waited for, and to no collection of another client", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const running = (yield* Sample.accepted(clientId)).head.collectionId
      const waiting = yield* Sample.waiting(clientId)
      const stranger = yield* Sample.newClient
      for (const [client, collectionId] of [
        [clientId, running],
        [stranger, waiting]
      ] as const) {
        const before = yield* work(collectionId)
        assert.deepStrictEqual(yield* store.expire(client, collectionId, now), Option.none())
        assert.deepStrictEqual(yield* work(collectionId), before)
      }
    })
  )
}
