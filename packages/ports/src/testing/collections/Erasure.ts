/** Contract tests for erasure on demand (spec 5). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { StatusInformation } from "../../collections/CollectionStore.ts"
import { manyRowsCount, newId, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"
import { hasData, acceptEndedWithData } from "./CollectionWithData.ts"

const now = Sample.startTime + 60_000

const shown: StatusInformation = {
  information: { FAILURE_REASON: { code: "PARTIAL_DATA", message: "Some of the data could not be collected." } }
}

export const erasureTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("erases the data of an ended collection, and keeps status, history and list entry", function* (store) {
    const clientId = yield* Sample.newClient
    const [erased, other] = [yield* acceptEndedWithData(clientId), yield* acceptEndedWithData(clientId)]
    const before = yield* store.status(clientId, erased.collectionId)
    assert.isTrue(yield* store.eraseDataOf(clientId, erased.collectionId, now))
    assert.isFalse(yield* hasData(erased))
    const facts = Option.getOrThrow(yield* store.dataFacts(clientId, erased.collectionId))
    assert.deepInclude(facts, { expired: true, erasedAt: now })
    assert.isTrue(yield* hasData(other))
    assert.deepStrictEqual(yield* store.status(clientId, erased.collectionId), before)
    assert.lengthOf(yield* store.history(erased.collectionId), 2)
    assert.lengthOf(yield* Sample.listCollections(clientId), 2)
  })

  test("keeps the proof of the authentication longer than the data, until somebody erases it", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const proof = { signature: "c2lnbmF0dXJl", ocspResponse: "b2NzcA==", certificate: "Y2VydA==" }
    const accepted = (more: Sample.IdentityOverrides = {}) =>
      Effect.gen(function* () {
        const { collectionId } = (yield* Sample.acceptCollection(clientId, more)).identity
        assert.deepStrictEqual(yield* store.proof(collectionId), Option.none())
        yield* store.advance(Sample.precondition(collectionId, 0, 1), [Sample.changeToStatus("LOGIN", 2, { proof })])
        yield* store.advance(Sample.precondition(collectionId, 1, 2), [Sample.changeToStatus("COMPLETED_EMPTY", 3)])
        assert.deepStrictEqual(yield* store.proof(collectionId), Option.some(proof))
        return collectionId
      })
    const [erased, ofUser] = [yield* accepted(), yield* accepted({ userId })]
    yield* store.eraseData(now)
    assert.deepStrictEqual(yield* store.proof(erased), Option.some(proof))
    yield* store.eraseDataOf(clientId, erased, now)
    assert.deepStrictEqual(yield* store.proof(erased), Option.none())
    assert.deepStrictEqual(yield* store.proof(ofUser), Option.some(proof))
    yield* store.eraseOfUser(clientId, userId, now)
    assert.deepStrictEqual(yield* store.proof(ofUser), Option.none())
    assert.deepStrictEqual(yield* store.proof(yield* newId), Option.none())
  })

  test("has no effect on erased data", function* (store) {
    const clientId = yield* Sample.newClient
    const collection = yield* acceptEndedWithData(clientId)
    yield* store.eraseData(now)
    assert.isTrue(yield* store.eraseDataOf(clientId, collection.collectionId, now))
    assert.isTrue(yield* store.eraseDataOf(clientId, collection.collectionId, now + 1))
    assert.isFalse(yield* hasData(collection))
    assert.strictEqual(yield* store.eraseData(now), 0)
  })

  test("keeps the data of running, foreign and unknown collections", function* (store) {
    const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
    const running = yield* Sample.acceptWaitingCollection(clientId)
    const before = yield* store.loadState(running)
    assert.isFalse(yield* store.eraseDataOf(clientId, running, now))
    assert.deepStrictEqual(yield* store.loadState(running), before)
    const collection = yield* acceptEndedWithData(clientId)
    assert.isFalse(yield* store.eraseDataOf(stranger, collection.collectionId, now))
    assert.isFalse(yield* store.eraseDataOf(clientId, yield* newId, now))
    assert.isTrue(yield* hasData(collection))
  })

  test("keeps only status and failure reason of a user's ended collections", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const collection = yield* acceptEndedWithData(
      clientId,
      { shown },
      { userId, attributes: { EXTERNAL_REFERENCE: "case 4711" } }
    )
    const { collectionId } = collection
    const { attributes: _, ...before } = Option.getOrThrow(yield* store.status(clientId, collectionId))
    yield* store.eraseOfUser(clientId, userId, now)
    assert.isFalse(yield* hasData(collection))
    assert.deepStrictEqual(yield* store.history(collectionId), [])
    assert.deepStrictEqual(before.shown, shown)
    assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.some(before))
    const listed = yield* Sample.listCollections(clientId, { externalReference: "case 4711" })
    assert.deepStrictEqual(listed, [])
  })

  test("erases the ETags of answered requests", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const { collectionId } = (yield* Sample.acceptCollection(clientId, { userId })).identity
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [Sample.questionChange])
    yield* store.supply(
      Sample.precondition(collectionId, 1, 3),
      Sample.answerChange(Sample.codeAnswer, { answeredEtags: ["one"] })
    )
    yield* store.advance(Sample.precondition(collectionId, 1, 4), [Sample.changeToStatus("FAILED", 5)])
    const answered = Effect.map(
      store.loadState(collectionId),
      (collection) => Option.getOrThrow(collection).answeredEtags
    )
    assert.deepStrictEqual(yield* answered, ["one"])
    yield* store.eraseOfUser(clientId, userId, now)
    assert.deepStrictEqual(yield* answered, [])
  })

  test("keeps a user's running collection until it has ended", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const { collectionId } = (yield* Sample.acceptCollection(clientId, { userId })).identity
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [Sample.changeToStatus("LOGIN", 2)])
    const before = yield* store.loadState(collectionId)
    yield* store.eraseOfUser(clientId, userId, now)
    assert.deepStrictEqual(yield* store.loadState(collectionId), before)
    assert.lengthOf(yield* store.history(collectionId), 2)
    yield* Sample.abandonCollection(collectionId, now)
    yield* store.eraseOfUser(clientId, userId, now)
    assert.deepStrictEqual(yield* store.history(collectionId), [])
  })

  test("keeps other users' and other clients' collections, and collections without a user", function* (store) {
    const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
    const [userId, other] = [yield* Sample.newUser(clientId), yield* Sample.newUser(clientId)]
    const [mine, theirs, nobodys] = [
      yield* acceptEndedWithData(clientId, {}, { userId }),
      yield* acceptEndedWithData(clientId, {}, { userId: other }),
      yield* acceptEndedWithData(clientId)
    ]
    yield* store.eraseOfUser(stranger, userId, now)
    assert.isTrue(yield* hasData(mine))
    yield* store.eraseOfUser(clientId, userId, now)
    assert.isFalse(yield* hasData(mine))
    for (const kept of [theirs, nobodys]) assert.isTrue(yield* hasData(kept))
  })

  test("erases more of a user's collections than fit in one transaction, and later their rows", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const at = Sample.startTime + 1
    const ids = yield* Effect.forEach(Array.from({ length: manyRowsCount }), () =>
      Sample.acceptEndedCollection(clientId, "FAILED", { at }, { userId })
    )
    yield* store.eraseOfUser(clientId, userId, now)
    for (const collectionId of ids) assert.deepStrictEqual(yield* store.history(collectionId), [])
    yield* store.eraseRows(at + 1)
    assert.deepStrictEqual(yield* Sample.listCollections(clientId), [])
  })
}
