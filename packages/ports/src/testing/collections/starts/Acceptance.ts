/** Contract tests for accepting collections, and for who can see them. */
import { assert } from "@effect/vitest"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../../collections/CollectionStore.ts"
import { newId, nonexistentIds, testsOf } from "../../samples/Fixture.ts"
import * as Text from "../../samples/Text.ts"
import * as Sample from "../../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../../samples/CollectionSample.ts"

const expectNothing = Effect.fnUntraced(function* (clientId: string, collectionId: string) {
  const store = yield* CollectionStore
  assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.none())
  assert.deepStrictEqual(yield* store.loadState(collectionId), Option.none())
  assert.deepStrictEqual(yield* store.dataFacts(clientId, collectionId), Option.none())
  assert.deepStrictEqual(yield* store.history(collectionId), [])
  assert.deepStrictEqual(yield* Sample.recordsOf(store.insuranceData(collectionId)), [])
  assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [])
  assert.deepStrictEqual(yield* store.document(collectionId, "WEALTH", collectionId), Option.none())
  assert.deepStrictEqual(yield* store.outline(collectionId), Option.none())
  assert.isFalse(
    yield* store.timeOut(Sample.precondition(collectionId, 0, 1), Sample.timeoutEntry(2, Sample.startTime))
  )
  assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 0, 1), [Sample.changeToStatus("LOGIN", 2)]))
  assert.isFalse(yield* store.supply(Sample.precondition(collectionId, 0, 1), Sample.answerChange(Sample.codeAnswer)))
})

export const acceptanceTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test.each([{ attributes: { EXTERNAL_REFERENCE: "case 4711", BRANCH: "b 2" } }, {}])(
    "returns a collection with %o unchanged",
    function* (store, facts) {
      const { identity, products } = yield* Sample.acceptCollection(yield* Sample.newClient, facts)
      const shown = yield* store.status(identity.clientId, identity.collectionId)
      assert.deepStrictEqual(shown, Option.some({ ...identity, products, shown: {} }))
    }
  )

  test("provides the input of the first step", function* () {
    const { deadline, identity, order, products } = yield* Sample.acceptCollection(yield* Sample.newClient)
    const collection = yield* Sample.loadState(identity.collectionId)
    assert.deepStrictEqual(collection, {
      ...identity,
      dueAt: identity.createdAt,
      ...Sample.noAnswers,
      shown: {},
      products,
      order,
      deadline,
      step: 0
    })
  })

  test("stores the order of a collection under a stored consent, with and without a login method", function* (store) {
    const clientId = yield* Sample.newClient
    const { identity, ...rest } = yield* Sample.make(clientId)
    const { loginMethod, ...without } = identity
    const order = Sample.storedConsentOrder
    assert.strictEqual(yield* store.accept({ ...rest, identity: without, order }), "ACCEPTED")
    const collection = Option.getOrThrow(yield* store.loadState(identity.collectionId))
    assert.deepStrictEqual(collection.order, order)
    assert.notProperty(collection, "loginMethod")
    const shown = Option.getOrThrow(yield* store.status(clientId, identity.collectionId))
    assert.notProperty(shown, "loginMethod")
    assert.deepStrictEqual(yield* Sample.listCollections(clientId), [Sample.listItemOf({ ...rest, identity: without })])
    const recorded = { ...identity, collectionId: yield* newId }
    yield* store.accept({ ...rest, identity: recorded, order })
    const second = Option.getOrThrow(yield* store.status(clientId, recorded.collectionId))
    assert.strictEqual(second.loginMethod, loginMethod)
  })

  test("begins the history", function* (store) {
    const { identity } = yield* Sample.acceptCollection(yield* Sample.newClient)
    assert.deepStrictEqual(yield* store.history(identity.collectionId), [
      { revision: 1, status: "RUNNING", at: Sample.startTime }
    ])
  })

  test("hides a collection from other clients", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    const stranger = yield* Sample.newClient
    assert.deepStrictEqual(yield* store.status(stranger, collectionId), Option.none())
    assert.deepStrictEqual(yield* store.dataFacts(stranger, collectionId), Option.none())
    assert.deepStrictEqual(yield* Sample.listCollections(stranger), [])
  })

  test("finds nothing for unusual ids", function* () {
    const clientId = yield* Sample.newClient
    yield* Sample.acceptCollection(clientId)
    for (const id of nonexistentIds) yield* expectNothing(clientId, id)
  })

  test.prop(
    { name: Text.anyText, password: Text.anyText, reference: Text.anyText, username: Text.anyText },
    { runs: 50 }
  )(
    "stores any text of credentials, references and names unchanged",
    function* (store, { name, password, reference, username }) {
      const clientId = yield* Sample.newClient
      const collection = yield* Sample.make(clientId, { attributes: { EXTERNAL_REFERENCE: reference, BRANCH: name } })
      const order = {
        ...Sample.loginOrder,
        login: { type: "USERNAME_PASSWORD", username, password },
        accountOwnerName: name,
        attributes: { EXTERNAL_REFERENCE: reference, SESSION_ID: name }
      } as const
      yield* store.accept({ ...collection, order })
      const state = Option.getOrThrow(yield* store.loadState(collection.identity.collectionId))
      assert.deepStrictEqual(state.order, order)
      assert.deepStrictEqual(state.attributes, collection.identity.attributes)
      const found = yield* store.list({ clientId, externalReference: reference, latest: false, limit: 1 })
      assert.deepStrictEqual(found, [Sample.listItemOf(collection)])
    }
  )

  test.prop({ name: Text.anyText, session: Text.anyText, value: Text.anyText }, { runs: 50 })(
    "stores any text of sessions, answers, records and documents unchanged",
    function* (store, { name, session, value }) {
      const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
      const input: SupplementInfo = { type: "COLLECTION_INPUT", inputs: { ACCOUNT_OWNER_NAME: value } }
      yield* store.advance(Sample.precondition(collectionId, 0, 1), [{ ...Sample.questionChange, session }])
      yield* store.supply(Sample.precondition(collectionId, 1, 3), Sample.answerChange(input))
      const collection = Option.getOrThrow(yield* store.loadState(collectionId))
      assert.strictEqual(collection.session, session)
      assert.deepStrictEqual(collection.answers, [input])
      const record = { ...Sample.pensionRecord, insuredPersonName: name }
      const documentId = yield* newId
      const file = Sample.makeDocument(documentId, { name, bytes: Text.textBytes(value) })
      const end = Sample.changeToStatus("COMPLETED", 5, { data: { WEALTH: [record] }, documents: [file] })
      yield* store.advance(Sample.precondition(collectionId, 1, 4), [end])
      assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [record])
      assert.deepStrictEqual(yield* store.document(collectionId, "INSURANCE", documentId), Option.some(file))
    }
  )
}
