import { assert, describe, it } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import * as ConsentWorld from "./ConsentWorld.ts"
import { byElectronicId, create, hour, isClosed, maja, minute, noon, pass, until } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import type { ScriptedElectronicId } from "./ScriptedElectronicId.ts"
import * as World from "../collections/World.ts"

const run = (
  name: string,
  test: (bank: ScriptedBank, electronicId: ScriptedElectronicId) => Effect.Effect<void, unknown, World.Provided>
) =>
  it.effect(name, () => {
    const bank = Bank.make()
    const electronicId = Eid.make()
    return test(bank, electronicId).pipe(ConsentWorld.world({ bank, electronicId }))
  })

describe("making the time of a consent run out", () => {
  run("ends one that is authorised, here and at the bank", (bank) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const user = yield* maja
      bank.state = { status: "valid", granted: {} }
      const consentId = yield* create(user)
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
      yield* pass(hour, minute)
      const { body } = yield* consents.expire(user, consentId)
      assert.strictEqual(body.status, "EXPIRED")
      assert.strictEqual(body.expiresAt, new Date(noon + 2000 + hour * 1000).toISOString())
      assert.strictEqual(body.statusChangedAt, body.expiresAt)
      assert.notProperty(body, "revokedAt")
      yield* World.turns(50)
      assert.isEmpty(bank.open)
      assert.isTrue(yield* isClosed(consentId))
    })
  )

  run("fails one that waits for the person, and closes what is open", (bank, electronicId) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const user = yield* maja
      const consentId = yield* create(user, byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE"))
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      const { body } = yield* consents.expire(user, consentId)
      assert.strictEqual(body.status, "FAILED")
      assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
      yield* pass(2)
      assert.isEmpty(electronicId.open)
      assert.isEmpty(bank.open)
    })
  )

  run("fails one whose bank was not reached yet", (bank) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      bank.meanwhile = Bank.isAway
      const user = yield* maja
      const consentId = yield* create(user)
      yield* pass(5)
      const { body } = yield* consents.expire(user, consentId)
      assert.strictEqual(body.status, "FAILED")
      assert.strictEqual(body.error?.code, "BANK_UNAVAILABLE")
      bank.meanwhile = Bank.isThere
      yield* pass(10)
      assert.isTrue(yield* isClosed(consentId))
      assert.isEmpty(bank.open)
    })
  )

  run("is refused for one that has ended, however it ended", (bank) =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const user = yield* maja
      const refusedIn = (consentId: string) =>
        Effect.map(Effect.flip(consents.expire(user, consentId)), (error) =>
          error._tag === "ConsentNotExpirable" ? error.status : error._tag
        )
      const revoked = yield* create(user)
      yield* consents.revoke(user, revoked)
      assert.strictEqual(yield* refusedIn(revoked), "REVOKED")

      bank.state = { status: "rejected", granted: {} }
      const failed = yield* create(user)
      yield* pass(2)
      yield* until(user, failed, "FAILED")
      assert.strictEqual(yield* refusedIn(failed), "FAILED")

      bank.state = { status: "valid", granted: {} }
      const expired = yield* create(user)
      yield* pass(2)
      yield* until(user, expired, "AUTHORIZED")
      yield* consents.expire(user, expired)
      assert.strictEqual(yield* refusedIn(expired), "EXPIRED")
    })
  )
})
