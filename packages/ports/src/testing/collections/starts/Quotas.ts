/** Contract tests for quotas. The transaction that accepts a collection enforces them (spec 8). */
import { assert } from "@effect/vitest"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { Effect } from "effect"
import { CollectionStore } from "../../../collections/CollectionStore.ts"
import type { NewCollection } from "../../../collections/CollectionStore.ts"
import type { StartQuotas } from "../../../collections/StartQuotas.ts"
import { ConsentStore } from "../../../consents/ConsentStore.ts"
import * as ConsentSample from "../../samples/ConsentSample.ts"
import { runConcurrently, newId, newUser, testsOf } from "../../samples/Fixture.ts"
import * as Sample from "../../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../../samples/CollectionSample.ts"

const maja = { identity: "maja", limit: 2 }
const orders: StartQuotas = { runningCollections: 100, openOrders: maja }

const accept = Effect.fnUntraced(function* (clientId: string, quotas: StartQuotas, more: Partial<NewCollection> = {}) {
  const collection = { ...(yield* Sample.make(clientId)), quotas, ...more }
  return { id: collection.identity.collectionId, result: yield* (yield* CollectionStore).accept(collection) }
})

const step = Effect.fnUntraced(function* (id: string, status: CollectionStatus) {
  assert.isTrue(
    yield* (yield* CollectionStore).advance(Sample.precondition(id, 0, 1), [Sample.changeToStatus(status, 2)])
  )
})

export const quotaTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("limit the running collections of one client, and count no ended ones", function* (store) {
    const [clientId, other] = [yield* Sample.newClient, yield* Sample.newClient]
    const two = { runningCollections: 2 }
    const { id } = yield* accept(clientId, two)
    const results = yield* runConcurrently(Array.from({ length: 4 }, () => accept(clientId, two)))
    assert.sameMembers(
      results.map(({ result }) => result),
      ["ACCEPTED", "TOO_MANY_RUNNING", "TOO_MANY_RUNNING", "TOO_MANY_RUNNING"]
    )
    assert.strictEqual((yield* accept(other, two)).result, "ACCEPTED")
    assert.lengthOf(yield* store.list({ clientId, latest: false, limit: 10 }), 2)
    yield* step(id, "FAILED")
    assert.strictEqual((yield* accept(clientId, two)).result, "ACCEPTED")
    assert.strictEqual((yield* accept(clientId, two)).result, "TOO_MANY_RUNNING")
  })

  test("limit the open orders of one client for one person, until the person has authenticated", function* () {
    const [clientId, other] = [yield* Sample.newClient, yield* Sample.newClient]
    const results = yield* runConcurrently(Array.from({ length: 4 }, () => accept(clientId, orders)))
    const [first, second] = results.filter(({ result }) => result === "ACCEPTED")
    assert.lengthOf(
      results.filter(({ result }) => result === "TOO_MANY_ORDERS"),
      2
    )
    const nils = { ...orders, openOrders: { ...maja, identity: "nils" } }
    assert.strictEqual((yield* accept(clientId, nils)).result, "ACCEPTED")
    assert.strictEqual((yield* accept(other, orders)).result, "ACCEPTED")
    yield* step(first?.id ?? "", "COLLECTING")
    yield* step(second?.id ?? "", "WAITING_FOR_USER_ACTION")
    assert.strictEqual((yield* accept(clientId, orders)).result, "ACCEPTED")
    assert.strictEqual((yield* accept(clientId, orders)).result, "TOO_MANY_ORDERS")
  })

  test("count the orders of consents too", function* () {
    const clientId = yield* Sample.newClient
    const owner = { clientId, userId: yield* newUser(clientId) }
    const consents = yield* ConsentStore
    const consent = { ...(yield* ConsentSample.make(owner)), openOrders: maja }
    assert.strictEqual(yield* consents.accept(consent), "ACCEPTED")
    assert.strictEqual((yield* accept(clientId, orders)).result, "ACCEPTED")
    assert.strictEqual((yield* accept(clientId, orders)).result, "TOO_MANY_ORDERS")
    const next = { ...(yield* ConsentSample.make(owner)), openOrders: maja }
    assert.strictEqual(yield* consents.accept(next), "TOO_MANY_ORDERS")
    const { view } = consent
    yield* consents.advance(
      ConsentSample.precondition(view, 0, 1),
      ConsentSample.changeToStatus("REVOKED", 2, { closed: true })
    )
    assert.strictEqual(yield* consents.accept(next), "ACCEPTED")
  })

  test("limit all collections and consents of one Connect session, including ended ones", function* (store) {
    const clientId = yield* Sample.newClient
    const owner = { clientId, userId: yield* newUser(clientId) }
    const consents = yield* ConsentStore
    const three = { runningCollections: 100, connectSessionStarts: 3 }
    const [connectSessionId, other] = [yield* newId, yield* newId]
    const acceptIn = Effect.fnUntraced(function* (session: string) {
      const { identity } = yield* Sample.make(clientId)
      return yield* accept(clientId, three, { identity: { ...identity, connectSessionId: session } })
    })
    const consent = Effect.fnUntraced(function* () {
      const sample = yield* ConsentSample.make(owner)
      const view = { ...sample.view, connectSessionId }
      return yield* consents.accept({ ...sample, view, connectSessionStarts: 3 })
    })
    assert.strictEqual(yield* consent(), "ACCEPTED")
    const results = yield* runConcurrently(Array.from({ length: 4 }, () => acceptIn(connectSessionId)))
    const accepted = results.filter(({ result }) => result === "ACCEPTED")
    const refused = results.filter(({ result }) => result === "TOO_MANY_IN_CONNECT_SESSION")
    assert.deepStrictEqual([accepted.length, refused.length], [2, 2])
    for (const { id } of accepted) yield* step(id, "FAILED")
    assert.strictEqual((yield* acceptIn(connectSessionId)).result, "TOO_MANY_IN_CONNECT_SESSION")
    assert.strictEqual(yield* consent(), "TOO_MANY_IN_CONNECT_SESSION")
    assert.strictEqual((yield* acceptIn(other)).result, "ACCEPTED")
    assert.strictEqual((yield* accept(clientId, three)).result, "ACCEPTED")
    assert.lengthOf(yield* store.list({ clientId, connectSessionId, latest: false, limit: 10 }), 2)
  })

  test("count no collection that the new one supersedes", function* () {
    const clientId = yield* Sample.newClient
    const one = { runningCollections: 1, openOrders: { ...maja, limit: 1 } }
    const inSession = { key: "tab", superseded: [], cleanups: [] }
    const { id } = yield* accept(clientId, one, { inSession })
    assert.strictEqual((yield* accept(clientId, one)).result, "TOO_MANY_RUNNING")
    const superseded = [{ found: Sample.precondition(id, 0, 1), end: Sample.changeToStatus("FAILED", 2) }]
    const later = yield* accept(clientId, one, { inSession: { ...inSession, superseded } })
    assert.strictEqual(later.result, "ACCEPTED")
  })
}
