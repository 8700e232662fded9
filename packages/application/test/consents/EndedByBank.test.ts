/** The daily check finds consents that the bank has ended (spec 2.4). */
import { assert, describe, it } from "@effect/vitest"
import type { BankConsentState } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import * as World from "../collections/World.ts"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"

/** All consents share this grant. From its account id, Sheaf concludes that they belong to the same person. */
const granted = { accountIds: ["acc1"] }

/**
 * Creates a second consent of the same person, for another client. From then on, when Sheaf asks the bank about the
 * first consent (`bank-1`), the bank runs `pause` and then answers that this consent has expired.
 */
const replaced = Effect.fnUntraced(function* (bank: ScriptedBank, pause: Effect.Effect<void> = Effect.void) {
  const owner = yield* Consent.userOf("a namesake", World.stranger)
  const { consentId } = yield* Consent.createAuthorized(bank, granted, { owner })
  const { status } = bank
  const expired: BankConsentState = { status: "expired", granted: {} }
  bank.status = (id) => (id === "bank-1" ? Effect.as(pause, expired) : status(id))
  return { owner, consentId }
})

describe("a consent that the bank has ended", () => {
  const found = (name: string, setUp: Partial<ScriptedBank>, status: "REVOKED" | "EXPIRED") =>
    test(`is found to have ${name} at the daily check`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      Object.assign(bank, setUp)
      yield* Consent.passTime(Consent.day - Consent.minute, Consent.hour)
      assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
      yield* Consent.passTime(Consent.minute)
      const body = yield* Consent.untilStatus(user, consentId, status)
      assert.isAtMost(Date.parse(body.expiresAt), status === "EXPIRED" ? Date.parse(body.statusChangedAt) : Infinity)
      bank.meanwhile = Bank.succeeds
      yield* Consent.passTime(Consent.minute)
      assert.isTrue(yield* Consent.isClosed(consentId))
    })

  found("been revoked by its user", { state: { status: "revokedByPsu", granted: {} } }, "REVOKED")
  found("been terminated", { state: { status: "terminatedByTpp", granted: {} } }, "REVOKED")
  found("been rejected later", { state: { status: "rejected", granted: {} } }, "REVOKED")
  found("vanished", { meanwhile: Bank.runBeforeCall("status", Bank.consentInvalid) }, "REVOKED")
  found("gone back to an earlier state", { state: { status: "received", granted: {} } }, "REVOKED")
  found("expired early", { state: { status: "expired", granted: {} } }, "EXPIRED")

  test("stays authorized while the bank is unreachable, and is checked again soon", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.passTime(Consent.day, Consent.hour)
    const asked = Bank.countCalls(bank, "status")
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    assert.strictEqual(Bank.countCalls(bank, "status") - asked, 6)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    bank.meanwhile = Bank.succeeds
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* Consent.passTime(10 * Consent.minute, 10 * Consent.minute)
    yield* Consent.untilStatus(user, consentId, "REVOKED")
  })

  test("is revoked during the authorization", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting()
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* Consent.passTime(2)
    const body = yield* Consent.untilStatus(user, consentId, "REVOKED")
    assert.strictEqual(body.revokedAt, body.statusChangedAt)
  })

  test("is found as soon as the person authorizes another consent, even for another client", function* ({ bank }) {
    const { consentId, owner } = yield* replaced(bank)
    const newer = yield* Consent.createAuthorized(bank, granted)
    yield* Consent.untilStatus(owner, consentId, "EXPIRED")
    yield* Consent.passTime(2)
    assert.strictEqual((yield* Consent.statusOf(newer.user, newer.consentId)).status, "AUTHORIZED")
    assert.notProperty(yield* Consent.progressOf(newer.consentId), "othersUnchecked")
  })

  test("is also closed at the bank as soon as it is found", function* ({ bank }) {
    const { consentId, owner } = yield* replaced(bank)
    const { status } = bank
    bank.status = (id) =>
      Effect.map(status(id), (state) => (id === "bank-1" ? { ...state, status: "terminatedByTpp" } : state))
    yield* Consent.createAuthorized(bank, granted)
    yield* Consent.untilStatus(owner, consentId, "REVOKED")
    yield* Consent.untilClosed(consentId)
    assert.isFalse(bank.open.has("bank-1"))
  })

  it.effect("is found if the service dies before it has checked the consent", () =>
    Effect.gen(function* () {
      const bank = Bank.make()
      const world = { bank, file: yield* temporaryDatabase }
      let pause: Effect.Effect<void> = Effect.never
      const before = Effect.gen(function* () {
        const left = yield* replaced(
          bank,
          Effect.suspend(() => pause)
        )
        bank.state = { status: "received", granted: {} }
        const newer = yield* Consent.createAwaiting()
        bank.state = { status: "valid", granted }
        yield* TestClock.adjust("2 seconds")
        yield* Consent.untilStatus(newer.user, newer.consentId, "AUTHORIZED")
        return left
      })
      const { consentId, owner } = yield* before.pipe(Consent.runInWorld(world), Effect.scoped)
      pause = Effect.void
      const after = Effect.gen(function* () {
        assert.strictEqual((yield* Consent.statusOf(owner, consentId)).status, "AUTHORIZED")
        yield* TestClock.adjust("2 minutes")
        yield* World.runDueProcesses
        assert.strictEqual((yield* Consent.statusOf(owner, consentId)).status, "EXPIRED")
      })
      yield* after.pipe(Consent.runInWorldAgain(world))
    }).pipe(Effect.scoped)
  )

  test("is checked again soon if the bank is unavailable after the newer authorization", function* ({ bank }) {
    let isAway = true
    const { consentId, owner } = yield* replaced(bank)
    const { status } = bank
    bank.status = (id) => (id === "bank-1" && isAway ? Bank.unreachable : status(id))
    yield* Consent.createAuthorized(bank, granted)
    yield* Consent.passTime(2)
    assert.strictEqual((yield* Consent.statusOf(owner, consentId)).status, "AUTHORIZED")
    isAway = false
    yield* TestClock.adjust("10 minutes")
    yield* Consent.untilStatus(owner, consentId, "EXPIRED")
  })
})
