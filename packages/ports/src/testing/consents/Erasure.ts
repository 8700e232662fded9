/** Contract tests for erasing consents, after the retention period or with their user (spec 5, 10). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { manyRowsCount, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const closedAt = Sample.startTime + 60_000
const overdue = closedAt + 1

const cleanStore = Effect.gen(function* () {
  const store = yield* ConsentStore
  yield* store.eraseRows(overdue)
  return store
})

const expectNoTrace = Effect.fnUntraced(function* (consentId: string) {
  const store = yield* ConsentStore
  assert.isFalse(yield* Sample.acceptUnattendedReading(consentId, Date.parse("2026-04-01"), 4))
  assert.strictEqual(yield* store.eraseRows(overdue), 0)
})

export const erasureTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, cleanStore)

  test("erases a closed consent and its counts", function* (store) {
    const owner = yield* Sample.newOwner()
    const { view } = yield* Sample.acceptConsent(owner)
    yield* Sample.acceptUnattendedReading(view.consentId, Date.parse("2026-04-01"), 4)
    const end = Sample.changeToStatus("EXPIRED", 2, { at: closedAt, closed: true })
    yield* store.advance(Sample.precondition(view, 0, 1), end)
    assert.strictEqual(yield* store.eraseRows(overdue), 1)
    assert.deepStrictEqual(yield* store.find(owner.clientId, view.consentId), Option.none())
    assert.deepStrictEqual(yield* Sample.listConsents(owner), [])
    assert.strictEqual(yield* store.eraseRows(overdue), 0)
  })

  test("removes account numbers of closed consents only, and only for their client", function* (store) {
    const owner = yield* Sample.newOwner()
    const scope = {
      type: "PSD2_AIS",
      accountIds: ["SE4550000000058398257466"],
      balances: true,
      transactions: true
    } as const
    const closed = yield* Sample.acceptClosedConsent(owner, { at: closedAt, scope })
    const open = (yield* Sample.acceptConsent(owner, { scope })).view.consentId
    const stranger = yield* Sample.newOwner()
    const scopes = Effect.map(
      Sample.listConsents(owner),
      (views) => new Map(views.map((view) => [view.consentId, view.scope]))
    )
    yield* store.forgetAccounts(stranger.clientId, closed)
    assert.deepStrictEqual((yield* scopes).get(closed), scope)
    yield* store.forgetAccounts(owner.clientId, closed)
    yield* store.forgetAccounts(owner.clientId, open)
    const { accountIds: _, ...rest } = scope
    assert.deepStrictEqual([(yield* scopes).get(closed), (yield* scopes).get(open)], [rest, scope])
  })

  test("keeps consents that were closed later or are not closed", function* (store) {
    const owner = yield* Sample.newOwner()
    const later = yield* Sample.acceptClosedConsent(owner, { at: overdue })
    const open = (yield* Sample.acceptConsent(owner)).view
    yield* store.advance(Sample.precondition(open, 0, 1), Sample.changeToStatus("REVOKED", 2, { at: closedAt }))
    assert.strictEqual(yield* store.eraseRows(overdue), 0)
    const left = yield* Sample.listConsents(owner)
    assert.sameMembers(
      left.map(({ consentId }) => consentId),
      [later, open.consentId]
    )
  })

  test("erases more rows than fit in one transaction", function* (store) {
    const owner = yield* Sample.newOwner()
    yield* Effect.forEach(Array.from({ length: manyRowsCount }), () =>
      Sample.acceptClosedConsent(owner, { at: closedAt })
    )
    assert.strictEqual(yield* store.eraseRows(overdue), manyRowsCount)
    assert.deepStrictEqual(yield* Sample.listConsents(owner), [])
  })

  test("erases a user's closed consents entirely", function* (store) {
    const owner = yield* Sample.newOwner()
    const consentId = yield* Sample.acceptClosedConsent(owner, { at: closedAt })
    yield* Sample.acceptUnattendedReading(consentId, Date.parse("2026-04-01"), 4)
    assert.isTrue(yield* store.eraseOfUser(owner.clientId, owner.userId))
    assert.deepStrictEqual(yield* store.find(owner.clientId, consentId), Option.none())
    assert.deepStrictEqual(yield* Sample.listConsents(owner), [])
    yield* expectNoTrace(consentId)
    assert.isTrue(yield* store.eraseOfUser(owner.clientId, owner.userId))
  })

  test("keeps open consents and returns false until they are closed", function* (store) {
    const owner = yield* Sample.newOwner()
    const { view } = yield* Sample.acceptConsent(owner)
    const progress = Sample.endedProgress
    yield* store.advance(Sample.precondition(view, 0, 1), Sample.changeToStatus("REVOKED", 2, { progress }))
    assert.isFalse(yield* store.eraseOfUser(owner.clientId, owner.userId))
    const consent = yield* Sample.loadState(view.consentId)
    assert.deepStrictEqual(consent.progress, progress)
    yield* store.advance(consent, Sample.changeToStatus("REVOKED", 2, { closed: true }))
    assert.isTrue(yield* store.eraseOfUser(owner.clientId, owner.userId))
    assert.deepStrictEqual(yield* store.find(owner.clientId, view.consentId), Option.none())
  })

  test("keeps the consents of other users and of other clients", function* (store) {
    const owner = yield* Sample.newOwner()
    const [other, stranger] = [yield* Sample.newOwner(owner.clientId), yield* Sample.newOwner()]
    const [theirs, mine] = [yield* Sample.acceptClosedConsent(other), yield* Sample.acceptClosedConsent(owner)]
    yield* store.eraseOfUser(stranger.clientId, owner.userId)
    assert.isTrue(Option.isSome(yield* store.find(owner.clientId, mine)))
    yield* store.eraseOfUser(owner.clientId, owner.userId)
    assert.isTrue(Option.isSome(yield* store.find(owner.clientId, theirs)))
  })
}
