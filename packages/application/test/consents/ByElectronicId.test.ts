/** Consents that the person authorizes by electronic ID (spec 2.4, 3.4). */
import { assert, describe } from "@effect/vitest"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { AuditLog, ConsentStore } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import { requestWithReturnUrl, returnUrl } from "./ConfirmationSteps.ts"
import * as Bank from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import type { ScriptedElectronicId } from "./ScriptedElectronicId.ts"
import * as World from "../collections/World.ts"

const otherDevice = Consent.byElectronicId("SWEDISH_MOBILE_EID_OTHER_DEVICE")

describe("a consent authorized by electronic ID", () => {
  const shows = (loginMethod: LoginMethod, shown: ReadonlyArray<string>, pollingInterval: number) =>
    test(`shows how to open the app for ${loginMethod}`, function* ({ bank, electronicId }) {
      const { body } = yield* Consent.createAwaiting(Consent.byElectronicId(loginMethod))
      assert.hasAllKeys(body.authInstructions, [...shown])
      assert.strictEqual(body.pollingInterval, pollingInterval)
      const [asked] = electronicId.requests
      assert.strictEqual(asked?.loginMethod, loginMethod)
      assert.deepInclude(asked && Redacted.value(asked.login), { personalNumber: Consent.personalNumber })
      assert.deepStrictEqual(
        bank.requests.map(({ authorization }) => authorization._tag),
        ["DECOUPLED"]
      )
    })

  shows("SWEDISH_MOBILE_EID_SAME_DEVICE", ["autoStartToken"], 2000)
  shows("SWEDISH_MOBILE_EID_OTHER_DEVICE", ["animatedQrData"], 1000)
  shows("SWEDISH_MOBILE_EID_ANY_DEVICE", ["autoStartToken", "animatedQrData"], 1000)

  test("shows a new QR code each second, without a new revision", function* () {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    const codes: Array<string | undefined> = []
    for (let second = 0; second < 3; second++) {
      codes.push((yield* Consent.statusOf(user, consentId)).authInstructions?.animatedQrData)
      yield* Consent.passTime(1)
    }
    assert.deepStrictEqual(
      codes.map((code) => code?.replace(/[0-9a-f]{64}$/u, "")),
      ["eid.qr.0.", "eid.qr.1.", "eid.qr.2."]
    )
  })

  test("lets the app return the person to the client's own address", function* ({ bank, electronicId }) {
    const sameDevice = Consent.byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE")
    const { consentId, user } = yield* Consent.createAwaiting(
      yield* requestWithReturnUrl({ ...sameDevice, state: "s" })
    )
    assert.strictEqual(electronicId.requests[0]?.returnUrl, `${returnUrl}?state=s&consentId=${consentId}`)
    electronicId.progress = Eid.complete("8112189876")
    yield* Consent.passTime(2)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.deepStrictEqual(bank.identified, [Consent.personalNumber])
  })

  test("shows the number that the person compares", function* ({ electronicId }) {
    electronicId.controlCode = "4711"
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).authInstructions?.referenceNumber, "4711")
  })

  test("is authorized after the person is identified and the bank is notified", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    assert.isEmpty(bank.identified)
    electronicId.progress = Eid.complete("8112189876")
    yield* Consent.passTime(2)
    const body = yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.notProperty(body, "authInstructions")
    assert.deepStrictEqual(bank.identified, [Consent.personalNumber])
  })

  test("orders with the address of the person's device, the browser and the bank's name", function* ({ electronicId }) {
    const web = { referringDomain: "app.example", userAgent: "Browser/1", deviceIdentifier: "d-17" }
    const parameters = otherDevice.parameters.map((each) => (each.type === "SWEDISH_EID" ? { ...each, web } : each))
    yield* Consent.createAwaiting({ ...otherDevice, parameters })
    const [asked] = electronicId.requests
    assert.deepInclude(asked && Redacted.value(asked.login), { endUserIp: "192.0.2.17", web })
    assert.strictEqual(asked?.purpose?.companyName, "se-fjallbanken")
  })

  test("records the risk and a keyed hash of the device's address, and keeps the proof", function* ({ electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    const proof = { signature: "c2lnbmF0dXJl", ocspResponse: "b2NzcA==" }
    const deviceIpAddress = Redacted.make("192.0.2.44")
    electronicId.progress = Eid.complete(Consent.personalNumber, {
      deviceIpAddress,
      risk: "MODERATE",
      proof: Redacted.make(proof)
    })
    yield* Consent.passTime(2)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    const records = (yield* (yield* AuditLog).after({ chain: 0, seq: 0 }, 100)).map(({ text }) => JSON.parse(text))
    const [record] = records.filter(({ action }) => action === "PERSON_IDENTIFIED")
    assert.deepInclude(record, { outcome: "MODERATE" })
    assert.strictEqual(record.subject.consentId, consentId)
    assert.isAbove(record.subject.deviceAddress.length, 20)
    assert.notInclude(JSON.stringify(records), "192.0.2.44")
    const consent = Option.getOrThrow(yield* (yield* ConsentStore).loadState(consentId))
    assert.deepStrictEqual(consent.progress.proof, proof)
  })

  test("no longer shows a code while the bank decides", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    bank.state = { status: "partiallyAuthorised", granted: {} }
    electronicId.progress = Eid.complete(Consent.personalNumber)
    yield* Consent.passTime(30)
    const body = yield* Consent.statusOf(user, consentId)
    assert.strictEqual(body.status, "AWAITING_AUTHORIZATION")
    assert.notProperty(body, "authInstructions")
    assert.strictEqual(body.pollingInterval, 2000)
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(2)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
  })

  test("shows what the bank's app needs from the person, until the bank has decided", function* ({
    bank,
    electronicId
  }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    const challenge = { autoStartToken: "token-1", qrText: "code-1", information: "Open the app." }
    bank.state = { status: "partiallyAuthorised", granted: {} }
    bank.begun = { _tag: "Started", challenge }
    electronicId.progress = Eid.complete(Consent.personalNumber)
    yield* Consent.passTime(2)
    assert.deepStrictEqual((yield* Consent.statusOf(user, consentId)).authInstructions, challenge)
    const image = "data:image/png;base64,iVBORw0K"
    bank.state = { status: "partiallyAuthorised", granted: {}, challenge: { qrText: "code-2", image } }
    yield* Consent.passTime(4)
    assert.deepStrictEqual((yield* Consent.statusOf(user, consentId)).authInstructions, { qrText: "code-2", image })
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(4)
    yield* Consent.untilStatus(user, consentId, "AUTHORIZED")
    assert.notProperty(yield* Consent.statusOf(user, consentId), "authInstructions")
  })

  const ends = (name: string, progress: ScriptedElectronicId["progress"], code: ConsentFailureCode) =>
    Consent.testWith({ electronicId: { progress } })(
      `fails if ${name}, and is revoked at the bank`,
      function* ({ bank, electronicId }) {
        const { consentId, user } = yield* Consent.createConsent(otherDevice)
        yield* Consent.untilFailedWith(user, consentId, code)
        assert.isEmpty(bank.identified, "the bank has not received a personal number")
        assert.isEmpty(bank.open)
        assert.isEmpty(electronicId.open)
        assert.isTrue(yield* Consent.isClosed(consentId))
      }
    )

  const stranger = "197805291234"
  ends("someone else authenticates", Eid.complete(stranger), "PERSON_MISMATCH")
  ends("the provider reports a number that names nobody", Eid.complete("000000000000"), "REJECTED_BY_BANK")
  ends("the provider reports nobody", Eid.failed("personalNumberMissing"), "REJECTED_BY_BANK")
  ends("the person cancels", Eid.failed("userCancel"), "USER_CANCELLED")
  ends("the person takes too long", Eid.failed("expiredTransaction"), "AUTHENTICATION_TIMEOUT")
  ends("the person starts another authentication", Eid.failed("alreadyInProgress"), "USER_CANCELLED")
  ends("the provider reports a risk", Eid.failed("transactionRiskBlocked"), "REJECTED_BY_BANK")

  const signed = Eid.complete(stranger, { proof: Redacted.make({ signature: "c2lnbmF0dXJl" }) })
  Consent.testWith({
    electronicId: { progress: signed },
    bank: { meanwhile: Bank.runBeforeCall("revoke", Bank.unreachable) }
  })("keeps nobody else's proof while the bank's consent is revoked", function* () {
    const { consentId, user } = yield* Consent.createConsent(otherDevice)
    yield* Consent.untilFailedWith(user, consentId, "PERSON_MISMATCH")
    const { progress } = Option.getOrThrow(yield* (yield* ConsentStore).loadState(consentId))
    assert.notProperty(progress, "proof")
  })

  const fails = (name: string, meanwhile: ScriptedElectronicId["meanwhile"], code: ConsentFailureCode) =>
    Consent.testWith({ electronicId: { meanwhile } })(`fails if the provider ${name}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createConsent(otherDevice)
      yield* Consent.passTime(5 * Consent.minute, 5)
      yield* Consent.untilFailedWith(user, consentId, code)
      yield* Consent.checkClosed(bank, consentId)
    })

  fails("reports another order", () => Eid.errorOf("ALREADY_IN_PROGRESS"), "USER_CANCELLED")
  fails("rejects the order", () => Eid.errorOf("REFUSED"), "REJECTED_BY_BANK")
  fails("is unreachable", () => Eid.errorOf("UNREACHABLE"), "BANK_UNAVAILABLE")
  fails("returns errors", () => Eid.errorOf("PROVIDER_ERROR"), "BANK_UNAVAILABLE")
  fails("throws", () => Effect.die(new Error("boom")), "REJECTED_BY_BANK")
  fails("hangs", () => Effect.never, "BANK_UNAVAILABLE")
  fails(
    "becomes unreachable after the order",
    (call) => (call === "order" ? Effect.void : Eid.errorOf("UNREACHABLE")),
    "BANK_UNAVAILABLE"
  )

  Consent.testWith({ electronicId: { afterOrder: World.runOnce(Eid.errorOf("UNREACHABLE")) } })(
    "retries a lost order without a conflict",
    function* ({ electronicId }) {
      const { consentId, user } = yield* Consent.createConsent(otherDevice)
      yield* Consent.passTime(5)
      yield* Consent.untilStatus(user, consentId, "AWAITING_AUTHORIZATION")
      assert.strictEqual(electronicId.open.size, 1)
    }
  )

  test("fails after five minutes, and cancels its order", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    yield* Consent.passTime(5 * Consent.minute - 1)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
    yield* Consent.passTime(1)
    yield* Consent.untilFailedWith(user, consentId, "AUTHENTICATION_TIMEOUT")
    assert.isEmpty(electronicId.open)
    assert.isEmpty(bank.open)
  })

  test("fails if the bank cannot be notified in time", function* ({ bank, electronicId }) {
    const { consentId, user } = yield* Consent.createAwaiting(otherDevice)
    bank.meanwhile = Bank.failsUnreachable
    electronicId.progress = Eid.complete(Consent.personalNumber)
    yield* Consent.passTime(5 * Consent.minute)
    yield* Consent.untilFailedWith(user, consentId, "BANK_UNAVAILABLE")
    assert.isFalse(yield* Consent.isClosed(consentId), "the bank has not been notified yet")
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(Consent.day / 2, 10 * Consent.minute)
    yield* Consent.checkClosed(bank, consentId)
  })
})
