/** The client's request to expire a consent (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"

describe("expiring a consent", () => {
  test("ends an authorized consent, here and at the bank", function* ({ bank }) {
    const consents = yield* Consents
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* Consent.passTime(Consent.hour, Consent.minute)
    const { body } = yield* consents.expire(user, consentId)
    assert.strictEqual(body.status, "EXPIRED")
    assert.strictEqual(body.expiresAt, new Date(Consent.noon + 2000 + Consent.hour * 1000).toISOString())
    assert.strictEqual(body.statusChangedAt, body.expiresAt)
    assert.notProperty(body, "revokedAt")
    yield* Consent.runDueSteps
    yield* Consent.checkClosed(bank, consentId)
  })

  test("fails a consent that awaits authorization, and cancels its order", function* ({ bank, electronicId }) {
    const consents = yield* Consents
    const { consentId, user } = yield* Consent.createAwaiting(Consent.byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE"))
    const { body } = yield* consents.expire(user, consentId)
    assert.strictEqual(body.status, "FAILED")
    assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
    yield* Consent.passTime(2)
    assert.isEmpty(electronicId.open)
    assert.isEmpty(bank.open)
  })

  test("fails a consent whose bank is unreachable", function* ({ bank }) {
    const consents = yield* Consents
    bank.meanwhile = Bank.failsUnreachable
    const { consentId, user } = yield* Consent.createConsent()
    yield* Consent.passTime(5)
    const { body } = yield* consents.expire(user, consentId)
    assert.strictEqual(body.status, "FAILED")
    assert.strictEqual(body.error?.code, "BANK_UNAVAILABLE")
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(10)
    yield* Consent.checkClosed(bank, consentId)
  })

  test("is rejected for every ended consent", function* ({ bank }) {
    const consents = yield* Consents
    const user = yield* Consent.maja
    const refusedIn = (consentId: string) =>
      Effect.map(Effect.flip(consents.expire(user, consentId)), (error) =>
        error._tag === "ConsentNotExpirable" ? error.status : error._tag
      )
    const revoked = yield* Consent.create(user)
    yield* consents.revoke(user, revoked)
    assert.strictEqual(yield* refusedIn(revoked), "REVOKED")
    assert.strictEqual(yield* refusedIn((yield* Consent.createRejected(bank)).consentId), "FAILED")
    const expired = yield* Consent.createAuthorized(bank)
    yield* consents.expire(user, expired.consentId)
    assert.strictEqual(yield* refusedIn(expired.consentId), "EXPIRED")
  })
})
