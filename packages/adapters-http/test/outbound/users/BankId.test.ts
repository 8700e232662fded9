/** Tests the published Swedish scheme against a fake provider based on the scheme's samples (spec 17). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { assert, describe, it } from "@effect/vitest"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted, Schema } from "effect"
import * as ElectronicIdHttp from "../../../src/outbound/users/ElectronicIdHttp.ts"
import * as PurposeText from "../../../src/outbound/users/PurposeText.ts"
import * as FakeBankId from "../../../src/testing/FakeBankId.ts"
import { inClear } from "../../../src/testing/FakeProvider.ts"

const number = "199001012385"

const request = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber: number, endUserIp: "2001:db8::17" }),
  returnUrl: "https://sheaf.example/connect/a session?x=1&y=2",
  purpose: { clientName: "Acme", companyName: "Nordhem", products: [] }
} satisfies ElectronicIdRequest

const withoutAddress = { ...request, login: Redacted.make({ type: "SWEDISH_EID", personalNumber: number } as const) }

const target = (url: string) => ({ baseUrl: url.slice(0, -1), allowPrivateAddresses: true, timeoutMillis: 10_000 })

const bankId: ElectronicIdHttp.BankIdOptions = { qrPrefix: "bankid", requiresEndUserIp: true }

const made = Effect.gen(function* () {
  const provider = yield* FakeBankId.make
  const eidWith = (more: Partial<ElectronicIdHttp.BankIdOptions> = {}) =>
    Effect.provide(ElectronicIdHttp.make({ ...target(provider.url), bankId: { ...bankId, ...more } }), NodeDns.layer)
  return { provider, eidWith, eid: yield* eidWith() }
})

const test = testsOf(it, made)

const decodeBase64 = Schema.decodeUnknownSync(Schema.StringFromBase64)

const visibleText = (body: object | undefined): string => {
  const { userVisibleData = "" }: { userVisibleData?: unknown } = body ?? {}
  return decodeBase64(userVisibleData)
}

describe("the published Swedish scheme", () => {
  test("shows the token of the link, and the code with the scheme's prefix", function* ({ eid, provider }) {
    const { animatedCode, autoStartToken, orderRef } = yield* eid.order(request, "key-1")
    assert.strictEqual(autoStartToken, FakeBankId.tokens.autoStartToken)
    const { qrStartSecret: startSecret, qrStartToken: startToken } = FakeBankId.tokens
    assert.deepInclude(animatedCode, { prefix: "bankid", startToken, startSecret })
    assert.strictEqual(orderRef, FakeBankId.orderRefOf(0))
    const { userNonVisibleData, userVisibleData } = provider.received[0]?.body ?? {}
    assert.deepStrictEqual(provider.received[0]?.body, {
      endUserIp: "2001:db8::17",
      userNonVisibleData,
      userVisibleData,
      userVisibleDataFormat: "simpleMarkdownV1",
      returnUrl: request.returnUrl,
      requirement: { personalNumber: number }
    })
  })

  test("passes on the app or the browser in which the person logs in", function* ({ eid, provider }) {
    const web = { referringDomain: "app.example", userAgent: "Browser/1", deviceIdentifier: "d-17" }
    const login = Redacted.make({ ...Redacted.value(request.login), web })
    yield* eid.order({ ...request, login }, "key-1")
    assert.deepInclude(provider.received[0]?.body, { web })
  })

  test("describes the order where the person's signature covers it, without account numbers", function* (world) {
    const { eid, provider } = world
    const access = { type: "PSD2_AIS", balances: true, transactions: false } as const
    const purpose = { ...request.purpose, scope: { ...access, accountIds: ["SE4550000000058398257466"] } }
    yield* eid.order({ ...request, purpose }, "key-1")
    assert.deepStrictEqual<unknown>(JSON.parse(decodeBase64(provider.received[0]?.body.userNonVisibleData)), {
      company: "se-nordhem",
      loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
      purpose: { ...request.purpose, scope: access }
    })
  })

  test("never returns from another device", function* ({ eid, provider }) {
    yield* eid.order({ ...request, loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE" }, "key-1")
    assert.notProperty(provider.received[0]?.body, "returnUrl")
  })

  test("refuses an order without the person's address, before any call", function* ({ eid, eidWith, provider }) {
    assert.strictEqual((yield* Effect.flip(eid.order(withoutAddress, "key-1"))).reason, "REFUSED")
    assert.isEmpty(provider.received)
    const lenient = yield* eidWith({ requiresEndUserIp: false })
    assert.strictEqual((yield* Effect.flip(lenient.order(withoutAddress, "key-1"))).reason, "REFUSED")
    assert.lengthOf(provider.received, 1)
  })

  test("passes on what the configuration says", function* ({ eidWith, provider }) {
    const requirement = { pinCode: true, mrtd: true, certificatePolicies: ["1.2.752.78.1.5"], risk: "LOW" } as const
    const eid = yield* eidWith({ requirement, returnRisk: true })
    yield* eid.order(request, "key-1")
    const told = { returnRisk: true, requirement: { personalNumber: number, ...requirement } }
    assert.deepInclude(provider.received[0]?.body, told)
  })

  test.each([
    [undefined, "# Nordhem\n\nDu loggar in hos Nordhem så att Acme kan hämta dina uppgifter."],
    ["en-gb", "# Nordhem\n\nYou log in to Nordhem, so that Acme can collect your information."],
    ["xx-xx", "# Nordhem\n\nYou log in to Nordhem, so that Acme can collect your information."]
  ] as const)("says why the person logs in, in the language %s", function* ({ eid, provider }, [locale, text]) {
    const purpose = { ...request.purpose, ...(locale !== undefined && { locale }) }
    yield* eid.order({ ...request, purpose }, "key-1")
    assert.strictEqual(visibleText(provider.received[0]?.body), text)
  })

  test("shows names as plain text", function* ({ eid, provider }) {
    const names = [
      "Acme\n# Pay 500 kr",
      "Acme *now*",
      "[Acme](https://evil.example)",
      "| a | b |",
      "{company}",
      "$& $1",
      "\u202eemcA",
      "A".repeat(5000)
    ]
    for (const name of names) {
      const purpose = { ...request.purpose, clientName: name, companyName: name }
      yield* eid.order({ ...request, purpose }, "key-1")
      const text = visibleText(provider.received.at(-1)?.body)
      assert.lengthOf(text.match(/#/g) ?? [], 1, text)
      assert.notMatch(text, /[*_|`[\]\u202e]/u)
      assert.lengthOf(text.split("\n"), 3, text)
    }
    assert.strictEqual(PurposeText.plainNameOf("Acme*\n# Pay 500 kr"), "Acme Pay 500 kr")
  })

  const user = { personalNumber: number, name: "Maja Nordhem", givenName: "Maja", surname: "Nordhem" }
  const completionData = {
    user,
    device: { ipAddress: "192.0.2.17", uhi: "OZvYM9VvyiAmG7NA5jU5zqGcVpo=" },
    stepUp: { mrtd: true },
    bankIdIssueDate: "2025-01-01",
    signature: "PD94bWw=",
    ocspResponse: "MIIHfg==",
    risk: "moderate"
  }
  const completion = { deviceIpAddress: "192.0.2.17", risk: "MODERATE" }
  const proof = { signature: "PD94bWw=", ocspResponse: "MIIHfg==" }

  test.each<[what: string, data: object, completion: object, keepsProof?: boolean]>([
    ["the device and the risk", completionData, completion],
    ["also the proof, if the configuration keeps it", completionData, { ...completion, proof }, true],
    ["an unknown risk", { user, risk: "severe" }, { risk: "UNKNOWN" }],
    ["a risk with the name of an object's member", { user, risk: "constructor" }, { risk: "UNKNOWN" }]
  ])("reports %s", function* ({ eidWith, provider }, [, data, completion, keepsProof = false]) {
    const eid = yield* eidWith({ keepsProof })
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.report({ status: "complete", completionData: data })
    assert.deepStrictEqual(inClear(yield* eid.collect(orderRef)), {
      _tag: "Complete",
      personalNumber: number,
      completion
    })
  })

  test("waits while the provider processes an answer", function* ({ eid, provider }) {
    const { orderRef } = yield* eid.order(request, "key-1")
    provider.report({ status: "pending", hintCode: "processing" })
    assert.deepInclude(yield* eid.collect(orderRef), { _tag: "Pending", hint: "processing" })
  })

  test("refuses people of other schemes", function* ({ eid, provider }) {
    const login = Redacted.make({ type: "SMART_ID", personalCode: "40504040001", country: "EE" } as const)
    assert.strictEqual((yield* Effect.flip(eid.order({ ...request, login }, "key-1"))).reason, "REFUSED")
    assert.isEmpty(provider.received)
  })
})
