/** Consents that the bank has ended, as found by the daily check (decisions 9). */
import { assert, describe } from "@effect/vitest"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"

describe("a consent that the bank has ended", () => {
  const found = (name: string, setUp: Partial<ScriptedBank>, status: "REVOKED" | "EXPIRED") =>
    test(`is found to have ${name} at the daily check`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.authorized(bank)
      Object.assign(bank, setUp)
      yield* Consent.pass(Consent.day - Consent.minute, Consent.hour)
      assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
      yield* Consent.pass(Consent.minute)
      const body = yield* Consent.until(user, consentId, status)
      assert.isAtMost(Date.parse(body.expiresAt), status === "EXPIRED" ? Date.parse(body.statusChangedAt) : Infinity)
      bank.meanwhile = Bank.isThere
      yield* Consent.pass(Consent.minute)
      assert.isTrue(yield* Consent.isClosed(consentId))
    })

  found("been revoked by its user", { state: { status: "revokedByPsu", granted: {} } }, "REVOKED")
  found("been terminated", { state: { status: "terminatedByTpp", granted: {} } }, "REVOKED")
  found("been rejected later", { state: { status: "rejected", granted: {} } }, "REVOKED")
  found("vanished", { meanwhile: Bank.only("status", Bank.consentInvalid) }, "REVOKED")
  found("expired early", { state: { status: "expired", granted: {} } }, "EXPIRED")

  test("stays authorized while the bank is unreachable, and is checked again soon", function* ({ bank }) {
    const { consentId, user } = yield* Consent.authorized(bank)
    bank.meanwhile = Bank.isAway
    yield* Consent.pass(Consent.day, Consent.hour)
    const asked = Bank.times(bank, "status")
    yield* Consent.pass(Consent.hour, 10 * Consent.minute)
    assert.strictEqual(Bank.times(bank, "status") - asked, 6)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    bank.meanwhile = Bank.isThere
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* Consent.pass(10 * Consent.minute, 10 * Consent.minute)
    yield* Consent.until(user, consentId, "REVOKED")
  })

  test("is revoked during the authorization", function* ({ bank }) {
    const { consentId, user } = yield* Consent.awaiting()
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* Consent.pass(2)
    const body = yield* Consent.until(user, consentId, "REVOKED")
    assert.strictEqual(body.revokedAt, body.statusChangedAt)
  })
})
