/** Contract tests for abandoned consents. */
import { assert } from "@effect/vitest"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { brandStatus } from "@sheaf/domain/testing"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentEnd } from "../../consents/ConsentStore.ts"
import { newId, testsOf } from "../samples/Fixture.ts"
import { isDue } from "../samples/ProcessContract.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const at = Sample.startTime + 3_600_000

const standing = Effect.fnUntraced(function* (status: ConsentStatus) {
  const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
  if (status !== "INITIATED") {
    const change = Sample.changeToStatus(status, 2, { shown: Sample.instructions })
    assert.isTrue(yield* (yield* ConsentStore).advance(Sample.precondition(view, 0, 1), change))
  }
  return view
})

const outlineOf = Effect.fnUntraced(function* (consentId: string) {
  return Option.getOrThrow(yield* (yield* ConsentStore).outline(consentId))
})

const end: ConsentEnd = { status: brandStatus("EXPIRED"), revision: 3, statusChangedAt: at, expiresAt: at, at }

export const abandonmentTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("ends and closes the consent", function* (store) {
    const view = yield* standing("AUTHORIZED")
    const before = yield* Sample.viewOf(view)
    assert.isTrue(yield* store.abandon(yield* outlineOf(view.consentId), end))
    const { at: _, ...change } = end
    assert.deepStrictEqual(yield* Sample.viewOf(view), { ...before, ...change, shown: {} })
    assert.deepStrictEqual(yield* store.loadState(view.consentId), Option.none())
    assert.deepStrictEqual(yield* store.outline(view.consentId), Option.none())
    assert.notInclude(yield* store.live(view.clientId, view.userId), view.consentId)
    assert.isFalse(yield* isDue("consent", view.consentId, view.expiresAt))
    assert.isTrue(yield* store.eraseOfUser(view.clientId, view.userId))
  })

  test("records the failure", function* (store) {
    const view = yield* standing("INITIATED")
    const failure = "BANK_UNAVAILABLE"
    const failed: ConsentEnd = { ...end, status: brandStatus("FAILED"), revision: 2, failure }
    assert.isTrue(yield* store.abandon(yield* outlineOf(view.consentId), failed))
    assert.deepInclude(yield* Sample.viewOf(view), { status: "FAILED", revision: 2, failure })
  })

  test("keeps the end of an ended consent", function* (store) {
    const view = yield* standing("REVOKED")
    const before = yield* Sample.viewOf(view)
    const { expiresAt, revision, statusChangedAt } = before
    const same = { expiresAt, revision, status: brandStatus(before.status), statusChangedAt, at }
    yield* store.abandon(yield* outlineOf(view.consentId), same)
    assert.deepStrictEqual(yield* Sample.viewOf(view), { ...before, shown: {} })
    assert.deepStrictEqual(yield* store.loadState(view.consentId), Option.none())
  })

  test("has no effect on a changed, closed or unknown consent", function* (store) {
    const view = yield* standing("AUTHORIZED")
    const outline = yield* outlineOf(view.consentId)
    const unknown = { ...outline, consentId: yield* newId }
    for (const found of [{ ...outline, step: 2 }, { ...outline, revision: 1 }, unknown]) {
      assert.isFalse(yield* store.abandon(found, end))
    }
    assert.deepStrictEqual(yield* outlineOf(view.consentId), outline)
    yield* store.advance(Sample.precondition(view, 1, 2), Sample.changeToStatus("REVOKED", 3, { closed: true }))
    const before = yield* Sample.viewOf(view)
    assert.isFalse(yield* store.abandon({ ...outline, step: 2, revision: 3 }, end))
    assert.deepStrictEqual(yield* Sample.viewOf(view), before)
  })

  test("rejects a concurrent step and a later return", function* (store) {
    const returnState = yield* newId
    const { view } = yield* Sample.acceptConsent(
      yield* Sample.newOwner(),
      {},
      Sample.redirectAuthorization(returnState)
    )
    yield* store.abandon(yield* outlineOf(view.consentId), { ...end, status: brandStatus("FAILED"), revision: 2 })
    assert.isFalse(
      yield* store.advance(Sample.precondition(view, 0, 1), Sample.changeToStatus("AWAITING_AUTHORIZATION", 2))
    )
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
  })
}
