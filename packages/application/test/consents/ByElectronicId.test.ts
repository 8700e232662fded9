import { assert, describe, it } from "@effect/vitest"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { ElectronicIdError } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as ConsentWorld from "./ConsentWorld.ts"
import {
  byElectronicId,
  create,
  day,
  isClosed,
  maja,
  minute,
  pass,
  personalNumber,
  statusOf,
  until
} from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import type { ScriptedElectronicId } from "./ScriptedElectronicId.ts"
import type * as World from "../collections/World.ts"

/** A test with an electronic ID that is set up like this. */
const withEid = (
  name: string,
  setUp: Partial<ScriptedElectronicId>,
  test: (electronicId: ScriptedElectronicId, bank: ScriptedBank) => Effect.Effect<void, unknown, World.Provided>
) =>
  it.effect(name, () => {
    const bank = Bank.make()
    const electronicId = Object.assign(Eid.make(), setUp)
    return test(electronicId, bank).pipe(ConsentWorld.world({ bank, electronicId }))
  })

const otherDevice = byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE")

describe("a consent that the electronic ID authorises", () => {
  const shows = (loginMethod: LoginMethod, shown: ReadonlyArray<string>, pollingInterval: number) =>
    withEid(`shows what opens the app, as ${loginMethod} says`, {}, (electronicId, bank) =>
      Effect.gen(function* () {
        const user = yield* maja
        const consentId = yield* create(user, byElectronicId(loginMethod))
        const body = yield* until(user, consentId, "AWAITING_AUTHORIZATION")
        assert.hasAllKeys(body.authInstructions, [...shown])
        assert.strictEqual(body.pollingInterval, pollingInterval)
        const [asked] = electronicId.requests
        assert.strictEqual(asked?.loginMethod, loginMethod)
        assert.strictEqual(asked && Redacted.value(asked.personalNumber), personalNumber)
        assert.deepStrictEqual(
          bank.requests.map(({ authorisation }) => authorisation._tag),
          ["ELECTRONIC_ID"]
        )
      })
    )

  shows("SWEDISH_MOBILE_EID_SAME_DEVICE", ["autoStartToken"], 2000)
  shows("SWEDISH_MOBILE_EID_OTHER_DEVICE", ["animatedQrData"], 1000)
  shows("SWEDISH_MOBILE_EID_ANY_DEVICE", ["autoStartToken", "animatedQrData"], 1000)

  withEid("shows another QR code each second, without a new revision", {}, () =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, otherDevice)
      const codes: Array<string | undefined> = []
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      for (let second = 0; second < 3; second++) {
        codes.push((yield* statusOf(user, consentId)).authInstructions?.animatedQrData)
        yield* pass(1)
      }
      assert.deepStrictEqual(
        codes.map((code) => code?.replace(/[0-9a-f]{64}$/u, "")),
        ["eid.qr.0.", "eid.qr.1.", "eid.qr.2."]
      )
    })
  )

  withEid("is authorised once the person has identified and the bank was told", {}, (electronicId, bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, otherDevice)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      assert.isEmpty(bank.identified)
      electronicId.progress = Eid.complete("8112189876")
      yield* pass(2)
      const body = yield* until(user, consentId, "AUTHORIZED")
      assert.notProperty(body, "authInstructions")
      assert.deepStrictEqual(bank.identified, [personalNumber])
    })
  )

  withEid("is authorised also where the provider does not tell who identified", {}, (electronicId) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, otherDevice)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      electronicId.progress = Eid.complete()
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
    })
  )

  withEid("shows nothing to scan any more while the bank takes its time", {}, (electronicId, bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, otherDevice)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      bank.state = { status: "partiallyAuthorised", granted: {} }
      electronicId.progress = Eid.complete(personalNumber)
      yield* pass(30)
      const body = yield* statusOf(user, consentId)
      assert.strictEqual(body.status, "AWAITING_AUTHORIZATION")
      assert.notProperty(body, "authInstructions")
      assert.strictEqual(body.pollingInterval, 2000)
      bank.state = { status: "valid", granted: {} }
      yield* pass(2)
      yield* until(user, consentId, "AUTHORIZED")
    })
  )

  const ends = (name: string, progress: ScriptedElectronicId["progress"], code: ConsentFailureCode) =>
    withEid(`fails when ${name}, and is ended at the bank`, { progress }, (electronicId, bank) =>
      Effect.gen(function* () {
        const user = yield* maja
        const consentId = yield* create(user, otherDevice)
        const body = yield* until(user, consentId, "FAILED")
        assert.strictEqual(body.error?.code, code)
        assert.isEmpty(bank.identified, "the bank heard of nobody")
        assert.isEmpty(bank.open)
        assert.isEmpty(electronicId.open)
        assert.isTrue(yield* isClosed(consentId))
      })
    )

  ends("somebody else identifies", Eid.complete("197805291234"), "PERSON_MISMATCH")
  ends("the person cancels", Eid.failed("userCancel"), "USER_CANCELLED")
  ends("the person takes too long", Eid.failed("expiredTransaction"), "AUTHENTICATION_TIMEOUT")
  ends("another authentication of the person begins", Eid.failed("alreadyInProgress"), "USER_CANCELLED")
  ends("the provider says that it is risky", Eid.failed("transactionRiskBlocked"), "REJECTED_BY_BANK")
  ends("the provider gives a reason that is new", Eid.failed("somethingNew"), "REJECTED_BY_BANK")

  const orderFails = (name: string, meanwhile: ScriptedElectronicId["meanwhile"], code: ConsentFailureCode) =>
    withEid(`fails when the provider ${name}`, { meanwhile }, (electronicId, bank) =>
      Effect.gen(function* () {
        const user = yield* maja
        const consentId = yield* create(user, otherDevice)
        yield* pass(5 * minute)
        const body = yield* until(user, consentId, "FAILED")
        assert.strictEqual(body.error?.code, code)
        electronicId.meanwhile = () => Effect.void
        assert.isEmpty(bank.open)
        assert.isTrue(yield* isClosed(consentId))
      })
    )

  orderFails("knows of another order", () => Eid.errorOf("ALREADY_IN_PROGRESS"), "USER_CANCELLED")
  orderFails("refuses the order", () => Eid.errorOf("REFUSED"), "REJECTED_BY_BANK")
  orderFails("stays away", () => Eid.errorOf("UNREACHABLE"), "BANK_UNAVAILABLE")
  orderFails("answers with errors", () => Eid.errorOf("PROVIDER_ERROR"), "BANK_UNAVAILABLE")
  orderFails("throws", () => Effect.die(new Error("boom")), "REJECTED_BY_BANK")
  orderFails("hangs", () => Effect.never, "BANK_UNAVAILABLE")

  withEid(
    "fails when the provider goes away while it is asked after",
    { meanwhile: (call) => (call === "order" ? Effect.void : Eid.errorOf("UNREACHABLE")) },
    () =>
      Effect.gen(function* () {
        const user = yield* maja
        const consentId = yield* create(user, otherDevice)
        yield* until(user, consentId, "AWAITING_AUTHORIZATION")
        yield* pass(5 * minute)
        const body = yield* until(user, consentId, "FAILED")
        assert.strictEqual(body.error?.code, "BANK_UNAVAILABLE")
        assert.isTrue(yield* isClosed(consentId))
      })
  )

  withEid("goes on when the provider was away for a while", {}, (electronicId) =>
    Effect.gen(function* () {
      const user = yield* maja
      electronicId.meanwhile = () => Eid.errorOf("UNREACHABLE")
      const consentId = yield* create(user, otherDevice)
      yield* pass(minute)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "INITIATED")
      electronicId.meanwhile = () => Effect.void
      yield* pass(10)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      electronicId.meanwhile = () => Eid.errorOf("PROVIDER_ERROR")
      yield* pass(minute)
      electronicId.meanwhile = () => Effect.void
      electronicId.progress = Eid.complete(personalNumber)
      yield* pass(10)
      yield* until(user, consentId, "AUTHORIZED")
    })
  )

  let isLost = true
  withEid(
    "does not take its own order for another one when the first answer was lost",
    {
      afterOrder: Effect.suspend(() => {
        const lost = isLost
        isLost = false
        return lost ? Effect.fail(new ElectronicIdError({ reason: "UNREACHABLE" })) : Effect.void
      })
    },
    (electronicId) =>
      Effect.gen(function* () {
        const user = yield* maja
        const consentId = yield* create(user, otherDevice)
        yield* pass(5)
        yield* until(user, consentId, "AWAITING_AUTHORIZATION")
        assert.strictEqual(electronicId.open.size, 1)
      })
  )

  withEid("fails after five minutes, and closes what is open", {}, (electronicId, bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, otherDevice)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      yield* pass(5 * minute - 1)
      assert.strictEqual((yield* statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
      yield* pass(1)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.error?.code, "AUTHENTICATION_TIMEOUT")
      assert.isEmpty(electronicId.open)
      assert.isEmpty(bank.open)
    })
  )

  withEid("fails when the bank cannot be told in time", {}, (electronicId, bank) =>
    Effect.gen(function* () {
      const user = yield* maja
      const consentId = yield* create(user, otherDevice)
      yield* until(user, consentId, "AWAITING_AUTHORIZATION")
      bank.meanwhile = Bank.isAway
      electronicId.progress = Eid.complete(personalNumber)
      yield* pass(5 * minute)
      const body = yield* until(user, consentId, "FAILED")
      assert.strictEqual(body.error?.code, "BANK_UNAVAILABLE")
      assert.isFalse(yield* isClosed(consentId), "the bank has still to be told")
      bank.meanwhile = Bank.isThere
      yield* pass(day / 2, 10 * minute)
      assert.isEmpty(bank.open)
      assert.isTrue(yield* isClosed(consentId))
    })
  )
})
