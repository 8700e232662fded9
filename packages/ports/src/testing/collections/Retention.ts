/** Contract tests for erasure at the end of the retention periods (spec 10). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { manyRowsCount, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"
import { hasData, acceptEndedWithData } from "./CollectionWithData.ts"

const endedAt = Sample.startTime + 60_000
const overdue = endedAt + 1

const cleanStore = Effect.gen(function* () {
  const store = yield* CollectionStore
  yield* store.eraseData(overdue)
  yield* store.eraseRows(overdue)
  return store
})

export const retentionTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, cleanStore)

  test("erases data and documents once, and keeps status and history", function* (store) {
    const clientId = yield* Sample.newClient
    const collection = yield* acceptEndedWithData(clientId, { at: endedAt })
    const before = yield* store.status(clientId, collection.collectionId)
    assert.strictEqual(yield* store.eraseData(overdue), 1)
    assert.strictEqual(yield* store.eraseData(overdue), 0)
    assert.isFalse(yield* hasData(collection))
    assert.deepStrictEqual(yield* store.status(clientId, collection.collectionId), before)
    assert.lengthOf(yield* store.history(collection.collectionId), 2)
    assert.lengthOf(yield* Sample.listCollections(clientId), 1)
  })

  test("erases a collection entirely", function* (store) {
    const clientId = yield* Sample.newClient
    const { collectionId, documentId } = yield* acceptEndedWithData(clientId, { at: endedAt })
    assert.strictEqual(yield* store.eraseRows(overdue), 1)
    assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.none())
    assert.deepStrictEqual(yield* store.loadState(collectionId), Option.none())
    assert.deepStrictEqual(yield* store.dataFacts(clientId, collectionId), Option.none())
    assert.deepStrictEqual(yield* store.history(collectionId), [])
    assert.deepStrictEqual(yield* store.wealthData(collectionId), Option.none())
    assert.deepStrictEqual(yield* store.document(collectionId, "INSURANCE", documentId), Option.none())
    assert.deepStrictEqual(yield* Sample.listCollections(clientId), [])
    assert.strictEqual(yield* store.eraseRows(overdue), 0)
  })

  test("keeps collections and data if the collection ended later or is running", function* (store) {
    const clientId = yield* Sample.newClient
    const later = yield* acceptEndedWithData(clientId, { at: overdue })
    const running = yield* Sample.acceptWaitingCollection(clientId)
    assert.strictEqual(yield* store.eraseData(overdue), 0)
    assert.isTrue(yield* hasData(later))
    assert.isFalse(Option.getOrThrow(yield* store.dataFacts(clientId, running)).expired)
    assert.strictEqual(yield* store.eraseRows(overdue), 0)
    const left = yield* Sample.listCollections(clientId)
    assert.sameMembers(
      left.map(({ collectionId }) => collectionId),
      [later.collectionId, running]
    )
  })

  test("erases more rows than fit in one transaction", function* (store) {
    const clientId = yield* Sample.newClient
    yield* Effect.forEach(Array.from({ length: manyRowsCount }), () =>
      Sample.acceptEndedCollection(clientId, "FAILED", { at: endedAt })
    )
    assert.strictEqual(yield* store.eraseData(overdue), manyRowsCount)
    assert.strictEqual(yield* store.eraseRows(overdue), manyRowsCount)
    assert.deepStrictEqual(yield* Sample.listCollections(clientId), [])
  })
}
