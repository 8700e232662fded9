/**
 * Contract tests for consent changes: each change is recorded once and completely, and no change is recorded after the
 * consent has been closed.
 */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentPrecondition, ConsentView } from "../../consents/ConsentStore.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const awaiting = Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, {
  shown: Sample.instructions,
  progress: {
    ...Sample.sharedProgress,
    _tag: "Ordered",
    bank: Sample.bankReference,
    identity: Sample.electronicIdIdentity,
    orderRef: "order-1"
  }
})

export const changeTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("replaces scope, expiry, instructions and progress", function* (store) {
    const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
    yield* store.advance(Sample.precondition(view, 0, 1), awaiting)
    const scope = { type: "PSD2_AIS", accountIds: ["acc-1"], balances: true, transactions: false } as const
    const progress = Sample.authorizedProgress
    const granted = Sample.changeToStatus("AUTHORIZED", 3, { scope, expiresAt: Sample.expiresAt - 1, progress })
    assert.isTrue(yield* store.advance(Sample.precondition(view, 1, 2), granted))
    const consent = yield* Sample.loadState(view.consentId)
    assert.deepStrictEqual(consent.scope, scope)
    assert.strictEqual(consent.expiresAt, Sample.expiresAt - 1)
    assert.deepStrictEqual(consent.shown, {})
    assert.deepStrictEqual(consent.progress, progress)
  })

  test("shows the time of revocation and the failure", function* (store) {
    const owner = yield* Sample.newOwner()
    const [revoked, failed] = [(yield* Sample.acceptConsent(owner)).view, (yield* Sample.acceptConsent(owner)).view]
    yield* store.advance(Sample.precondition(revoked, 0, 1), Sample.changeToStatus("REVOKED", 2, { revokedAt: 77 }), {
      isLasting: true
    })
    yield* store.advance(
      Sample.precondition(failed, 0, 1),
      Sample.changeToStatus("FAILED", 2, { failure: "PERSON_MISMATCH" })
    )
    const find = (consentId: string) => Effect.map(store.find(owner.clientId, consentId), Option.getOrThrow)
    const [first, second] = [yield* find(revoked.consentId), yield* find(failed.consentId)]
    assert.strictEqual(first.revokedAt, 77)
    assert.notProperty(first, "failure")
    assert.strictEqual(second.failure, "PERSON_MISMATCH")
    assert.notProperty(second, "revokedAt")
  })

  test("counts a step without visible changes", function* (store) {
    const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
    const { revision, status, statusChangedAt } = view
    const again = Sample.changeToStatus(status, revision, {
      statusChangedAt,
      progress: { ...Sample.initialProgress, attempts: 1 },
      dueAt: Sample.startTime + 60_000
    })
    assert.isTrue(yield* store.advance(Sample.precondition(view, 0, 1), again))
    assert.deepStrictEqual(yield* store.find(view.clientId, view.consentId), Option.some({ ...view, shown: {} }))
    const consent = yield* Sample.loadState(view.consentId)
    assert.strictEqual(consent.step, 1)
    assert.strictEqual(consent.progress.attempts, 1)
    assert.strictEqual(consent.dueAt, Sample.startTime + 60_000)
  })

  test.each<{ readonly what: string; readonly standing: (view: Sample.ConsentKey) => ConsentPrecondition }>([
    { what: "a step before its turn", standing: (view) => Sample.precondition(view, 2, 2) },
    { what: "a revision that never existed", standing: (view) => Sample.precondition(view, 1, 3) },
    { what: "another client", standing: (view) => Sample.precondition({ ...view, clientId: "client-other" }, 1, 2) }
  ])("rejects a change for $what", function* (store, { standing }) {
    const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
    yield* store.advance(Sample.precondition(view, 0, 1), awaiting)
    const before = yield* Sample.loadState(view.consentId)
    assert.isFalse(
      yield* store.advance(standing(view), Sample.changeToStatus("REVOKED", 3, { closed: true }), { isLasting: true })
    )
    assert.deepStrictEqual(yield* Sample.loadState(view.consentId), before)
  })

  test("keeps the public part of a closed consent and rejects further changes", function* (store) {
    const owner = yield* Sample.newOwner()
    const { view } = yield* Sample.acceptConsent(owner, {}, Sample.redirectAuthorization(`return-${owner.userId}`))
    const end = Sample.changeToStatus("FAILED", 2, {
      closed: true,
      shown: Sample.instructions,
      progress: Sample.redirectedProgress(`return-${owner.userId}`)
    })
    assert.isTrue(yield* store.advance(Sample.precondition(view, 0, 1), end))
    const { revision, status, statusChangedAt } = end
    const left = Option.some<ConsentView>({
      ...view,
      failure: "USER_CANCELLED",
      revision,
      status,
      statusChangedAt,
      shown: {}
    })
    assert.deepStrictEqual(yield* store.find(view.clientId, view.consentId), left)
    assert.deepStrictEqual(yield* store.loadState(view.consentId), Option.none())
    assert.isFalse(
      yield* store.advance(Sample.precondition(view, 1, 2), Sample.changeToStatus("REVOKED", 3), { isLasting: true })
    )
    assert.deepStrictEqual(yield* store.find(view.clientId, view.consentId), left)
  })
}
