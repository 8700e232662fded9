import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ConsentWorld from "./ConsentWorld.ts"
import { create, day, hour, isClosed, maja, minute, pass, statusOf, until } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import { authorized } from "../readings/UnderStoredConsent.ts"
import type * as World from "../collections/World.ts"

const run = (name: string, test: (bank: ScriptedBank) => Effect.Effect<void, unknown, World.Provided>) =>
  it.effect(name, () => {
    const bank = Bank.make()
    return test(bank).pipe(ConsentWorld.world({ bank }))
  })

describe("a consent that the bank has ended", () => {
  const found = (name: string, setUp: Partial<ScriptedBank>, status: "REVOKED" | "EXPIRED") =>
    run(`is found to have ${name} when the bank is asked the next day`, (bank) =>
      Effect.gen(function* () {
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
    )

  found("been revoked by its user", { state: { status: "revokedByPsu", granted: {} } }, "REVOKED")
  found("been terminated", { state: { status: "terminatedByTpp", granted: {} } }, "REVOKED")
  found("been rejected after all", { state: { status: "rejected", granted: {} } }, "REVOKED")
  found("vanished", { meanwhile: Bank.only("status", Bank.consentInvalid) }, "REVOKED")
  found("expired before its time", { state: { status: "expired", granted: {} } }, "EXPIRED")

  run("stays authorised when the bank cannot be asked, and is asked again soon", (bank) =>
    Effect.gen(function* () {
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
  )

  run("is revoked while the person authorises", (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      bank.state = { status: "revokedByPsu", granted: {} }
      yield* pass(2)
      const body = yield* until(user, consentId, "REVOKED")
      assert.strictEqual(body.revokedAt, body.statusChangedAt)
    })
  )
})
