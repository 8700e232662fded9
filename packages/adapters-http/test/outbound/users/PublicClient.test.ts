/**
 * Compares both sides with a public client of the Swedish provider, the npm package `bankid`: the fake provider of the
 * other tests must serve the package, and Sheaf must place the same orders as the package (spec 17).
 */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { assert, describe, it } from "@effect/vitest"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { BankIdClientV6 } from "bankid"
import { Effect, Redacted, Schema } from "effect"
import * as ElectronicIdHttp from "../../../src/outbound/users/ElectronicIdHttp.ts"
import * as FakeBankId from "../../../src/testing/FakeBankId.ts"

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
    // The client encodes the texts, although its types do not name them.
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
