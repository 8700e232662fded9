/** Contract tests for accepting consents, and for who can see them. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { ConsentProgress } from "../../consents/ConsentProgress.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import { acceptDuringErasure, newId, nonexistentIds, testsOf } from "../samples/Fixture.ts"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import * as CollectionSample from "../samples/CollectionSample.ts"
import * as Text from "../samples/Text.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const expectNothing = Effect.fnUntraced(function* (owner: Sample.ConsentOwner, consentId: string) {
  const store = yield* ConsentStore
  assert.deepStrictEqual(yield* store.find(owner.clientId, consentId), Option.none())
  assert.deepStrictEqual(yield* store.loadState(consentId), Option.none())
  const standing = Sample.precondition({ ...owner, consentId }, 0, 1)
  assert.isFalse(yield* store.advance(standing, Sample.changeToStatus("AWAITING_AUTHORIZATION", 2)))
  assert.isFalse(yield* Sample.acceptUnattendedReading(consentId, Date.parse("2026-04-01"), 4))
})

export const acceptanceTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("returns an accepted consent unchanged", function* (store) {
    const consent = yield* Sample.make(yield* Sample.newOwner())
    assert.strictEqual(yield* store.accept(consent), "ACCEPTED")
    const { clientId, consentId } = consent.view
    assert.deepStrictEqual(yield* store.find(clientId, consentId), Option.some({ ...consent.view, shown: {} }))
  })

  test("provides the input of the first step", function* () {
    const { progress, view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
    const consent = yield* Sample.loadState(view.consentId)
    assert.deepStrictEqual(consent, { ...view, shown: {}, progress, step: 0, dueAt: view.createdAt })
  })

  test("hides a consent from other clients and other users", function* (store) {
    const owner = yield* Sample.newOwner()
    const { view } = yield* Sample.acceptConsent(owner)
    const [stranger, other] = [yield* Sample.newOwner(), yield* Sample.newOwner(owner.clientId)]
    assert.deepStrictEqual(yield* store.find(stranger.clientId, view.consentId), Option.none())
    for (const somebody of [stranger, other, { ...owner, clientId: stranger.clientId }]) {
      assert.deepStrictEqual(yield* store.list({ ...somebody, latest: false, limit: 100 }), [])
      assert.deepStrictEqual(yield* store.live(somebody.clientId, somebody.userId), [])
    }
  })

  test("finds nothing for an unknown id", function* () {
    const owner = yield* Sample.newOwner()
    yield* Sample.acceptConsent(owner)
    for (const id of [yield* newId, ...nonexistentIds]) yield* expectNothing(owner, id)
  })

  test("rejects consents of an erased, foreign or unknown user", function* (store) {
    const [erased, stranger] = [yield* Sample.newOwner(), yield* Sample.newOwner()]
    yield* (yield* UserStore).erase(erased.clientId, erased.userId, Sample.startTime)
    const others = [erased, { ...erased, userId: stranger.userId }, { clientId: erased.clientId, userId: yield* newId }]
    for (const owner of others) {
      const consent = yield* Sample.make(owner)
      assert.strictEqual(yield* store.accept(consent), "USER_ERASED")
      yield* expectNothing(owner, consent.view.consentId)
    }
  })

  test("makes its user real, and rejects consents of a user for tests", function* (store) {
    const [owner, tester] = [yield* Sample.newOwner(), yield* Sample.newOwner()]
    yield* Sample.acceptConsent(owner)
    const testBy = ({ clientId, userId }: Sample.ConsentOwner) =>
      Effect.flatMap(CollectionSample.make(clientId, { userId, test: true }), (made) =>
        Effect.flatMap(CollectionStore, (collections) => collections.accept(made))
      )
    assert.strictEqual(yield* testBy(owner), "USER_IS_REAL")
    assert.strictEqual(yield* testBy(tester), "ACCEPTED")
    assert.strictEqual(yield* store.accept(yield* Sample.make(tester)), "USER_IS_TEST")
  })

  test("lists every consent accepted before a concurrent erasure of its user", function* (store) {
    const owner = yield* Sample.newOwner()
    const consents = yield* Effect.forEach(Array.from({ length: 12 }), () => Sample.make(owner))
    const kept = yield* acceptDuringErasure(owner, consents, (each) =>
      Effect.map(store.accept(each), (acceptance) => acceptance === "ACCEPTED")
    )
    assert.sameMembers(
      [...(yield* store.live(owner.clientId, owner.userId))],
      kept.map(({ view }) => view.consentId)
    )
  })

  test.prop({ account: Text.anyText, reference: Text.anyText, token: Text.anyText }, { runs: 50 })(
    "stores any text of accounts, persons and instructions unchanged",
    function* (store, { account, reference, token }) {
      const scope = { type: "PSD2_AIS", accountIds: [account, "acc-2"], balances: true, transactions: false } as const
      const terms = { ...Sample.initialProgress.terms, scope, psuIpAddress: reference }
      const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner(), { scope }, { terms })
      const before = yield* Sample.loadState(view.consentId)
      assert.deepStrictEqual(before.scope, scope)
      assert.deepStrictEqual(before.progress.terms, terms)
      const shown = { redirectUrl: token, autoStartToken: account }
      const identity = Sample.identityOf(account)
      const bank = { bankConsentId: reference }
      const progress: ConsentProgress = { _tag: "Ordered", terms, attempts: 0, bank, identity, orderRef: token }
      const change = Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, { scope, shown, progress })
      assert.isTrue(yield* store.advance(before, change))
      const after = yield* Sample.loadState(view.consentId)
      assert.deepStrictEqual(after.shown, shown)
      assert.deepStrictEqual(after.progress, progress)
    }
  )
}
