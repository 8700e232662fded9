/** Tests Smart-ID against a fake provider based on its documentation (spec 17). */
import { assert, describe, it } from "@effect/vitest"
import type { Country } from "@sheaf/domain/PersonalCode"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Fiber, Redacted, Result } from "effect"
import * as NodeDns from "@effect/platform-node/NodeDns"
import { TestClock } from "effect/testing"
import { X509Certificate } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { inspect } from "node:util"
import * as ControlCode from "../../../src/outbound/users/ControlCode.ts"
import * as PersonCertificate from "../../../src/outbound/users/PersonCertificate.ts"
import * as SmartId from "../../../src/outbound/users/SmartId.ts"
import * as SmartIdProof from "../../../src/outbound/users/SmartIdProof.ts"
import * as ScriptedResponses from "../../../src/testing/ScriptedResponses.ts"
import * as FakeSmartId from "../../../src/testing/FakeSmartId.ts"
import { inClear } from "../../../src/testing/FakeProvider.ts"
import { personKeys } from "../../../src/testing/PersonKeys.ts"
import type { PersonName } from "../../../src/testing/PersonKeys.ts"

const code = "40504040001"
const document = "PNOEE-40504040001-DEM0-Q"

const request = {
  company: "ee-nordhem",
  loginMethod: "SMART_ID",
  login: Redacted.make({ type: "SMART_ID", personalCode: code, country: "EE" }),
  purpose: { clientName: "Acme", companyName: "Nordhem", products: [], locale: "et-ee" }
} satisfies ElectronicIdRequest

const callbackUrl = "https://sheaf.example/collections/return/ee-nordhem/a.0.b"
const onThisDevice = { ...request, callbackUrl }

const byDocument = { ...request, login: Redacted.make({ type: "SMART_ID", documentNumber: document } as const) }

const day = 86_400_000

const made = Effect.gen(function* () {
  yield* TestClock.setTime(Date.now())
  const people = yield* personKeys
  const provider = yield* FakeSmartId.make
  const options = {
    ...FakeSmartId.relyingParty,
    baseUrl: provider.url.slice(0, -1),
    allowPrivateAddresses: true,
    timeoutMillis: 10_000,
    schemeName: FakeSmartId.schemeName,
    certificateLevel: "QUALIFIED",
    anchors: Result.getOrThrow(PersonCertificate.trustAnchorsOf(people.authority)),
    keepsProof: true
  } as const
  const eid = yield* SmartId.make({ ...options, flow: "device-link" })
  return { people, provider, eid, byMessage: yield* SmartId.make({ ...options, flow: "notification" }) }
}).pipe(Effect.provide(NodeDns.layer))

const test = testsOf(it, made)

const codeOf = (personalCode: string, country: Country) => ({
  ...request,
  login: Redacted.make({ type: "SMART_ID", personalCode, country } as const)
})

