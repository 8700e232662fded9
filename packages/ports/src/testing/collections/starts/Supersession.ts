/**
 * Contract tests for sessions: a start either ends all of the session's earlier collections or changes nothing (spec
 * 2.1).
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CollectionStore } from "../../../collections/CollectionStore.ts"
import type { CompanyCleanup, NewCollection, SupersedingStart } from "../../../collections/CollectionStore.ts"
import { runConcurrently, testsOf } from "../../samples/Fixture.ts"
import * as Sample from "../../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../../samples/CollectionSample.ts"

const key = "the session of maja"

const inSession = Effect.fnUntraced(function* (clientId: string, session: Partial<SupersedingStart> = {}) {
  const collection: NewCollection = {
    ...(yield* Sample.make(clientId)),
    inSession: { key, superseded: [], cleanups: [], ...session }
  }
  return { collection, id: collection.identity.collectionId }
})

const accepted = Effect.fnUntraced(function* (clientId: string) {
  const { collection, id } = yield* inSession(clientId)
  assert.strictEqual(yield* (yield* CollectionStore).accept(collection), "ACCEPTED")
  return id
})

const replaced = Sample.changeToStatus("FAILED", 3)
const cleanup: CompanyCleanup = {
  collectionId: "an-id",
  step: 2,
  session: "open",
  answers: [Sample.codeAnswer],
  order: Sample.loginOrder
}

const idsOf = Effect.fnUntraced(function* (clientId: string, text = key) {
  return (yield* (yield* CollectionStore).ofSession(clientId, text)).map(({ collectionId }) => collectionId)
})

export const supersessionTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("finds a session's running collections of the same client until they collect", function* (store) {
    const clientId = yield* Sample.newClient
    yield* Sample.acceptCollection(clientId)
    const id = yield* accepted(clientId)
    assert.deepStrictEqual(yield* idsOf(clientId), [id])
    assert.deepStrictEqual(yield* idsOf(clientId, "another"), [])
    assert.deepStrictEqual(yield* idsOf(yield* Sample.newClient), [])
    yield* store.advance(Sample.precondition(id, 0, 1), [Sample.changeToStatus("COLLECTING", 2)])
    yield* store.advance(Sample.precondition(id, 1, 2), [Sample.changeToStatus("WAITING_FOR_USER_ACTION", 3)])
    assert.deepStrictEqual(yield* idsOf(clientId), [])
  })

  test("ends superseded collections with the acceptance, and keeps their leftovers for the first step", function* (store) {
    const clientId = yield* Sample.newClient
    const before = yield* accepted(clientId)
    yield* store.advance(Sample.precondition(before, 0, 1), [Sample.changeToStatus("LOGIN", 2)])
    const superseded = [{ found: Sample.precondition(before, 1, 2), end: replaced }]
    const { collection, id } = yield* inSession(clientId, { superseded, cleanups: [cleanup] })
    assert.strictEqual(yield* store.accept(collection), "ACCEPTED")
    const ended = yield* Sample.loadState(before)
    assert.strictEqual(ended.status, "FAILED")
    assert.notProperty(ended, "order")
    assert.notProperty(ended, "session")
    assert.deepStrictEqual((yield* store.history(before)).at(-1), { revision: 3, status: "FAILED", at: replaced.at })
    assert.deepStrictEqual(yield* idsOf(clientId), [id])
    assert.deepStrictEqual((yield* Sample.loadState(id)).cleanups, [cleanup])
    yield* store.advance(Sample.precondition(id, 0, 1), [Sample.changeToStatus("LOGIN", 2)])
    assert.notProperty(yield* Sample.loadState(id), "leftovers")
  })

  test("changes nothing if the session has another collection or a found collection has changed", function* (store) {
    const clientId = yield* Sample.newClient
    const before = yield* accepted(clientId)
    const unaware = yield* inSession(clientId)
    assert.strictEqual(yield* store.accept(unaware.collection), "SESSION_CHANGED")
    const superseded = [{ found: Sample.precondition(before, 0, 1), end: replaced }]
    const late = yield* inSession(clientId, { superseded })
    yield* store.advance(Sample.precondition(before, 0, 1), [Sample.changeToStatus("LOGIN", 2)])
    assert.strictEqual(yield* store.accept(late.collection), "SESSION_CHANGED")
    assert.strictEqual((yield* Sample.loadState(before)).status, "LOGIN")
    assert.deepStrictEqual(yield* idsOf(clientId), [before])
  })

  test("accepts only one of many simultaneous starts in a session", function* (store) {
    const clientId = yield* Sample.newClient
    const starts = yield* Effect.forEach(Array.from({ length: 10 }), () => inSession(clientId))
    const results = yield* runConcurrently(starts.map(({ collection }) => store.accept(collection)))
    assert.strictEqual(results.filter((result) => result === "ACCEPTED").length, 1)
  })
}
