/** Contract tests for the events that the store adds when a consent changes. */
import { assert } from "@effect/vitest"
import { expiryNoticeMillis } from "@sheaf/domain/ConsentEvents"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { brandStatus } from "@sheaf/domain/testing"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import * as Sample from "../samples/ConsentSample.ts"
import { testsOf } from "../samples/Fixture.ts"
import { allEvents, eventTypes } from "./EventFixture.ts"
import type { EventTestMethods } from "./EventFixture.ts"

const [week, day] = expiryNoticeMillis

const moved = Effect.fnUntraced(function* (owner: Sample.ConsentOwner, ...statuses: ReadonlyArray<ConsentStatus>) {
  const store = yield* ConsentStore
  const { view } = yield* Sample.acceptConsent(owner)
  for (const [index, status] of statuses.entries()) {
    const change = Sample.changeToStatus(status, index + 2, { shown: Sample.instructions })
    assert.isTrue(yield* store.advance(Sample.precondition(view, index, index + 1), change))
  }
  return view
})

export const consentEventTests = (it: EventTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("a consent adds an event when it awaits authorization, is authorized and ends", function* () {
    const owner = yield* Sample.newOwner()
    const { consentId } = yield* moved(
      owner,
      "AWAITING_AUTHORIZATION",
      "AWAITING_AUTHORIZATION",
      "AUTHORIZED",
      "REVOKED"
    )
    const events = yield* allEvents(owner.clientId)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["consent.awaiting_authorization", "consent.authorized", "consent.ended"]
    )
    assert.deepStrictEqual(events.at(-1)?.facts, {
      consentId,
      company: "se-fjallbanken",
      status: "REVOKED",
      createdAt: Sample.startTime,
      statusChangedAt: Sample.startTime + 5000,
      expiresAt: Sample.expiresAt,
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      revokedAt: Sample.startTime + 5000
    })
    for (const secret of ["acc-1", "start-secret", "131daac9", "198112189876"]) {
      assert.notInclude(JSON.stringify(events), secret)
    }
  })

  test("a consent that fails or is abandoned adds one event", function* (store) {
    const owner = yield* Sample.newOwner()
    yield* moved(owner, "FAILED")
    const { consentId } = yield* moved(owner)
    const found = Option.getOrThrow(yield* store.outline(consentId))
    const at = Sample.startTime + 1000
    const end = { status: brandStatus("FAILED" as const), revision: 2, statusChangedAt: at, expiresAt: at, at }
    assert.isTrue(yield* store.abandon(found, end))
    assert.isFalse(yield* store.abandon(found, end))
    assert.deepStrictEqual(yield* eventTypes(owner.clientId), ["consent.ended", "consent.ended"])
  })

  test("a consent announces its expiry once for each time that comes after the authorization", function* (store) {
    const owner = yield* Sample.newOwner()
    yield* moved(owner, "AWAITING_AUTHORIZATION", "AUTHORIZED")
    const short = yield* moved(owner, "AWAITING_AUTHORIZATION")
    const authorized = Sample.changeToStatus("AUTHORIZED", 3, { statusChangedAt: Sample.expiresAt - 2 * day })
    assert.isTrue(yield* store.advance(Sample.precondition(short, 1, 2), authorized))
    yield* moved(owner, "AWAITING_AUTHORIZATION")
    const expiring = Effect.map(allEvents(owner.clientId, { types: ["consent.expiring"] }), ({ length }) => length)
    const counts: Array<number> = []
    for (const at of [Sample.expiresAt - week - 1, Sample.expiresAt - week, Sample.expiresAt - day, Sample.expiresAt]) {
      yield* store.announceExpiry(at)
      yield* store.announceExpiry(at)
      counts.push(yield* expiring)
    }
    assert.deepStrictEqual(counts, [0, 1, 3, 3])
  })

  test("a late announcement replaces the earlier one", function* (store) {
    const owner = yield* Sample.newOwner()
    yield* moved(owner, "AWAITING_AUTHORIZATION", "AUTHORIZED")
    for (const at of [Sample.expiresAt - 1, Sample.expiresAt - 1]) yield* store.announceExpiry(at)
    assert.lengthOf(yield* allEvents(owner.clientId, { types: ["consent.expiring"] }), 1)
  })
}
