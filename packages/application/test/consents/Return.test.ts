import { assert, describe, it } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as ConsentWorld from "./ConsentWorld.ts"
import { byElectronicId, create, maja, pass, statusOf, until } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import * as World from "../collections/World.ts"

const run = (name: string, test: (bank: ScriptedBank) => Effect.Effect<void, unknown, World.Provided>) =>
  it.effect(name, () => {
    const bank = Bank.make()
    return test(bank).pipe(ConsentWorld.world({ bank, electronicId: Eid.make() }))
  })

const awaiting = Effect.fnUntraced(function* (psuLocale = "sv-se") {
  const user = yield* maja
  const consentId = yield* create(user, ConsentWorld.request({ psuLocale }))
  yield* until(user, consentId, "AWAITING_AUTHORIZATION")
  return { user, consentId }
})

const back = (state: string) => Effect.flatMap(Consents, (consents) => consents.returned(state))

describe("a person whom the bank sends back", () => {
  run("is told at once that the consent is authorised, in their own language", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* awaiting("en-GB")
      bank.state = { status: "valid", granted: {} }
      assert.deepStrictEqual(yield* back(Bank.returnState(bank)), {
        _tag: "RETURNED",
        status: "AUTHORIZED",
        locale: "en-GB"
      })
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
    })
  )

  run("is believed nothing: what the bank says counts", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* awaiting()
      assert.deepStrictEqual(yield* back(Bank.returnState(bank)), {
        _tag: "RETURNED",
        status: "AWAITING_AUTHORIZATION",
        locale: "sv-se"
      })
      bank.state = { status: "rejected", granted: {} }
      yield* pass(2)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.error?.code, "REJECTED_BY_BANK")
    })
  )

  run("is known once, and as nobody a second time", (bank) =>
    Effect.gen(function* () {
      yield* awaiting()
      const state = Bank.returnState(bank)
      yield* back(state)
      assert.deepStrictEqual(yield* back(state), { _tag: "UNKNOWN" })
      // Steps that were taken since do not bring it back.
      yield* pass(10)
      assert.deepStrictEqual(yield* back(state), { _tag: "UNKNOWN" })
    })
  )

  run("is known once of two who come at the same moment", (bank) =>
    Effect.gen(function* () {
      yield* awaiting()
      const state = Bank.returnState(bank)
      const answers = yield* Effect.all([back(state), back(state)], { concurrency: "unbounded" })
      assert.sameMembers(
        answers.map(({ _tag }) => _tag),
        ["RETURNED", "UNKNOWN"]
      )
    })
  )

  run("finds the consent that was authorised while the person was on the way, once", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* awaiting()
      bank.state = { status: "valid", granted: {} }
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
      const state = Bank.returnState(bank)
      assert.deepStrictEqual(yield* back(state), { _tag: "RETURNED", status: "AUTHORIZED", locale: "sv-se" })
      assert.deepStrictEqual(yield* back(state), { _tag: "UNKNOWN" })
    })
  )

  const unknown = (
    name: string,
    prepare: (bank: ScriptedBank, user: UserCaller, consentId: string) => Effect.Effect<string, unknown, World.Provided>
  ) =>
    run(`is known as nobody ${name}, and the bank is not asked`, (bank) =>
      Effect.gen(function* () {
        const { consentId, user } = yield* awaiting()
        const state = yield* prepare(bank, user, consentId)
        yield* pass(2)
        const asked = bank.calls.length
        assert.deepStrictEqual(yield* back(state), { _tag: "UNKNOWN" })
        assert.lengthOf(bank.calls, asked)
      })
    )

  unknown("with another text", () => Effect.succeed("0".repeat(32)))
  unknown("with no text", () => Effect.succeed(""))
  unknown("with the id of the consent", (_, __, consentId) => Effect.succeed(consentId))

  run("finds the consent that was refused while the person was on the way, once, and the bank is not asked", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* awaiting()
      const state = Bank.returnState(bank)
      bank.state = { status: "rejected", granted: {} }
      yield* pass(2)
      yield* until(user, consentId, "FAILED")
      const asked = bank.calls.length
      assert.deepStrictEqual(yield* back(state), { _tag: "RETURNED", status: "FAILED", locale: "sv-se" })
      assert.deepStrictEqual(yield* back(state), { _tag: "UNKNOWN" })
      assert.lengthOf(bank.calls, asked)
    })
  )

  run("finds the consent that was revoked meanwhile", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* awaiting()
      const state = Bank.returnState(bank)
      yield* (yield* Consents).revoke(user, consentId)
      yield* pass(2)
      assert.deepStrictEqual(yield* back(state), { _tag: "RETURNED", status: "REVOKED", locale: "sv-se" })
    })
  )

  run("does not wait longer than five seconds for a bank that hangs", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* awaiting()
      bank.meanwhile = () => Effect.never
      const coming = yield* Effect.forkChild(back(Bank.returnState(bank)))
      yield* World.turns(100)
      yield* TestClock.adjust("4 seconds")
      yield* World.turns(20)
      assert.isUndefined(coming.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(coming), {
        _tag: "RETURNED",
        status: "AWAITING_AUTHORIZATION",
        locale: "sv-se"
      })
      bank.meanwhile = Bank.isThere
      bank.state = { status: "valid", granted: {} }
      yield* pass(40)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AUTHORIZED")
    })
  )

  run("finds the consent as it is when the bank cannot be reached", (bank) =>
    Effect.gen(function* () {
      yield* awaiting()
      bank.meanwhile = Bank.isAway
      const returned = yield* back(Bank.returnState(bank))
      assert.isTrue(returned._tag === "RETURNED" && returned.status === "AWAITING_AUTHORIZATION")
    })
  )

  run("is not waited for where the electronic ID authorises", (bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE"))
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      assert.deepStrictEqual(
        bank.requests.map(({ authorisation }) => "returnUrl" in authorisation),
        [false]
      )
    })
  )
})