describe("Smart-ID", () => {
  test("shows a link that changes every second", function* ({ eid, provider }) {
    const { controlCode, deviceLink, orderRef } = yield* eid.order(request, "key-1")
    assert.isUndefined(controlCode)
    assert.strictEqual(provider.received[0]?.path, `authentication/device-link/etsi/PNOEE-${code}`)
    if (deviceLink === undefined) return assert.fail("the order has no link")
    assert.strictEqual(deviceLink.linkStart, "https://smart-id.com/device-link?deviceLinkType=QR&elapsedSeconds=")
    assert.strictEqual(
      deviceLink.linkEnd,
      "&sessionToken=wGIrqveE6AuGDATZKmR1mtAZ&sessionType=auth&version=1.0&lang=est"
    )
    const [, { challenge, interactions }] = provider.newest()
    assert.strictEqual(deviceLink.signedStart, `smart-id-demo|ACSP_V2|${challenge}|REVNTw==||${interactions}||`)
    for (const secret of [code, deviceLink.secret]) {
      assert.notInclude(Buffer.from(orderRef, "base64url").toString(), secret)
    }
    assert.strictEqual((yield* eid.collect(orderRef))._tag, "Pending")
  })

  test("shows a control code and the names in the app after a notification", function* ({ byMessage, provider }) {
    const { controlCode, deviceLink } = yield* byMessage.order(request, "key-1")
    assert.isUndefined(deviceLink)
    const [, { challenge, interactions }] = provider.newest()
    assert.strictEqual(controlCode, ControlCode.ofSmartIdChallenge(Buffer.from(challenge, "base64")))
    assert.deepStrictEqual(JSON.parse(Buffer.from(interactions, "base64").toString()), [
      {
        type: "confirmationMessage",
        displayText200: "Logite sisse ettevõttesse Nordhem, et Acme saaks teie andmed koguda."
      },
      { type: "displayTextAndPIN", displayText60: "Acme: Nordhem" }
    ])
  })

  test("opens the app on the same device by a link, and waits for the return", function* ({ eid, people, provider }) {
    const { appUrl, deviceLink, orderRef } = yield* eid.order(onThisDevice, "key-1")
    assert.strictEqual(provider.received[0]?.body.initialCallbackUrl, callbackUrl)
    assert.strictEqual(appUrl, provider.appLink("est"))
    assert.include(deviceLink?.signedStart, "||", "a scanned link names no return")
    const returned = Redacted.make<Readonly<Record<string, string>>>(provider.returned())
    assert.strictEqual((yield* eid.collect(orderRef, returned))._tag, "Pending", "the session still runs")
    provider.authenticate({ person: people.qualified, flowType: "Web2App" })
    assert.strictEqual((yield* eid.collect(orderRef))._tag, "Pending", "nobody has returned")
    assert.deepInclude(inClear(yield* eid.collect(orderRef, returned)), { _tag: "Complete", personalNumber: code })
    for (const secret of [deviceLink?.secret ?? "", provider.returned().userChallengeVerifier]) {
      assert.notInclude(Buffer.from(orderRef, "base64url").toString(), secret)
    }
  })

  test("accepts a scanned code beside a link", function* ({ eid, people, provider }) {
    const { orderRef } = yield* eid.order(onThisDevice, "key-1")
    provider.authenticate({ person: people.qualified })
    assert.strictEqual((yield* eid.collect(orderRef))._tag, "Complete")
  })

  test("ends an order whose link somebody rejected, without a return", function* ({ eid, provider }) {
    const { orderRef } = yield* eid.order(onThisDevice, "key-1")
    provider.end({ state: "COMPLETE", result: { endResult: "USER_REFUSED" } })
    assert.deepStrictEqual<unknown>(yield* eid.collect(orderRef), { _tag: "Failed", hint: "userCancel" })
  })

  test.each<[what: string, change: (own: Record<string, string>) => Record<string, string>]>([
    ["without parameters", () => ({})],
    [
      "with the secret of another session",
      (own) => ({ ...own, sessionSecretDigest: SmartIdProof.secretDigestOf("AAAA") })
    ],
    ["without the secret", ({ userChallengeVerifier = "" }) => ({ userChallengeVerifier })],
    ["of a device that did not sign", (own) => ({ ...own, userChallengeVerifier: "XtPfaGa8JnGtYrJjboooUf0KfY9sMEHr" })],
    ["of an unknown device", ({ sessionSecretDigest = "" }) => ({ sessionSecretDigest })]
  ])("fails an order after a return %s", function* ({ eid, people, provider }, [, change]) {
    const { orderRef } = yield* eid.order(onThisDevice, "key-1")
    provider.authenticate({ person: people.qualified, flowType: "Web2App" })
    const returned = Redacted.make(change(provider.returned()))
    assert.deepStrictEqual<unknown>(yield* eid.collect(orderRef, returned), { _tag: "Failed", hint: "otherReturn" })
  })

  test.each<[what: string, given: Partial<FakeSmartId.Authentication>, callbackUrl?: string]>([
    ["no link was offered", { flowType: "Web2App" }],
    ["an app opened it", { flowType: "App2App" }, callbackUrl],
    ["the person signed another address", { flowType: "Web2App", callbackUrl: "https://evil.example/" }, callbackUrl]
  ])("refuses an answer by link if %s", function* ({ eid, people, provider }, [, given, url]) {
    const { orderRef } = yield* eid.order({ ...request, ...(url !== undefined && { callbackUrl: url }) }, "key-1")
    provider.authenticate({ person: people.qualified, ...given })
    const returned = Redacted.make(provider.returned())
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef, returned))).reason, "REFUSED")
  })

  test.each(["https://sheaf.example/a|b", "https://sheaf.example/#a", `https://sheaf.example/${"a".repeat(1800)}`])(
    "offers no link for a return that the provider refuses: %s",
    function* ({ eid, provider }, url) {
      assert.notProperty(yield* eid.order({ ...request, callbackUrl: url }, "key-1"), "appUrl")
      assert.notProperty(provider.received[0]?.body, "initialCallbackUrl")
    }
  )

  test.each<[name: PersonName, personalCode: string, request: ElectronicIdRequest]>([
    ["qualified", code, request],
    ["qualified", code, byDocument],
    ["older", code, codeOf(code, "LT")],
    ["latvian", "050405-10009", codeOf("050405-10009", "LV")]
  ])("identifies the holder of a certificate: %s", function* (world, [name, personalNumber, each]) {
    const { people, provider } = world
    for (const eid of [world.eid, world.byMessage]) {
      const { orderRef } = yield* eid.order(each, "key-1")
      provider.authenticate({ person: people[name] })
      const first = yield* eid.collect(orderRef)
      assert.deepInclude(inClear(first), { _tag: "Complete", personalNumber })
      assert.include(JSON.stringify(inClear(first)), "192.0.2.44")
      assert.include(JSON.stringify(inClear(first)), people[name].certificate)
      assert.deepStrictEqual(inClear(yield* eid.collect(orderRef)), inClear(first), "a second answer is the same")
    }
  })

  test.each<[what: string, name: PersonName, given: Partial<FakeSmartId.Authentication>]>([
    ["of another authority with the same name", "ofOtherAuthority", {}],
    ["for servers", "forServers", {}],
    ["for no use", "withoutUse", {}],
    ["of an authority", "asAuthority", {}],
    ["with a short key", "shortKey", {}],
    ["with a key of another kind", "curve", {}],
    ["of a lower level", "qualified", { certificateLevel: "ADVANCED" }],
    ["with a signature over another challenge", "qualified", { challenge: Buffer.alloc(64).toString("base64") }],
    ["with a signature for another relying party", "qualified", { relyingPartyName: "Demo" }],
    ["with a signature of another environment", "qualified", { schemeName: "smart-id" }],
    ["with a signature of another flow", "qualified", { flowType: "Notification" }],
    ["with an interaction that nobody offered", "qualified", { interactionTypeUsed: "verificationCodeChoice" }],
    ["with a weaker hash", "qualified", { hashAlgorithm: "SHA-256" }],
    ["with another protocol", "qualified", { signatureProtocol: "RAW_DIGEST_SIGNATURE" }]
  ])("refuses a certificate %s", function* ({ eid, people, provider }, [, name, given]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.authenticate({ person: people[name], ...given })
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef))).reason, "REFUSED")
  })

  test.each<[what: string, change: (report: object) => object]>([
    ["without its signature", ({ ...report }) => ({ ...report, signature: undefined })],
    ["without its certificate", ({ ...report }) => ({ ...report, cert: undefined })],
    ["without the interaction", ({ ...report }) => ({ ...report, interactionTypeUsed: undefined })],
    ["without a result", ({ ...report }) => ({ ...report, result: {} })],
    [
      "with a certificate that is none",
      (report) => ({ ...report, cert: { value: "AAAA", certificateLevel: "QUALIFIED" } })
    ],
    ["of an unknown state", (report) => ({ ...report, state: "DONE" })]
  ])("refuses a report %s", function* ({ eid, people, provider }, [, change]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.authenticate({ person: people.qualified }, change)
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef))).reason, "REFUSED")
  })

  test.each([-1, 10])("refuses a certificate %i days from now", function* (world, days) {
    const { eid, people, provider } = world
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.authenticate({ person: people.qualified })
    yield* TestClock.setTime(Date.now() + days * day)
    assert.strictEqual((yield* Effect.flip(eid.collect(orderRef))).reason, "REFUSED")
  })

  test("refuses another session's answer", function* ({ eid, people, provider }) {
    const { orderRef } = yield* eid.order(request, "key-1")
    const [, first] = provider.newest()
    yield* eid.order(request, "key-2")
    provider.authenticate({ person: people.qualified })
    const [id] = provider.newest()
    const facts = { ...JSON.parse(Buffer.from(orderRef, "base64url").toString()), sessionId: id }
    assert.strictEqual(facts.challenge, first.challenge)
    const mixed = Buffer.from(JSON.stringify(facts)).toString("base64url")
    assert.strictEqual((yield* Effect.flip(eid.collect(mixed))).reason, "REFUSED")
  })

  test.each<readonly [name: PersonName, hint: string, documentNumber?: string]>([
    ["byPassport", "personalNumberMissing"],
    ["ofAnotherCountry", "personalNumberMissing"],
    ["older", "personalNumberMissing"],
    ["qualified", "otherDocument", "PNOEE-40504040001-AAAA-Q"]
  ])(
    "fails an order of somebody without the expected identifier: %s, %s",
    function* (world, [name, hint, documentNumber]) {
      const { eid, people, provider } = world
      const { orderRef } = yield* eid.order(byDocument, "key-1")
      provider.authenticate({ person: people[name], ...(documentNumber !== undefined && { documentNumber }) })
      assert.deepStrictEqual(yield* eid.collect(orderRef), { _tag: "Failed", hint })
    }
  )

  test.each([
    ["USER_REFUSED", "userCancel"],
    ["USER_REFUSED_INTERACTION", "userCancel"],
    ["USER_REFUSED_CERT_CHOICE", "userCancel"],
    ["TIMEOUT", "expiredTransaction"],
    ["DOCUMENT_UNUSABLE", "certificateErr"],
    ["ACCOUNT_UNUSABLE", "certificateErr"],
    ["WRONG_VC", "wrongControlCode"],
    ["REQUIRED_INTERACTION_NOT_SUPPORTED_BY_APP", "notSupportedByUserApp"],
    ["PROTOCOL_FAILURE", "unknown"],
    ["SOMETHING_NEWER", "unknown"]
  ])("fails an order that ends with %s: %s", function* ({ eid, provider }, [endResult, hint]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.end({ state: "COMPLETE", result: { endResult } })
    assert.deepStrictEqual<unknown>(yield* eid.collect(orderRef), { _tag: "Failed", hint })
  })

  test("fails unknown sessions and references, and refuses people of other schemes", function* ({ eid, provider }) {
    const forgotten = { _tag: "Failed", hint: "expiredTransaction" } as const
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.sessions.clear()
    for (const reference of [orderRef, "", "%", "e30"]) {
      assert.deepStrictEqual(yield* eid.collect(reference), forgotten)
    }
    const login = Redacted.make({ type: "SWEDISH_EID", personalNumber: "199001012385" } as const)
    assert.strictEqual((yield* Effect.flip(eid.order({ ...request, login }, "key-2"))).reason, "REFUSED")
    yield* eid.order(codeOf("../../session", "EE"), "key-3")
    assert.strictEqual(provider.received.at(-1)?.path, "authentication/device-link/etsi/PNOEE-..%2F..%2Fsession")
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
    ["an error with a page", "PROVIDER_ERROR", ScriptedResponses.completeResponse(502, "<html>")],
    ["maintenance", "PROVIDER_ERROR", ScriptedResponses.completeResponse(580, "{}")],
    ["too many calls", "PROVIDER_ERROR", ScriptedResponses.completeResponse(429, "{}")],
    ["an unknown relying party", "REFUSED", ScriptedResponses.completeResponse(401, "{}")],
    ["an outdated client", "REFUSED", ScriptedResponses.completeResponse(480, "{}")],
    ["garbage", "REFUSED", ScriptedResponses.completeResponse(200, "<html>")],
    ["a huge body", "REFUSED", ScriptedResponses.hugeBody()],
    ["half a body", "UNREACHABLE", ScriptedResponses.truncatedBody],
    ["no answer", "UNREACHABLE", ScriptedResponses.closedConnection],
    [
      "another address",
      "REFUSED",
      ScriptedResponses.completeResponse(302, "", { location: "https://elsewhere.example/" })
    ]
  ])("that answers with %s is %s for every call", function* ({ eid, provider }, [, reason, answer]) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.answerWith(answer)
    const errors = [yield* Effect.flip(eid.order(request, "key-2")), yield* Effect.flip(eid.collect(orderRef))]
    for (const error of errors) {
      assert.strictEqual(error.reason, reason)
      const told = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)}`
      for (const secret of [code, document, orderRef]) assert.notInclude(told, secret)
    }
  })
})

describe("the secret in a return", () => {
  it("has the hash of the published example", () =>
    assert.strictEqual(
      SmartIdProof.secretDigestOf("B98ODiVCebRedSwdTk51zFSaGYyHtY1H2A0ocAi3/Ps="),
      "U4CKK13H1XFiyBofev9asqrzIrY5_Gszi_nL_zDKkBc"
    ))
})

describe("control codes", () => {
  it("are those of the published examples", () => {
    const challenge = "GYS+yoah6emAcVDNIajwSs6UB/M95XrDxMzXBUkwQJ9YFDipXXzGpPc7raWcuc2+TEoRc7WvIZ/7dU/iRXenYg=="
    assert.match(ControlCode.ofSmartIdChallenge(Buffer.from(challenge, "base64")), /^[0-9]{4}$/)
    assert.strictEqual(ControlCode.ofSmartIdChallenge(Buffer.from([27, 187])), "4555")
    assert.strictEqual(
      ControlCode.ofMobileIdHash(Buffer.from([0b0010_1111, 0b0110_0110, 0b1000_1100, 0b1011_0110])),
      "1462"
    )
    assert.strictEqual(ControlCode.ofMobileIdHash(Buffer.from([0, 0b1010_1001])), "0041")
  })
})

describe("authorities of people's certificates", () => {
  it("must all be authorities", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { authority, qualified } = yield* personKeys
        const leaf = new X509Certificate(Buffer.from(qualified.certificate, "base64")).toString()
        const ends = [authority, authority + leaf, "", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"]
        assert.deepStrictEqual(
          ends.map((pem) => Result.isSuccess(PersonCertificate.trustAnchorsOf(pem))),
          [true, false, false, false]
        )
      })
    ))
})
