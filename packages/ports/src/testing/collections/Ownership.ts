/** Contract tests for ownership: who can see a user's collections, and whose API keys can poll them (spec 5). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionIdentity, NewCollection } from "../../collections/CollectionStore.ts"
import { ClientStore } from "../../auth/ClientStore.ts"
import type { ApiKeyLimits } from "../../auth/ApiKeyLimits.ts"
import type { ApiKeyLookup } from "../../auth/ApiKeys.ts"
import { UserStore } from "../../users/UserStore.ts"
import { acceptDuringErasure, newId, runConcurrently, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const acceptedIdentity = (clientId: string, identity: Sample.IdentityOverrides) =>
  Effect.map(Sample.acceptCollection(clientId, identity), Sample.listItemOf)

export const ownershipTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("shows its user, if any, in every view", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const nobodys = yield* acceptedIdentity(clientId, {})
    const theirs = yield* acceptedIdentity(clientId, { userId, createdAt: Sample.startTime + 1000 })
    assert.deepStrictEqual(yield* Sample.listCollections(clientId), [theirs, nobodys])
    const read = Effect.fnUntraced(function* ({ collectionId }: CollectionIdentity) {
      const status = Option.getOrThrow(yield* store.status(clientId, collectionId))
      const collection = Option.getOrThrow(yield* store.loadState(collectionId))
      const data = Option.getOrThrow(yield* store.dataFacts(clientId, collectionId))
      return [status, collection, data]
    })
    for (const view of yield* read(theirs)) assert.strictEqual(view.userId, userId)
    for (const view of yield* read(nobodys)) assert.notProperty(view, "userId")
  })

  test("is listed by user, in combination with every other filter", function* () {
    const clientId = yield* Sample.newClient
    const [userId, other] = [yield* Sample.newUser(clientId), yield* Sample.newUser(clientId)]
    const at = (seconds: number) => ({ createdAt: Sample.startTime + seconds * 1000 })
    const first = yield* acceptedIdentity(clientId, { userId, ...at(0), attributes: { EXTERNAL_REFERENCE: "case 1" } })
    const second = yield* acceptedIdentity(clientId, { userId, ...at(1) })
    const third = yield* acceptedIdentity(clientId, { userId, ...at(2), company: "se-tallbo" })
    const foreign = yield* acceptedIdentity(clientId, {
      userId: other,
      ...at(3),
      attributes: { EXTERNAL_REFERENCE: "case 1" }
    })
    yield* acceptedIdentity(clientId, at(4))
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId }), [third, second, first])
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId: other }), [foreign])
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId, externalReference: "case 1" }), [first])
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId, company: "se-nordhem", limit: 1 }), [
      second
    ])
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId, statusIn: ["FAILED"] }), [])
    // The company's newest collection belongs to another user, so it does not count.
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId, latest: true }), [third, second])
    assert.deepStrictEqual(yield* Sample.listCollections(clientId, { userId: yield* newId }), [])
  })

  test("is rejected for an erased, foreign or unknown user", function* (store) {
    const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
    const erased = yield* Sample.newUser(clientId)
    yield* (yield* UserStore).erase(clientId, erased, Sample.startTime)
    for (const userId of [erased, yield* Sample.newUser(stranger), yield* newId]) {
      const collection = yield* Sample.make(clientId, { userId })
      assert.strictEqual(yield* store.accept(collection), "USER_ERASED")
      assert.deepStrictEqual(yield* store.loadState(collection.identity.collectionId), Option.none())
      assert.deepStrictEqual(yield* store.history(collection.identity.collectionId), [])
    }
    assert.strictEqual(yield* store.accept(yield* Sample.make(clientId)), "ACCEPTED")
  })

  test("fixes with a user's first start whether the user is for tests", function* (store) {
    const clientId = yield* Sample.newClient
    for (const isTest of [true, false]) {
      const userId = yield* Sample.newUser(clientId)
      const start = (test: boolean, more: Partial<NewCollection> = {}) =>
        Effect.flatMap(Sample.make(clientId, { userId, ...(test && { test }) }), (made) =>
          store.accept({ ...made, ...more })
        )
      // A rejected start does not decide whether the user is a test user.
      assert.strictEqual(yield* start(!isTest, { quotas: { runningCollections: 0 } }), "TOO_MANY_RUNNING")
      assert.strictEqual(yield* start(isTest), "ACCEPTED")
      assert.strictEqual(yield* start(!isTest), isTest ? "USER_IS_TEST" : "USER_IS_REAL")
      assert.strictEqual(yield* start(isTest), "ACCEPTED")
      const listed = yield* Sample.listCollections(clientId, { userId })
      assert.deepStrictEqual(
        listed.map(({ test = false }) => test),
        [isTest, isTest]
      )
    }
  })

  test("of one user are all for tests or all real, also if they start at the same time", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const made = yield* Effect.forEach(Array.from({ length: 8 }), (_, index) =>
      Sample.make(clientId, { userId, ...(index % 2 === 0 && { test: true as const }) })
    )
    yield* runConcurrently(made.map((each) => store.accept(each)))
    const kinds = new Set((yield* Sample.listCollections(clientId, { userId })).map(({ test = false }) => test))
    assert.strictEqual(kinds.size, 1)
  })

  test("is running after a concurrent erasure of its user, if it was accepted before", function* (store) {
    const clientId = yield* Sample.newClient
    const userId = yield* Sample.newUser(clientId)
    const collections = yield* Effect.forEach(Array.from({ length: 12 }), () => Sample.make(clientId, { userId }))
    const kept = yield* acceptDuringErasure({ clientId, userId }, collections, (each) =>
      Effect.map(store.accept(each), (acceptance) => acceptance === "ACCEPTED")
    )
    assert.sameMembers(
      [...(yield* store.running(clientId, userId))],
      kept.map(({ identity }) => identity.collectionId)
    )
  })

  test("is running until it has ended", function* (store) {
    const clientId = yield* Sample.newClient
    const [userId, other] = [yield* Sample.newUser(clientId), yield* Sample.newUser(clientId)]
    const fresh = yield* acceptedIdentity(clientId, { userId })
    const begun = yield* acceptedIdentity(clientId, { userId })
    yield* store.advance(Sample.precondition(begun.collectionId, 0, 1), [Sample.changeToStatus("LOGIN", 2)])
    yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY", {}, { userId })
    yield* acceptedIdentity(clientId, { userId: other })
    yield* acceptedIdentity(clientId, {})
    const running = Effect.map(store.running(clientId, userId), (ids) => [...ids])
    assert.sameMembers(yield* running, [fresh.collectionId, begun.collectionId])
    yield* Sample.abandonCollection(fresh.collectionId, Sample.startTime)
    assert.deepStrictEqual(yield* running, [begun.collectionId])
    assert.deepStrictEqual(yield* store.running(yield* Sample.newClient, userId), [])
  })
}

const hashOf = (keyId: string) => Uint8Array.from(keyId, (character) => character.charCodeAt(0))

const newKey = Effect.fnUntraced(function* (clientId: string, limits?: ApiKeyLimits) {
  const keyId = yield* newId
  const key: ApiKeyLookup = { _tag: "Hash", hash: hashOf(keyId) }
  assert.isTrue(yield* (yield* ClientStore).addKey(clientId, key.hash, keyId, limits))
  return { key, keyId }
})

export const pollTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("returns the facts that the status object shows", function* (store) {
    const clientId = yield* Sample.newClient
    const { key } = yield* newKey(clientId)
    const plain = yield* Sample.acceptCollection(clientId, {})
    const sealed = yield* Sample.acceptCollection(clientId, { attributes: { EXTERNAL_REFERENCE: "case 7" } })
    const { collectionId } = sealed.identity
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [
      { ...Sample.changeToStatus("TWO_FACTOR_PENDING", 2), shown: Sample.codeQuestionInformation }
    ])
    for (const id of [plain.identity.collectionId, collectionId]) {
      const { client, ...facts } = Option.getOrThrow(yield* store.poll(key, id))
      assert.deepStrictEqual({ ...client }, { id: clientId, environment: "test", requiresMutualTls: false })
      assert.containsSubset(Option.getOrThrow(yield* store.status(clientId, id)), facts)
      assert.deepStrictEqual(yield* store.poll({ _tag: "Client", clientId }, id), yield* store.poll(key, id))
    }
    assert.containsSubset(Option.getOrThrow(yield* store.poll(key, collectionId)), {
      attributes: { EXTERNAL_REFERENCE: "case 7" },
      shown: Sample.codeQuestionInformation
    })
    assert.notProperty(Option.getOrThrow(yield* store.poll(key, plain.identity.collectionId)), "attributes")
  })

  test("shows the key's limits, and at once that a client must use mutual TLS", function* (store) {
    const clientId = yield* Sample.newClient
    const keyLimits: ApiKeyLimits = { scopes: ["collections:read"] }
    const { key } = yield* newKey(clientId, keyLimits)
    const { collectionId } = (yield* Sample.acceptCollection(clientId, {})).identity
    yield* (yield* ClientStore).requireMutualTls(clientId, true)
    const { client } = Option.getOrThrow(yield* store.poll(key, collectionId))
    assert.deepStrictEqual({ ...client }, { id: clientId, environment: "test", requiresMutualTls: true, keyLimits })
  })

  test("finds nothing for another client, an unknown key or collection, or a revoked key", function* (store) {
    const [clientId, stranger] = [yield* Sample.newClient, yield* Sample.newClient]
    const [{ key, keyId }, foreign] = [yield* newKey(clientId), yield* newKey(stranger)]
    const { collectionId } = (yield* Sample.acceptCollection(clientId, {})).identity
    const lookups: ReadonlyArray<ApiKeyLookup> = [
      foreign.key,
      { _tag: "Hash", hash: hashOf(yield* newId) },
      { _tag: "Client", clientId: stranger },
      { _tag: "Client", clientId: yield* newId }
    ]
    for (const lookup of lookups) assert.deepStrictEqual(yield* store.poll(lookup, collectionId), Option.none())
    assert.deepStrictEqual(yield* store.poll(key, yield* newId), Option.none())
    assert.isTrue(Option.isSome(yield* store.poll(key, collectionId)))
    yield* (yield* ClientStore).revokeKey(keyId)
    assert.deepStrictEqual(yield* store.poll(key, collectionId), Option.none())
  })
}
