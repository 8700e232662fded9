import { assert, describe } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import {
  authorized,
  awaiting,
  byElectronicId,
  checkClosed,
  create,
  created,
  hour,
  maja,
  minute,
  noon,
  pass,
  rejected,
  test
} from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import * as World from "../collections/World.ts"

describe("making the time of a consent run out", () => {
  test("ends one that is authorised, here and at the bank", function* ({ bank }) {
    const consents = yield* Consents
    const { consentId, user } = yield* authorized(bank)
    yield* pass(hour, minute)
    const { body } = yield* consents.expire(user, consentId)
    assert.strictEqual(body.status, "EXPIRED")
    assert.strictEqual(body.expiresAt, new Date(noon + 2000 + hour * 1000).toISOString())
    assert.strictEqual(body.statusChangedAt, body.expiresAt)
    assert.notProperty(body, "revokedAt")
    yield* World.turns(50)
    yield* checkClosed(bank, consentId)
  })

  test("fails one that waits for the person, and closes what is open", function* ({ bank, electronicId }) {
    const consents = yield* Consents
    const { consentId, user } = yield* awaiting(byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE"))
    const { body } = yield* consents.expire(user, consentId)
    assert.strictEqual(body.status, "FAILED")
    assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
    yield* pass(2)
    assert.isEmpty(electronicId.open)
    assert.isEmpty(bank.open)
  })

  test("fails one whose bank was not reached yet", function* ({ bank }) {
    const consents = yield* Consents
    bank.meanwhile = Bank.isAway
    const { consentId, user } = yield* created()
    yield* pass(5)
    const { body } = yield* consents.expire(user, consentId)
    assert.strictEqual(body.status, "FAILED")
    assert.strictEqual(body.error?.code, "BANK_UNAVAILABLE")
    bank.meanwhile = Bank.isThere
    yield* pass(10)
    yield* checkClosed(bank, consentId)
  })

  test("is refused for one that has ended, however it ended", function* ({ bank }) {
    const consents = yield* Consents
    const user = yield* maja
    const refusedIn = (consentId: string) =>
      Effect.map(Effect.flip(consents.expire(user, consentId)), (error) =>
        error._tag === "ConsentNotExpirable" ? error.status : error._tag
      )
    const revoked = yield* create(user)
    yield* consents.revoke(user, revoked)
    assert.strictEqual(yield* refusedIn(revoked), "REVOKED")
    assert.strictEqual(yield* refusedIn((yield* rejected(bank)).consentId), "FAILED")
    const expired = yield* authorized(bank)
    yield* consents.expire(user, expired.consentId)
    assert.strictEqual(yield* refusedIn(expired.consentId), "EXPIRED")
  })
})
