/** Contract tests for cleanups, which close what ended collections left open at their companies. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CompanyCleanup } from "../../collections/CollectionStore.ts"
import { isDue } from "../samples/ProcessContract.ts"
import { manyRowsCount, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { IdentityOverrides, CollectionTestMethods } from "../samples/CollectionSample.ts"

const endedAt = Sample.startTime + 60_000
const later = endedAt + 60_000

const ended = Effect.fnUntraced(function* (clientId: string, identity: IdentityOverrides = {}) {
  const { collectionId } = (yield* Sample.acceptCollection(clientId, identity)).identity
  const cleanups: ReadonlyArray<CompanyCleanup> = [
    { collectionId, step: 0, session: "a consent at the bank", answers: [] }
  ]
  yield* (yield* CollectionStore).advance(Sample.precondition(collectionId, 0, 1), [
    Sample.changeToStatus("AUTHENTICATION_TIMEOUT", 2, { at: endedAt, cleanups })
  ])
  return { collectionId, cleanups, found: { ...Sample.precondition(collectionId, 1, 2), dueAt: endedAt } }
})

const cleanupsOf = (collectionId: string) => Effect.map(Sample.loadState(collectionId), ({ cleanups }) => cleanups)

export const cancellationTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("is due until the company has closed everything", function* (store) {
    const { collectionId, found, cleanups } = yield* ended(yield* Sample.newClient)
    const isFound = (before: number) => isDue("collection", collectionId, before)
    assert.deepStrictEqual(yield* cleanupsOf(collectionId), cleanups)
    assert.isTrue(yield* isFound(endedAt + 1))
    assert.isTrue(yield* store.close(found, cleanups, later))
    assert.isFalse(yield* isFound(endedAt + 1))
    assert.isTrue(yield* isFound(later + 1))
    assert.isTrue(yield* store.close({ ...found, dueAt: later }, [], later))
    assert.isFalse(yield* isFound(later + 1))
    assert.isUndefined(yield* cleanupsOf(collectionId))
  })

  test("has an end that clients see at once, and keeps nothing else of the collection's steps", function* (store) {
    const clientId = yield* Sample.newClient
    const { collectionId, found } = yield* ended(clientId)
    const before = yield* store.status(clientId, collectionId)
    assert.include(Option.getOrThrow(before), { status: "AUTHENTICATION_TIMEOUT" })
    for (const erased of ["order", "session", "pending"])
      assert.notProperty(yield* Sample.loadState(collectionId), erased)
    yield* store.close(found, [], later)
    assert.deepStrictEqual(yield* store.status(clientId, collectionId), before)
    assert.lengthOf(yield* store.history(collectionId), 2)
  })

  test("is outlined, but cannot be abandoned", function* (store) {
    const { collectionId, cleanups } = yield* ended(yield* Sample.newClient)
    const outline = Option.getOrThrow(yield* store.outline(collectionId))
    assert.deepInclude(outline, { status: "AUTHENTICATION_TIMEOUT", step: 1, revision: 2 })
    assert.isFalse(yield* Sample.abandonCollection(collectionId, later))
    assert.deepStrictEqual(yield* cleanupsOf(collectionId), cleanups)
  })

  test("is recorded only in an ended collection that has not changed", function* (store) {
    const clientId = yield* Sample.newClient
    const { collectionId, found, cleanups } = yield* ended(clientId)
    assert.isTrue(yield* store.close(found, [], later))
    assert.isFalse(yield* store.close(found, cleanups, later))
    assert.isUndefined(yield* cleanupsOf(collectionId))
    const running = yield* Sample.acceptWaitingCollection(clientId)
    assert.isFalse(
      yield* store.close({ ...Sample.precondition(running, 2, 3), dueAt: Sample.questionDeadline }, cleanups, later)
    )
    assert.isUndefined(yield* cleanupsOf(running))
  })

  test("outlives its user's erasure, which is incomplete until then", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const { collectionId, found, cleanups } = yield* ended(clientId, { userId })
    assert.isFalse(yield* store.eraseOfUser(clientId, userId, later))
    assert.deepStrictEqual(yield* store.history(collectionId), [])
    assert.deepStrictEqual(yield* cleanupsOf(collectionId), cleanups)
    yield* store.close(found, [], later)
    assert.isTrue(yield* store.eraseOfUser(clientId, userId, later))
  })

  test("is erased some time after the end", function* (store) {
    yield* store.eraseCleanups(later)
    const clientId = yield* Sample.newClient
    const all = yield* Effect.forEach(Array.from({ length: manyRowsCount }), () => ended(clientId))
    assert.strictEqual(yield* store.eraseCleanups(endedAt), 0)
    assert.strictEqual(yield* store.eraseCleanups(endedAt + 1), manyRowsCount)
    assert.strictEqual(yield* store.eraseCleanups(endedAt + 1), 0)
    for (const { collectionId } of all) {
      assert.isUndefined(yield* cleanupsOf(collectionId))
      assert.isFalse(yield* isDue("collection", collectionId, later))
    }
  })
}
