import { assert, describe } from "@effect/vitest"
import { authorized, awaiting, day, hour, isClosed, minute, pass, statusOf, test, until } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"

describe("a consent that the bank has ended", () => {
  const found = (name: string, setUp: Partial<ScriptedBank>, status: "REVOKED" | "EXPIRED") =>
    test(`is found to have ${name} when the bank is asked the next day`, function* ({ bank }) {
      const { consentId, user } = yield* authorized(bank)
      Object.assign(bank, setUp)
      yield* pass(day - minute, hour)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
      yield* pass(minute)
      const body = yield* until(user, consentId, status)
      assert.isAtMost(Date.parse(body.expiresAt), status === "EXPIRED" ? Date.parse(body.statusChangedAt) : Infinity)
      bank.meanwhile = Bank.isThere
      yield* pass(minute)
      assert.isTrue(yield* isClosed(consentId))
    })

  found("been revoked by its user", { state: { status: "revokedByPsu", granted: {} } }, "REVOKED")
  found("been terminated", { state: { status: "terminatedByTpp", granted: {} } }, "REVOKED")
  found("been rejected after all", { state: { status: "rejected", granted: {} } }, "REVOKED")
  found("vanished", { meanwhile: Bank.only("status", Bank.consentInvalid) }, "REVOKED")
  found("expired before its time", { state: { status: "expired", granted: {} } }, "EXPIRED")

  test("stays authorised when the bank cannot be asked, and is asked again soon", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    bank.meanwhile = Bank.isAway
    yield* pass(day, hour)
    const asked = Bank.times(bank, "status")
    yield* pass(hour, 10 * minute)
    assert.strictEqual(Bank.times(bank, "status") - asked, 6)
    assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
    bank.meanwhile = Bank.isThere
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* pass(10 * minute, 10 * minute)
    yield* until(user, consentId, "REVOKED")
  })

  test("is revoked while the person authorises", function* ({ bank }) {
    const { consentId, user } = yield* awaiting()
    bank.state = { status: "revokedByPsu", granted: {} }
    yield* pass(2)
    const body = yield* until(user, consentId, "REVOKED")
    assert.strictEqual(body.revokedAt, body.statusChangedAt)
  })
})
