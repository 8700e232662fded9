/** Contract tests for data collected under a consent: it is recorded only while the consent is valid (spec 3.4). */
import { assert } from "@effect/vitest"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Effect, Option } from "effect"
import type { StoredConsentRequest } from "@sheaf/domain/StartCollection"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionRequest, LoginOrder } from "../../collections/CollectionStore.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import * as ConsentSample from "../samples/ConsentSample.ts"
import { newId, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const consentIn = Effect.fnUntraced(function* (status: ConsentStatus) {
  const owner = yield* ConsentSample.newOwner()
  const { view } = yield* ConsentSample.acceptConsent(owner)
  const change = ConsentSample.changeToStatus(status, 2)
  assert.isTrue(yield* (yield* ConsentStore).advance(ConsentSample.precondition(view, 0, 1), change))
  return { clientId: owner.clientId, consentId: view.consentId, expiresAt: change.expiresAt }
})

const collecting = Effect.fnUntraced(function* (status: ConsentStatus) {
  const consent = yield* consentIn(status)
  const { collectionId } = (yield* Sample.acceptCollection(consent.clientId)).identity
  return { ...consent, collectionId }
})

const read = (under: string) =>
  Sample.changeToStatus("COMPLETED", 2, { data: { WEALTH: [Sample.pensionRecord] }, under })

const isKept = Effect.fnUntraced(function* (collectionId: string) {
  return Option.isSome(yield* (yield* CollectionStore).wealthData(collectionId))
})

export const dataUnderConsentTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("records data while the consent is authorized", function* (store) {
    const { collectionId, consentId } = yield* collecting("AUTHORIZED")
    assert.isTrue(yield* store.advance(Sample.precondition(collectionId, 0, 1), [read(consentId)]))
    assert.isTrue(yield* isKept(collectionId))
  })

  for (const status of ["REVOKED", "EXPIRED", "FAILED"] as const) {
    test(`records nothing once the consent is ${status}`, function* (store) {
      const { collectionId, consentId } = yield* collecting(status)
      const before = yield* store.loadState(collectionId)
      assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 0, 1), [read(consentId)]))
      assert.isFalse(yield* isKept(collectionId))
      assert.deepStrictEqual(yield* store.loadState(collectionId), before)
    })
  }

  test("records nothing once the consent has expired", function* (store) {
    const { collectionId, consentId, expiresAt } = yield* collecting("AUTHORIZED")
    const late = { ...read(consentId), at: expiresAt }
    assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 0, 1), [late]))
    assert.isTrue(yield* store.advance(Sample.precondition(collectionId, 0, 1), [{ ...late, at: expiresAt - 1 }]))
  })

  const ofConsent = (consentId: string): StoredConsentRequest => ({
    _tag: "StoredConsent",
    consent: { consentId },
    attributes: {}
  })
  const oneTime: LoginOrder = {
    ...Sample.loginOrder,
    oneTimeConsent: {
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      psuIpAddress: "192.0.2.17",
      psuLocale: "sv-se",
      validUntil: "2026-11-20"
    }
  }
  const endOfDay = Date.parse("2026-11-20T23:59:59.999Z")

  const collected = Effect.fnUntraced(function* (clientId: string, order: CollectionRequest) {
    const store = yield* CollectionStore
    const collection = { ...(yield* Sample.make(clientId)), order }
    yield* store.accept(collection)
    const { collectionId } = collection.identity
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [
      Sample.changeToStatus("COMPLETED", 2, { data: { WEALTH: [Sample.pensionRecord] }, proof: { signature: "c2ln" } })
    ])
    const under = Option.getOrThrow(yield* store.dataFacts(clientId, collectionId)).under
    return { collectionId, under }
  })

  test("erases the data and the proof of a consent that has ended, and no others", function* (store) {
    const { clientId, consentId, expiresAt } = yield* consentIn("AUTHORIZED")
    const revoked = yield* consentIn("REVOKED")
    const [valid, ended, erased, once, login] = [
      yield* collected(clientId, ofConsent(consentId)),
      yield* collected(revoked.clientId, ofConsent(revoked.consentId)),
      yield* collected(clientId, ofConsent(yield* newId)),
      yield* collected(clientId, oneTime),
      yield* collected(clientId, Sample.loginOrder)
    ]
    assert.deepStrictEqual(valid.under, { _tag: "StoredConsent", consentId })
    assert.deepStrictEqual(once.under, { _tag: "OneTimeConsent", until: endOfDay })
    assert.isUndefined(login.under)
    const all = [valid, ended, erased, once, login]
    const kept = Effect.forEach(all, ({ collectionId }) =>
      Effect.gen(function* () {
        const hasData = yield* isKept(collectionId)
        assert.strictEqual(Option.isSome(yield* store.proof(collectionId)), hasData)
        return hasData
      })
    )
    yield* store.eraseDataWithConsent(Math.min(expiresAt, endOfDay) - 1)
    assert.deepStrictEqual(yield* kept, [true, false, false, true, true])
    yield* store.eraseDataWithConsent(Math.max(expiresAt, endOfDay))
    assert.deepStrictEqual(yield* kept, [false, false, false, false, true])
    assert.strictEqual(yield* store.eraseDataWithConsent(Math.max(expiresAt, endOfDay)), 0)
  })

  test("records nothing under an unknown consent", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 0, 1), [read(yield* newId)]))
  })
}
