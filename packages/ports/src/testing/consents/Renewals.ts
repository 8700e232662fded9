/** Contract tests for renewals, which replace an earlier consent (spec 2.4). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { runConcurrently, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentOwner, ConsentTestMethods } from "../samples/ConsentSample.ts"

const openOrders = (personalNumber: string) => ({ identity: personalNumber, limit: 100 })

const authorized = Effect.fnUntraced(function* (owner: ConsentOwner, personalNumber: string) {
  const store = yield* ConsentStore
  const made = { ...(yield* Sample.make(owner)), openOrders: openOrders(personalNumber) }
  yield* store.accept(made)
  const change = Sample.changeToStatus("AUTHORIZED", 2, { progress: Sample.authorizedProgress })
  assert.isTrue(yield* store.advance(Sample.precondition(made.view, 0, 1), change))
  return made.view
})

export const renewalTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("accepts one renewal at a time, and the next after its end", function* (store) {
    const owner = yield* Sample.newOwner()
    const { consentId: renews } = yield* authorized(owner, "maja")
    const made = yield* Effect.forEach(Array.from({ length: 6 }), () => Sample.make(owner, { renews }))
    const results = yield* runConcurrently(
      made.map((each) => Effect.map(store.accept(each), (result) => ({ result, view: each.view })))
    )
    const [first = assert.fail("no renewal"), ...others] = results.filter(({ result }) => result === "ACCEPTED")
    assert.isEmpty(others)
    assert.strictEqual(results.filter(({ result }) => result === "RENEWAL_OPEN").length, 5)
    assert.deepStrictEqual(yield* store.unendedRenewals(owner.clientId, renews), [first.view.consentId])
    const change = Sample.changeToStatus("AUTHORIZED", 2, { progress: Sample.authorizedProgress })
    yield* store.advance(Sample.precondition(first.view, 0, 1), change)
    assert.deepStrictEqual(yield* store.unendedRenewals(owner.clientId, renews), [first.view.consentId])
    const next = yield* Sample.make(owner, { renews })
    assert.strictEqual(yield* store.accept(next), "RENEWAL_OPEN")
    yield* store.advance(Sample.precondition(first.view, 1, 2), Sample.changeToStatus("REVOKED", 3))
    assert.isEmpty(yield* store.unendedRenewals(owner.clientId, renews))
    assert.strictEqual(yield* store.accept(next), "ACCEPTED")
  })

  test("accepts no renewal once the consent is revoked, or of another client's consent", function* (store) {
    const [owner, stranger] = [yield* Sample.newOwner(), yield* Sample.newOwner()]
    const old = yield* authorized(owner, "maja")
    const facts = { renews: old.consentId }
    assert.strictEqual(yield* store.accept(yield* Sample.make(stranger, facts)), "NOT_RENEWABLE")
    const revoke = store.advance(Sample.precondition(old, 1, 2), Sample.changeToStatus("REVOKED", 3))
    const renewal = yield* Sample.make(owner, facts)
    // Either write may come first, but if the renewal was accepted, the revocation must have found it.
    const [, raced] = yield* Effect.all([revoke, store.accept(renewal)], { concurrency: "unbounded" })
    const open = raced === "ACCEPTED" ? [renewal.view.consentId] : []
    assert.deepStrictEqual(yield* store.unendedRenewals(owner.clientId, old.consentId), open)
    assert.strictEqual(yield* store.accept(yield* Sample.make(owner, facts)), "NOT_RENEWABLE")
  })

  test("accepts no renewal by another person", function* (store) {
    const owner = yield* Sample.newOwner()
    const { consentId: renews } = yield* authorized(owner, "maja")
    const renewal = yield* Sample.make(owner, { renews })
    assert.strictEqual(yield* store.accept({ ...renewal, openOrders: openOrders("nils") }), "OTHER_PERSON")
    assert.strictEqual(yield* store.accept({ ...renewal, openOrders: openOrders("maja") }), "ACCEPTED")
  })
}
