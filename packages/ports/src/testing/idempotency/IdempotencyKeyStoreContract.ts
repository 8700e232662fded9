/**
 * The contract of {@link IdempotencyKeyStore}, including keys that are stored together with writes to other stores
 * (spec 8).
 */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Option } from "effect"
import type { Layer } from "effect"
import { TestClock } from "effect/testing"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { IdempotencyKeyTaken, IdempotencyKeyStore } from "../../idempotency/IdempotencyKeys.ts"
import type { NewIdempotencyRecord, IdempotentResult } from "../../idempotency/IdempotencyKeys.ts"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import * as CollectionSample from "../samples/CollectionSample.ts"
import * as ConsentSample from "../samples/ConsentSample.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Text from "../samples/Text.ts"

const day = 24 * 60 * 60 * 1000

const newRecord = Effect.fnUntraced(function* (clientId: string, more: Partial<NewIdempotencyRecord> = {}) {
  const at = yield* Clock.currentTimeMillis
  const record: NewIdempotencyRecord = {
    id: Text.blindIndexOf(yield* Fixture.newId),
    request: Text.blindIndexOf("a"),
    clientId,
    at,
    until: at + day,
    ...more
  }
  return record
})

const newMade = Effect.map(Fixture.newId, (id): IdempotentResult => ({ id, isNew: true }))

const accept = Effect.fnUntraced(function* (record: NewIdempotencyRecord, userId?: string) {
  const keys = yield* IdempotencyKeyStore
  const store = yield* CollectionStore
  const collection = yield* CollectionSample.make(record.clientId, userId === undefined ? {} : { userId })
  const made: IdempotentResult = { id: collection.identity.collectionId, isNew: true }
  const isTaken = Effect.catchTag(keys.within(record, made, store.accept(collection)), "IdempotencyKeyTaken", () =>
    Effect.succeed("TAKEN" as const)
  )
  return { made, result: yield* isTaken }
})

type Stores = ClientStore | CollectionStore | ConsentStore | IdempotencyKeyStore | UserStore

export const idempotencyKeyStoreContract = <E>(name: string, adapter: Layer.Layer<Stores, E>) =>
  layer(adapter)(`the idempotency key store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, IdempotencyKeyStore)

    test("keeps a key until the end of its retention", function* (store) {
      const record = yield* newRecord(yield* Fixture.newClient)
      const made = yield* newMade
      assert.deepStrictEqual(yield* store.find(record.id), Option.none())
      assert.isTrue(yield* store.keep(record, made))
      assert.isFalse(yield* store.keep({ ...record, request: Text.blindIndexOf("b") }, yield* newMade))
      yield* TestClock.adjust(day - 1)
      yield* store.eraseExpired(yield* Clock.currentTimeMillis)
      assert.deepStrictEqual(
        yield* store.find(record.id),
        Option.some({ request: record.request.written.bytes, result: made })
      )
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* store.find(record.id), Option.none())
      assert.isAtLeast(yield* store.eraseExpired(yield* Clock.currentTimeMillis), 1)
      assert.strictEqual(yield* store.eraseExpired(yield* Clock.currentTimeMillis), 0)
    })

    test("replaces a key whose retention has ended", function* (store) {
      const record = yield* newRecord(yield* Fixture.newClient)
      yield* store.keep(record, yield* newMade)
      yield* TestClock.adjust(day)
      const made: IdempotentResult = { ...(yield* newMade), isNew: false }
      const later = yield* newRecord(record.clientId, { id: record.id, request: Text.blindIndexOf("b") })
      assert.isTrue(yield* store.keep(later, made))
      assert.deepStrictEqual(
        yield* store.find(record.id),
        Option.some({ request: later.request.written.bytes, result: made })
      )
    })

    test("keeps a key with the write that accepts the request", function* (store) {
      const record = yield* newRecord(yield* Fixture.newClient)
      const { made, result } = yield* accept(record)
      assert.strictEqual(result, "ACCEPTED")
      assert.deepStrictEqual(
        yield* store.find(record.id),
        Option.some({ request: record.request.written.bytes, result: made })
      )
    })

    test("keeps no key if the write has no effect", function* (store) {
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newUser(clientId)
      yield* (yield* UserStore).erase(clientId, userId, Fixture.startTime)
      const record = yield* newRecord(clientId, { userId })
      assert.strictEqual((yield* accept(record, userId)).result, "USER_ERASED")
      assert.deepStrictEqual(yield* store.find(record.id), Option.none())
    })

    test("keeps no key if the write fails", function* (store) {
      const record = yield* newRecord(yield* Fixture.newClient)
      const { collection, made } = yield* Effect.map(CollectionSample.make("no such client"), (collection) => ({
        collection,
        made: { id: collection.identity.collectionId, isNew: true }
      }))
      const write = (yield* CollectionStore).accept(collection)
      assert.strictEqual((yield* Effect.flip(store.within(record, made, write)))._tag, "StoreError")
      assert.deepStrictEqual(yield* store.find(record.id), Option.none())
    })

    test("lets only one of several concurrent requests take effect", function* () {
      const record = yield* newRecord(yield* Fixture.newClient)
      const all = yield* Fixture.runConcurrently(Array.from({ length: 8 }, () => accept(record)))
      assert.lengthOf(
        all.filter(({ result }) => result === "ACCEPTED"),
        1
      )
      assert.lengthOf(yield* CollectionSample.listCollections(record.clientId), 1)
    })

    test("creates a user only once, and keeps no key for an existing user", function* (store) {
      const users = yield* UserStore
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newId
      const user = { userId, clientId, externalId: "customer-1", createdAt: Fixture.startTime }
      const made: IdempotentResult = { id: userId, isNew: true }
      const [first, second] = [yield* newRecord(clientId), yield* newRecord(clientId)]
      assert.isTrue((yield* store.within(first, made, users.create(user))).created)
      const other = { ...user, userId: yield* Fixture.newId, externalId: "customer-2" }
      assert.instanceOf(yield* Effect.flip(store.within(first, made, users.create(other))), IdempotencyKeyTaken)
      assert.deepStrictEqual(yield* users.findByExternalId(clientId, "customer-2"), Option.none())
      assert.isFalse((yield* store.within(second, made, users.create(user))).created)
      assert.deepStrictEqual(yield* store.find(second.id), Option.none())
    })

    test("erases the keys of a user's requests and objects", function* (store) {
      const owner = yield* ConsentSample.newOwner()
      const { clientId, userId } = owner
      const consent = yield* ConsentSample.make(owner)
      yield* (yield* ConsentStore).accept(consent)
      const collection = yield* CollectionSample.acceptCollection(clientId, { userId })
      const records = yield* Effect.forEach(
        [userId, consent.view.consentId, collection.identity.collectionId],
        Effect.fnUntraced(function* (id) {
          const record = yield* newRecord(clientId)
          yield* store.keep(record, { id, isNew: false })
          return record
        })
      )
      const own = yield* newRecord(clientId, { userId })
      const foreign = yield* newRecord(clientId)
      for (const record of [own, foreign]) yield* store.keep(record, yield* newMade)
      yield* store.eraseOfUser(clientId, userId)
      for (const { id } of [...records, own]) assert.deepStrictEqual(yield* store.find(id), Option.none())
      assert.isTrue(Option.isSome(yield* store.find(foreign.id)))
    })
  })
