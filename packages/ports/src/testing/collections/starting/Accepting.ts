/** Contract tests for accepted collections and their visibility. */
import { assert } from "@effect/vitest"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../../collections/CollectionStore.ts"
import { newId, strangeIds, testsOf } from "../../samples/Fixture.ts"
import * as Text from "../../samples/Text.ts"
import * as Sample from "../../samples/CollectionSample.ts"
import type { Suite } from "../../samples/CollectionSample.ts"

const expectNothing = Effect.fnUntraced(function* (clientId: string, collectionId: string) {
  const store = yield* CollectionStore
  assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.none())
  assert.deepStrictEqual(yield* store.work(collectionId), Option.none())
  assert.deepStrictEqual(yield* store.dataFacts(clientId, collectionId), Option.none())
  assert.deepStrictEqual(yield* store.history(collectionId), [])
  assert.deepStrictEqual(yield* Sample.recordsOf(store.insuranceData(collectionId)), [])
  assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [])
  assert.deepStrictEqual(yield* store.document(collectionId, "WEALTH", collectionId), Option.none())
  assert.deepStrictEqual(yield* store.outline(collectionId), Option.none())
  assert.isFalse(yield* store.timeOut(Sample.found(collectionId, 0, 1), Sample.timedOut(2, Sample.start)))
  assert.isFalse(yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("LOGIN", 2)]))
  assert.isFalse(yield* store.supply(Sample.found(collectionId, 0, 1), Sample.answeredWith(Sample.code)))
})

export const accepting = (it: Suite): void => {
  const test = testsOf(it, CollectionStore)

  test.each([{ attributes: { EXTERNAL_REFERENCE: "case 4711", BRANCH: "b 2" } }, {}])(
    "returns a collection with %o unchanged",
    function* (store, facts) {
      const { identity, products } = yield* Sample.accepted(yield* Sample.newClient, facts)
      const shown = yield* store.status(identity.clientId, identity.collectionId)
      assert.deepStrictEqual(shown, Option.some({ ...identity, products, shown: {} }))
    }
  )

  test("provides the input of the first step", function* () {
    const { deadline, identity, order, products } = yield* Sample.accepted(yield* Sample.newClient)
    const work = yield* Sample.workOf(identity.collectionId)
    assert.deepStrictEqual(work, {
      ...identity,
      dueAt: identity.createdAt,
      ...Sample.unanswered,
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
    const work = Option.getOrThrow(yield* store.work(identity.collectionId))
    assert.deepStrictEqual(work.order, order)
    assert.notProperty(work, "loginMethod")
    const shown = Option.getOrThrow(yield* store.status(clientId, identity.collectionId))
    assert.notProperty(shown, "loginMethod")
    assert.deepStrictEqual(yield* Sample.list(clientId), [Sample.listed({ ...rest, identity: without })])
    const recorded = { ...identity, collectionId: yield* newId }
    yield* store.accept({ ...rest, identity: recorded, order })
    const second = Option.getOrThrow(yield* store.status(clientId, recorded.collectionId))
    assert.strictEqual(second.loginMethod, loginMethod)
  })

  test("begins the history", function* (store) {
    const { identity } = yield* Sample.accepted(yield* Sample.newClient)
    assert.deepStrictEqual(yield* store.history(identity.collectionId), [
      { revision: 1, status: "RUNNING", at: Sample.start }
    ])
  })

  test("hides a collection from other clients", function* (store) {
    const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).identity
    const stranger = yield* Sample.newClient
    assert.deepStrictEqual(yield* store.status(stranger, collectionId), Option.none())
    assert.deepStrictEqual(yield* store.dataFacts(stranger, collectionId), Option.none())
    assert.deepStrictEqual(yield* Sample.list(stranger), [])
  })

  test("finds nothing for unusual ids", function* () {
    const clientId = yield* Sample.newClient
    yield* Sample.accepted(clientId)
    for (const id of strangeIds) yield* expectNothing(clientId, id)
  })

  test.prop({ name: Text.any, password: Text.any, reference: Text.any, username: Text.any }, { runs: 50 })(
    "stores any text of credentials, references and names unchanged",
    function* (store, { name, password, reference, username }) {
      const clientId = yield* Sample.newClient
      const collection = yield* Sample.make(clientId, { attributes: { EXTERNAL_REFERENCE: reference, BRANCH: name } })
      const order = {
        ...Sample.order,
        login: { type: "USERNAME_PASSWORD", username, password },
        accountOwnerName: name,
        attributes: { EXTERNAL_REFERENCE: reference, SESSION_ID: name }
      } as const
      yield* store.accept({ ...collection, order })
      const work = Option.getOrThrow(yield* store.work(collection.identity.collectionId))
      assert.deepStrictEqual(work.order, order)
      assert.deepStrictEqual(work.attributes, collection.identity.attributes)
      const found = yield* store.list({ clientId, externalReference: reference, latest: false, limit: 1 })
      assert.deepStrictEqual(found, [Sample.listed(collection)])
    }
  )

  test.prop({ name: Text.any, session: Text.any, value: Text.any }, { runs: 50 })(
    "stores any text of sessions, answers, records and documents unchanged",
    function* (store, { name, session, value }) {
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).identity
      const input: SupplementInfo = { type: "COLLECTION_INPUT", inputs: { ACCOUNT_OWNER_NAME: value } }
      yield* store.advance(Sample.found(collectionId, 0, 1), [{ ...Sample.asking, session }])
      yield* store.supply(Sample.found(collectionId, 1, 3), Sample.answeredWith(input))
      const work = Option.getOrThrow(yield* store.work(collectionId))
      assert.strictEqual(work.session, session)
      assert.deepStrictEqual(work.answers, [input])
      const record = { ...Sample.pension, insuredPersonName: name }
      const documentId = yield* newId
      const file = Sample.document(documentId, { name, bytes: Text.bytes(value) })
      const end = Sample.stepTo("COMPLETED", 5, { data: { WEALTH: [record] }, documents: [file] })
      yield* store.advance(Sample.found(collectionId, 1, 4), [end])
      assert.deepStrictEqual(yield* Sample.recordsOf(store.wealthData(collectionId)), [record])
      assert.deepStrictEqual(yield* store.document(collectionId, "INSURANCE", documentId), Option.some(file))
    }
  )
}
