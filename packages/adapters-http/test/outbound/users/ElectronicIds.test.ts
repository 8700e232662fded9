/** Tests several providers combined into one. The scheme and the login method select the provider (spec 17). */
import { assert, describe, it } from "@effect/vitest"
import { ElectronicId } from "@sheaf/ports"
import type { ElectronicIdRequest } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer, Redacted } from "effect"
import * as ElectronicIds from "../../../src/outbound/users/ElectronicIds.ts"
import * as FakeBankId from "../../../src/testing/FakeBankId.ts"
import * as FakeMobileId from "../../../src/testing/FakeMobileId.ts"

const request: ElectronicIdRequest = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber: "199001012385", endUserIp: "192.0.2.17" })
}

const byPhone: ElectronicIdRequest = {
  company: "ee-nordhem",
  loginMethod: "MOBILE_ID",
  login: Redacted.make({ type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766" })
}

const inTest = { ...request, loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST" } as const

const made = Effect.gen(function* () {
  const [live, testing, phones] = [yield* FakeBankId.make, yield* FakeBankId.make, yield* FakeMobileId.make]
  const bankId = { qrPrefix: "bankid", requiresEndUserIp: true }
  const target = ({ url }: { readonly url: string }) => ({
    baseUrl: url.slice(0, -1),
    allowPrivateAddresses: true,
    timeoutMillis: 10_000
  })
  const context = yield* Layer.build(
    ElectronicIds.layer([
      {
        live: { scheme: "bankid", bankId, ...target(live) },
        test: { scheme: "bankid", bankId: { ...bankId, requiresEndUserIp: false }, ...target(testing) }
      },
      { live: { scheme: "mobile-id", ...FakeMobileId.relyingParty, anchors: [], ...target(phones) } }
    ])
  )
  return { live, testing, phones, eid: Context.get(context, ElectronicId) }
})

const test = testsOf(it, made)

describe("several providers of electronic IDs", () => {
  test("run each order where its scheme and method belong", function* ({ eid, live, phones, testing }) {
    for (const [each, provider] of [
      [request, live],
      [inTest, testing],
      [byPhone, phones]
    ] as const) {
      const { orderRef } = yield* eid.order(each, "key-1")
      assert.strictEqual((yield* eid.collect(orderRef))._tag, "Pending")
      yield* eid.cancel(orderRef)
      assert.lengthOf(provider.received, provider === phones ? 2 : 3)
    }
  })

  test("refuse schemes without a provider, and fail references of none", function* ({ eid }) {
    assert.strictEqual(
      (yield* Effect.flip(eid.order({ ...request, loginMethod: "SMART_ID" }, "key-1"))).reason,
      "REFUSED"
    )
    for (const reference of ["", "an-order", "smart-id:x", "bankid"]) {
      assert.deepStrictEqual<unknown>(yield* eid.collect(reference), { _tag: "Failed", hint: "expiredTransaction" })
      yield* eid.cancel(reference)
    }
  })
})
