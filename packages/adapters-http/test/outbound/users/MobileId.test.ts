/** Tests Mobile-ID against a fake provider based on its documentation (spec 17). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { assert, describe, it } from "@effect/vitest"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Fiber, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { inspect } from "node:util"
import * as ControlCode from "../../../src/outbound/users/ControlCode.ts"
import * as MobileId from "../../../src/outbound/users/MobileId.ts"
import * as PersonCertificate from "../../../src/outbound/users/PersonCertificate.ts"
import * as ScriptedResponses from "../../../src/testing/ScriptedResponses.ts"
import * as FakeMobileId from "../../../src/testing/FakeMobileId.ts"
import { inClear } from "../../../src/testing/FakeProvider.ts"
import { personKeys } from "../../../src/testing/PersonKeys.ts"
import type { PersonName } from "../../../src/testing/PersonKeys.ts"

const code = "60001019906"
const phone = "37200000766"

const request = {
  company: "ee-nordhem",
  loginMethod: "MOBILE_ID",
  login: Redacted.make({ type: "MOBILE_ID", personalCode: code, phoneNumber: phone }),
  purpose: { clientName: "Acme", companyName: "Nordhem", products: [], locale: "lt-lt" }
} satisfies ElectronicIdRequest

const made = Effect.gen(function* () {
  yield* TestClock.setTime(Date.now())
  const people = yield* personKeys
  const provider = yield* FakeMobileId.make
  const eid = yield* MobileId.make({
    ...FakeMobileId.relyingParty,
    baseUrl: provider.url.slice(0, -1),
    allowPrivateAddresses: true,
    timeoutMillis: 10_000,
    anchors: Result.getOrThrow(PersonCertificate.trustAnchorsOf(people.authority)),
    keepsProof: true
  })
  return { people, provider, eid }
}).pipe(Effect.provide(NodeDns.layer))

const test = testsOf(it, made)

const challengeOf = (orderRef: string): Buffer =>
  Buffer.from(JSON.parse(Buffer.from(orderRef, "base64url").toString()).challenge, "base64")

describe("Mobile-ID", () => {
  test("sends the hash of a new challenge and shows its control code", function* ({ eid, provider }) {
    const { controlCode, orderRef } = yield* eid.order(request, "key-1")
    const digest = hash("sha256", challengeOf(orderRef), "buffer")
    assert.deepStrictEqual(provider.received[0]?.body, {
      relyingPartyUUID: FakeMobileId.relyingParty.relyingPartyUuid,
      relyingPartyName: "DEMO",
      phoneNumber: `+${phone}`,
      nationalIdentityNumber: code,
      hash: digest.toString("base64"),
      hashType: "SHA256",
      language: "LIT",
      displayText: "Acme: Nordhem",
      displayTextFormat: "GSM-7"
    })
    assert.strictEqual(controlCode, ControlCode.ofMobileIdHash(digest))
    assert.strictEqual((yield* eid.collect(orderRef))._tag, "Pending")
    const second = yield* eid.order(request, "key-1")
    assert.notDeepEqual(challengeOf(second.orderRef), challengeOf(orderRef))
    for (const secret of [code, phone]) assert.notInclude(Buffer.from(orderRef, "base64url").toString(), secret)
  })

  test("shortens names in other alphabets to what a phone shows", function* ({ eid, provider }) {
    const purpose = { ...request.purpose, companyName: "Õ".repeat(60) }
    yield* eid.order({ ...request, purpose }, "key-1")
    const { displayText, displayTextFormat } = provider.received[0]?.body ?? {}
    assert.strictEqual(displayTextFormat, "UCS-2")
    assert.lengthOf(String(displayText), 50)
  })

  test.each<[name: PersonName, phoneNumber: string]>([
    ["curve", phone],
    ["rsaPhone", "37060000666"]
  ])("identifies the holder of a phone: %s", function* ({ eid, people, provider }, [name, phoneNumber]) {
    const login = Redacted.make({ type: "MOBILE_ID", personalCode: code, phoneNumber } as const)
    const { orderRef } = yield* eid.order({ ...request, login }, "key-1")
    provider.authenticate({ person: people[name], challenge: challengeOf(orderRef) })
    const first = yield* eid.collect(orderRef)
    assert.deepInclude(inClear(first), { _tag: "Complete", personalNumber: code })
    assert.deepStrictEqual(inClear(yield* eid.collect(orderRef)), inClear(first), "a second answer is the same")
  })

  test.each<[what: string, name: PersonName, algorithm?: string]>([
    ["of another authority with the same name", "ofOtherAuthority"],
    ["for servers", "forServers"],
    ["for Smart-ID only", "qualified"],
    ["of an authority", "asAuthority"],
    ["with another algorithm than its key's", "curve", "SHA256WithRSAEncryption"],
    ["with an unknown algorithm", "curve", "SHA1WithECEncryption"],
    ["with a member of an object as its algorithm", "curve", "constructor"]
  ])("refuses a certificate %s", function* ({ eid, people, provider }, [, name, algorithm]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    const more = algorithm === undefined ? {} : { algorithm }
    provider.authenticate({ person: people[name], challenge: challengeOf(orderRef), ...more })
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef))).reason, "REFUSED")
  })

  test("refuses a signature over another order's challenge", function* ({ eid, people, provider }) {
    const first = yield* eid.order(request, "key-1")
    const second = yield* eid.order(request, "key-2")
    provider.authenticate({ person: people.curve, challenge: challengeOf(first.orderRef) })
    assert.strictEqual((yield* Effect.flip(eid.collect(second.orderRef))).reason, "REFUSED")
  })

  test.each<[what: string, change: (report: object) => object]>([
    ["without its signature", (report) => ({ ...report, signature: undefined })],
    ["without its certificate", (report) => ({ ...report, cert: undefined })],
    ["with a certificate that is none", (report) => ({ ...report, cert: "AAAA" })],
    [
      "with an empty signature",
      (report) => ({ ...report, signature: { value: "", algorithm: "SHA256WithECEncryption" } })
    ],
    ["of an unknown state", (report) => ({ ...report, state: "DONE" })]
  ])("refuses a report %s", function* ({ eid, people, provider }, [, change]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.authenticate({ person: people.curve, challenge: challengeOf(orderRef) }, change)
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef))).reason, "REFUSED")
  })

  test.each([
    ["USER_CANCELLED", "userCancel"],
    ["TIMEOUT", "expiredTransaction"],
    ["NOT_MID_CLIENT", "certificateErr"],
    ["SIGNATURE_HASH_MISMATCH", "certificateErr"],
    ["PHONE_ABSENT", "startFailed"],
    ["DELIVERY_ERROR", "startFailed"],
    ["SIM_ERROR", "certificateErr"],
    ["SOMETHING_NEWER", "unknown"]
  ])("fails an order that ends with %s: %s", function* ({ eid, provider }, [result, hint]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.end({ state: "COMPLETE", result })
    assert.deepStrictEqual<unknown>(yield* eid.collect(orderRef), { _tag: "Failed", hint })
  })

  test("fails an order of somebody with the same code of another country", function* ({ eid, people, provider }) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.authenticate({ person: people.rsaPhone, challenge: challengeOf(orderRef) })
    assert.deepStrictEqual<unknown>(yield* eid.collect(orderRef), { _tag: "Failed", hint: "personalNumberMissing" })
  })

  test("fails forgotten sessions, and refuses the logins of other schemes", function* (world) {
    const { eid, provider } = world
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.sessions.length = 0
    for (const reference of [orderRef, "", "%"]) {
      assert.deepStrictEqual<unknown>(yield* eid.collect(reference), { _tag: "Failed", hint: "expiredTransaction" })
    }
    const login = Redacted.make({ type: "SMART_ID", personalCode: code, country: "EE" } as const)
    assert.strictEqual((yield* Effect.flip(eid.order({ ...request, login }, "key-2"))).reason, "REFUSED")
  })

  test("is unreachable if it answers too late", function* ({ eid, provider }) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.answerWith(ScriptedResponses.silence)
    for (const call of [Effect.asVoid(eid.order(request, "key-2")), Effect.asVoid(eid.collect(orderRef))]) {
      const before = provider.received.length
      const calling = yield* Effect.forkChild(Effect.flip(call))
      yield* Effect.promise(() => setImmediate()).pipe(
        Effect.repeat({ until: () => provider.received.length > before })
      )
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(calling)).reason, "UNREACHABLE")
    }
  })

  test.each<[what: string, reason: string, answer: ScriptedResponses.ScriptedResponse]>([
    ["an internal error", "PROVIDER_ERROR", ScriptedResponses.completeResponse(500, '{"error": "Internal error"}')],
    [
      "an unknown relying party",
      "REFUSED",
      ScriptedResponses.completeResponse(401, '{"error": "Failed to authorize user"}')
    ],
    ["garbage", "REFUSED", ScriptedResponses.completeResponse(200, "<html>")],
    ["a huge body", "REFUSED", ScriptedResponses.hugeBody()],
    ["half a body", "UNREACHABLE", ScriptedResponses.truncatedBody]
  ])("that answers with %s is %s for every call", function* ({ eid, provider }, [, reason, answer]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.answerWith(answer)
    const errors = [yield* Effect.flip(eid.order(request, "key-2")), yield* Effect.flip(eid.collect(orderRef))]
    for (const error of errors) {
      assert.strictEqual(error.reason, reason)
      const told = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`
      for (const secret of [code, phone, orderRef]) assert.notInclude(told, secret)
    }
  })
})
