/** Data and records are erased when their time is over, and not before (decisions 10). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { newId } from "../Fixture.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const endedAt = Sample.start + 60_000
const overdue = endedAt + 1

/** More than an adapter may erase at once. */
const many = 230

const withData = Effect.fnUntraced(function* (clientId: string, at: number) {
  const terms = Sample.document(yield* newId)
  const data = { INSURANCE: [Sample.car], WEALTH: [Sample.pension] }
  const collectionId = yield* Sample.ended(clientId, "COMPLETED", { at, data, documents: [terms] })
  return { collectionId, documentId: terms.documentId }
})

/** Erases what earlier tests of the suite have left, so that a test can count its own. */
const clean = Effect.gen(function* () {
  const store = yield* CollectionStore
  yield* store.journalForgotten(yield* store.journaled(overdue, 1_000_000))
  yield* store.expireData(overdue)
  yield* store.expireRecords(overdue)
})

export const erasing = (it: Suite): void => {
  it.effect("erases the data and documents of a collection, and leaves its status and history", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* clean
      const clientId = yield* Sample.newClient
      const { collectionId, documentId } = yield* withData(clientId, endedAt)
      const before = yield* store.status(clientId, collectionId)
      assert.strictEqual(yield* store.expireData(overdue), 1)
      assert.deepStrictEqual(yield* Sample.recordsOf(store.insuranceData(collectionId)), [])
      assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [])
      assert.deepStrictEqual(yield* store.document(collectionId, "INSURANCE", documentId), Option.none())
      const head = Option.getOrThrow(yield* store.dataHead(clientId, collectionId))
      assert.isTrue(head.expired)
      assert.deepStrictEqual(yield* store.status(clientId, collectionId), before)
      assert.lengthOf(yield* store.history(collectionId), 2)
      assert.lengthOf(yield* store.list({ clientId, latest: false, limit: 10 }), 1)
    })
  )

  it.effect("erases data once", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* clean
      yield* withData(yield* Sample.newClient, endedAt)
      assert.strictEqual(yield* store.expireData(overdue), 1)
      assert.strictEqual(yield* store.expireData(overdue), 0)
    })
  )

  it.effect("leaves the data of collections that ended later, or run still", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* clean
      const clientId = yield* Sample.newClient
      const { collectionId, documentId } = yield* withData(clientId, overdue)
      const running = yield* Sample.waiting(clientId)
      assert.strictEqual(yield* store.expireData(overdue), 0)
      assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [Sample.pension])
      assert.isTrue(Option.isSome(yield* store.document(collectionId, "INSURANCE", documentId)))
      for (const id of [collectionId, running]) {
        assert.isFalse(Option.getOrThrow(yield* store.dataHead(clientId, id)).expired)
      }
    })
  )

  it.effect("erases a collection with its history, data and documents, once its journal was forgotten", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* clean
      const clientId = yield* Sample.newClient
      const { collectionId, documentId } = yield* withData(clientId, endedAt)
      assert.strictEqual(yield* store.expireRecords(overdue), 0)
      yield* store.journalForgotten([collectionId])
      assert.strictEqual(yield* store.expireRecords(overdue), 1)
      assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.none())
      assert.deepStrictEqual(yield* store.work(collectionId), Option.none())
      assert.deepStrictEqual(yield* store.dataHead(clientId, collectionId), Option.none())
      assert.deepStrictEqual(yield* store.history(collectionId), [])
      assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [])
      assert.deepStrictEqual(yield* store.document(collectionId, "INSURANCE", documentId), Option.none())
      assert.deepStrictEqual(yield* store.list({ clientId, latest: false, limit: 10 }), [])
      assert.strictEqual(yield* store.expireRecords(overdue), 0)
    })
  )

  it.effect("leaves collections that ended later, or run still", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* clean
      const clientId = yield* Sample.newClient
      const later = (yield* withData(clientId, overdue)).collectionId
      const running = yield* Sample.waiting(clientId)
      yield* store.journalForgotten([later])
      assert.strictEqual(yield* store.expireRecords(overdue), 0)
      const left = yield* store.list({ clientId, latest: false, limit: 10 })
      assert.sameMembers(
        left.map(({ collectionId }) => collectionId),
        [later, running]
      )
    })
  )

  it.effect("erases as many as are due", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* clean
      const clientId = yield* Sample.newClient
      const ids = yield* Effect.forEach(Array.from({ length: many }), () =>
        Sample.ended(clientId, "FAILED", { at: endedAt })
      )
      assert.strictEqual(yield* store.expireData(overdue), many)
      yield* store.journalForgotten(ids)
      assert.strictEqual(yield* store.expireRecords(overdue), many)
      assert.deepStrictEqual(yield* store.list({ clientId, latest: false, limit: 10 }), [])
    })
  )
}
