/** Contract tests: the events that changes of consents add. */
import { assert } from "@effect/vitest"
import { expiryNotices } from "@sheaf/domain/ConsentEvents"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { decided } from "@sheaf/domain/testing"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import * as Sample from "../samples/ConsentSample.ts"
import { testsOf } from "../samples/Fixture.ts"
import { allOf, typesOf } from "./Read.ts"
import type { Suite } from "./Read.ts"

const [week, day] = expiryNotices

/** Accepts a consent and moves it through these statuses. */
const moved = Effect.fnUntraced(function* (owner: Sample.Owner, ...statuses: ReadonlyArray<ConsentStatus>) {
  const store = yield* ConsentStore
  const { view } = yield* Sample.accepted(owner)
  for (const [index, status] of statuses.entries()) {
    const change = Sample.changeTo(status, index + 2, { shown: Sample.instructions })
    assert.isTrue(yield* store.advance(Sample.found(view, index, index + 1), change))
  }
  return view
})

export const ofConsents = (it: Suite): void => {
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
    const events = yield* allOf(owner.clientId)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["consent.awaiting_authorization", "consent.authorized", "consent.ended"]
    )
    assert.deepStrictEqual(events.at(-1)?.facts, {
      consentId,
      company: "se-fjallbanken",
      status: "REVOKED",
      createdAt: Sample.start,
      statusChangedAt: Sample.start + 5000,
      expiresAt: Sample.expiresAt,
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      revokedAt: Sample.start + 5000
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
    const at = Sample.start + 1000
    const end = { status: decided("FAILED" as const), revision: 2, statusChangedAt: at, expiresAt: at, at }
    assert.isTrue(yield* store.abandon(found, end))
    assert.isFalse(yield* store.abandon(found, end))
    assert.deepStrictEqual(yield* typesOf(owner.clientId), ["consent.ended", "consent.ended"])
  })

  test("a consent announces its expiry once for each time that comes after the authorization", function* (store) {
    const owner = yield* Sample.newOwner()
    yield* moved(owner, "AWAITING_AUTHORIZATION", "AUTHORIZED")
    const short = yield* moved(owner, "AWAITING_AUTHORIZATION")
    const authorized = Sample.changeTo("AUTHORIZED", 3, { statusChangedAt: Sample.expiresAt - 2 * day })
    assert.isTrue(yield* store.advance(Sample.found(short, 1, 2), authorized))
    yield* moved(owner, "AWAITING_AUTHORIZATION")
    const expiring = Effect.map(allOf(owner.clientId, { types: ["consent.expiring"] }), ({ length }) => length)
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
    assert.lengthOf(yield* allOf(owner.clientId, { types: ["consent.expiring"] }), 1)
  })
}
