/** The data of a collection, and all that is kept of a user, is erased when somebody asks for it (decisions 8). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionHead, Shown } from "../../collections/CollectionStore.ts"
import { newId } from "../Fixture.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const now = Sample.start + 60_000

/** More than an adapter may erase at once. */
const many = 230

const reason: Shown = {
  information: { FAILURE_REASON: { code: "PARTIAL_DATA", message: "Some data could not be collected." } }
}

const withData = Effect.fnUntraced(function* (clientId: string, head: Partial<CollectionHead> = {}) {
  const terms = Sample.document(yield* newId)
  const data = { INSURANCE: [Sample.car], WEALTH: [Sample.pension] }
  const more = { data, documents: [terms], shown: reason }
  const collectionId = yield* Sample.ended(clientId, "COMPLETED_PARTIAL", more, head)
  return { collectionId, documentId: terms.documentId }
})

type Ended = Effect.Success<ReturnType<typeof withData>>

/** Whether a collection still has data, and documents: it has all of them, or nothing. */
const hasData = Effect.fnUntraced(function* (clientId: string, { collectionId, documentId }: Ended) {
  const store = yield* CollectionStore
  const kept = [
    Option.isSome(yield* store.insuranceData(collectionId)),
    Option.isSome(yield* store.wealthData(collectionId)),
    Option.isSome(yield* store.document(collectionId, "INSURANCE", documentId)),
    !Option.getOrThrow(yield* store.dataHead(clientId, collectionId)).expired
  ]
  assert.lengthOf([...new Set(kept)], 1)
  return kept.every(Boolean)
})

export const erasingOnDemand = (it: Suite): void => {
  it.effect(
    "erases the data of a collection that has ended, and leaves its status, history and place in the list",
    () =>
      Effect.gen(function* () {
        const store = yield* CollectionStore
        const clientId = yield* Sample.newClient
        const [erased, other] = [yield* withData(clientId), yield* withData(clientId)]
        const before = yield* store.status(clientId, erased.collectionId)
        assert.isTrue(yield* store.eraseData(clientId, erased.collectionId, now))
        assert.isFalse(yield* hasData(clientId, erased))
        assert.isTrue(yield* hasData(clientId, other))
        assert.deepStrictEqual(yield* store.status(clientId, erased.collectionId), before)
        assert.lengthOf(yield* store.history(erased.collectionId), 2)
        assert.lengthOf(yield* store.list({ clientId, latest: false, limit: 10 }), 2)
      })
  )

  it.effect("leaves erased data erased, by whomever it was, and does not erase it again when its time is over", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const collection = yield* withData(clientId)
      yield* store.expireData(now)
      assert.isTrue(yield* store.eraseData(clientId, collection.collectionId, now))
      assert.isTrue(yield* store.eraseData(clientId, collection.collectionId, now + 1))
      assert.isFalse(yield* hasData(clientId, collection))
      assert.strictEqual(yield* store.expireData(now), 0)
    })
  )

  it.effect("erases nothing of what still runs, of another client, or of nobody", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
      const running = yield* Sample.waiting(clientId)
      const before = yield* store.work(running)
      assert.isFalse(yield* store.eraseData(clientId, running, now))
      assert.deepStrictEqual(yield* store.work(running), before)
      const collection = yield* withData(clientId)
      assert.isFalse(yield* store.eraseData(stranger, collection.collectionId, now))
      assert.isFalse(yield* store.eraseData(clientId, yield* newId, now))
      assert.isTrue(yield* hasData(clientId, collection))
    })
  )

  it.effect("erases of a user's ended collections all but that they were, and how and why they ended", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const userId = yield* Sample.newUser(clientId)
      const collection = yield* withData(clientId, { userId, externalReference: "case 4711" })
      const { collectionId } = collection
      const { externalReference: _, ...before } = Option.getOrThrow(yield* store.status(clientId, collectionId))
      yield* store.eraseOfUser(clientId, userId, now)
      assert.isFalse(yield* hasData(clientId, collection))
      assert.deepStrictEqual(yield* store.history(collectionId), [])
      assert.deepStrictEqual(before.shown, reason)
      assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.some(before))
      const listed = yield* store.list({ clientId, externalReference: "case 4711", latest: false, limit: 10 })
      assert.deepStrictEqual(listed, [])
    })
  )

  it.effect("erases which requests a user's client has answered", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const userId = yield* Sample.newUser(clientId)
      const { collectionId } = (yield* Sample.accepted(clientId, { userId })).head
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.asking])
      yield* store.supply(
        Sample.found(collectionId, 1, 3),
        Sample.answeredWith(Sample.code, { answeredEtags: ["one"] })
      )
      yield* store.advance(Sample.found(collectionId, 1, 4), [Sample.stepTo("FAILED", 5)])
      const answered = Effect.map(store.work(collectionId), (work) => Option.getOrThrow(work).answeredEtags)
      assert.deepStrictEqual(yield* answered, ["one"])
      yield* store.eraseOfUser(clientId, userId, now)
      assert.deepStrictEqual(yield* answered, [])
    })
  )

  it.effect("leaves what still runs, until it has ended and it is asked for again", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const userId = yield* Sample.newUser(clientId)
      const { collectionId } = (yield* Sample.accepted(clientId, { userId })).head
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("LOGIN", 2)])
      const before = yield* store.work(collectionId)
      yield* store.eraseOfUser(clientId, userId, now)
      assert.deepStrictEqual(yield* store.work(collectionId), before)
      assert.lengthOf(yield* store.history(collectionId), 2)
      yield* Sample.abandoned(collectionId, now)
      yield* store.eraseOfUser(clientId, userId, now)
      assert.deepStrictEqual(yield* store.history(collectionId), [])
    })
  )

  it.effect("leaves the collections of other users, of nobody, and of another client", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
      const [userId, other] = [yield* Sample.newUser(clientId), yield* Sample.newUser(clientId)]
      const [mine, theirs, nobodys] = [
        yield* withData(clientId, { userId }),
        yield* withData(clientId, { userId: other }),
        yield* withData(clientId)
      ]
      yield* store.eraseOfUser(stranger, userId, now)
      assert.isTrue(yield* hasData(clientId, mine))
      yield* store.eraseOfUser(clientId, userId, now)
      assert.isFalse(yield* hasData(clientId, mine))
      for (const kept of [theirs, nobodys]) assert.isTrue(yield* hasData(clientId, kept))
    })
  )

  it.effect("erases as many of a user's collections as there are, whose records expire all the same", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const userId = yield* Sample.newUser(clientId)
      const at = Sample.start + 1
      const ids = yield* Effect.forEach(Array.from({ length: many }), () =>
        Sample.ended(clientId, "FAILED", { at }, { userId })
      )
      yield* store.eraseOfUser(clientId, userId, now)
      for (const collectionId of ids) assert.deepStrictEqual(yield* store.history(collectionId), [])
      yield* store.journalForgotten(ids)
      yield* store.expireRecords(at + 1)
      assert.deepStrictEqual(yield* store.list({ clientId, latest: false, limit: 10 }), [])
    })
  )
}
