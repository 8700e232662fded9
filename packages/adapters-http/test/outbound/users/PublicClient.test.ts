/**
 * Tests the fake provider and Sheaf against public clients (spec 17). The npm package `bankid` must work with the fake
 * provider, and Sheaf must place the same orders as that package. For Smart-ID, Sheaf must accept signatures that the
 * provider's test environment made for the provider's own client.
 */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { assert, describe, it } from "@effect/vitest"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { BankIdClientV6 } from "bankid"
import { Effect, Redacted, Schema } from "effect"
import { constants, hash, verify, X509Certificate } from "node:crypto"
import * as ControlCode from "../../../src/outbound/users/ControlCode.ts"
import * as ElectronicIdHttp from "../../../src/outbound/users/ElectronicIdHttp.ts"
import * as PersonCertificate from "../../../src/outbound/users/PersonCertificate.ts"
import * as SmartIdProof from "../../../src/outbound/users/SmartIdProof.ts"
import * as FakeBankId from "../../../src/testing/FakeBankId.ts"
import smartId from "./smartIdVector.json" with { type: "json" }

const personalNumber = "199001012385"
const endUserIp = "192.0.2.17"
const requirement = { pinCode: true, mrtd: false }

const request = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber, endUserIp }),
  purpose: { clientName: "Acme", companyName: "Nordhem", products: [] }
} satisfies ElectronicIdRequest

const test = testsOf(
  it,
  Effect.gen(function* () {
    const provider = yield* FakeBankId.make
    const client = new BankIdClientV6({ production: false, qrEnabled: false })
    Object.assign(client.axios.defaults, { baseURL: provider.url, proxy: false })
    return { provider, client }
  })
)

const decodeBase64 = Schema.decodeUnknownSync(Schema.StringFromBase64)

describe("a public client", () => {
  test("places, polls and cancels orders at the provider of the tests", function* ({ client, provider }) {
    const order = yield* Effect.promise(() =>
      client.authenticate({ endUserIp, requirement: { personalNumber, ...requirement } })
    )
    const { orderRef } = order
    assert.deepInclude(order, FakeBankId.tokens)
    const collect = Effect.promise(() => client.collect({ orderRef }))
    assert.deepStrictEqual<object>(yield* collect, { orderRef, status: "pending", hintCode: "outstandingTransaction" })
    provider.report({ status: "failed", hintCode: "userCancel" })
    assert.deepStrictEqual<object>(yield* collect, { orderRef, status: "failed", hintCode: "userCancel" })
    yield* Effect.promise(() => client.cancel({ orderRef }))
    const refused = yield* Effect.flip(Effect.tryPromise({ try: () => client.collect({ orderRef }), catch: String }))
    assert.include(refused, "invalidParameters")
  })

  test("places the same order as Sheaf", function* ({ client, provider }) {
    const bankId = { qrPrefix: "bankid", requiresEndUserIp: true, requirement }
    const target = { baseUrl: provider.url.slice(0, -1), allowPrivateAddresses: true, timeoutMillis: 10_000 }
    const eid = yield* Effect.provide(ElectronicIdHttp.make({ ...target, bankId }), NodeDns.layer)
    yield* eid.order(request, "key-1")
    const [own] = provider.received
    // The client encodes the texts of an order itself, so this order contains them unencoded. The client's types do not
    // show this.
    const order = {
      endUserIp,
      userVisibleData: decodeBase64(own?.body.userVisibleData),
      userVisibleDataFormat: "simpleMarkdownV1",
      userNonVisibleData: decodeBase64(own?.body.userNonVisibleData),
      requirement: { personalNumber, ...requirement }
    }
    yield* Effect.promise(() => client.authenticate(order))
    assert.deepStrictEqual(provider.received[1], own)
  })
})

describe("what Smart-ID's test environment signed for the provider's own client", () => {
  const certificateOf = (base64: string) => new X509Certificate(Buffer.from(base64, "base64"))

  it("is the text that Sheaf expects", () => {
    const text = SmartIdProof.signedText(
      smartId,
      { ...smartId, flowType: "Notification" },
      smartId,
      smartId.interactionTypeUsed
    )
    const { publicKey } = certificateOf(smartId.certificate)
    const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
    const signature = Buffer.from(smartId.signature, "base64")
    assert.isTrue(verify(smartId.hashAlgorithm, Buffer.from(text), key, signature))
    assert.isFalse(verify(smartId.hashAlgorithm, Buffer.from(`${text}|`), key, signature))
  })

  it("comes with a certificate that Sheaf trusts, for its authority and its person", () => {
    const anchors = [certificateOf(smartId.authority)]
    const purposes = [PersonCertificate.extendedKeyUsages.smartIdAuthentication]
    const verified = PersonCertificate.verify(smartId.certificate, { anchors, purposes }, Date.parse(smartId.at))
    if (verified === undefined) return assert.fail("the certificate is not trusted")
    const personalCode = PersonCertificate.personalCodeOf(verified, "EE")
    assert.strictEqual(personalCode && Redacted.value(personalCode), smartId.personalCode)
    assert.isUndefined(PersonCertificate.personalCodeOf(verified, "LT"))
  })

  it.each(Object.entries(smartId.controlCodes))("has the same control code for %s", (text, code) => {
    assert.strictEqual(ControlCode.ofSmartIdChallenge(hash("sha256", text, "buffer")), code)
  })
})

it("has the control code of Mobile-ID's own client", () => {
  assert.strictEqual(ControlCode.ofMobileIdHash(hash("sha256", "HACKERMAN_SHA256", "buffer")), "6008")
})
