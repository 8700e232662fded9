/** The IP address of the person's device reaches only companies whose electronic-ID orders need it (spec 2.1, 17). */
import { assert, describe } from "@effect/vitest"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import { Collections } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"

const personalNumber = "198112189876"
const device = "192.0.2.17"
const eid = { type: "SWEDISH_EID", personalNumber } as const
const app = { appIdentifier: "a.b", deviceOS: "IOS 18", deviceModelName: "iPhone", deviceIdentifier: "d-17" }
const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "2001:db8::18" } as const

const requestOf = (company: string, loginMethod: LoginMethod, ...parameters: ReadonlyArray<Parameter>) => ({
  company,
  loginMethod,
  parameters
})

const bank = "se-fjallbanken"
const sameDevice = "SWEDISH_MOBILE_EID_SAME_DEVICE"

describe("the address of the person's device", () => {
  for (const [name, request, received, more] of [
    ["is the client's", requestOf(bank, sameDevice, { ...eid, endUserIp: device }), device],
    [
      "is that of the consent, if the client sends no other",
      requestOf(bank, sameDevice, consent, eid),
      consent.psuIpAddress
    ],
    ["comes with the client's app", requestOf(bank, sameDevice, { ...eid, endUserIp: device, app }), device, { app }],
    ["stays away from other companies", requestOf(bank, sameDevice, { ...eid, endUserIp: device, app }), undefined]
  ] as ReadonlyArray<readonly [string, ReturnType<typeof requestOf>, string | undefined, object?]>) {
    World.test(name, function* (company) {
      company.script = Company.completingScript
      if (received !== undefined) company.requiresEndUserIp = true
      const collectionId = yield* World.start(request)
      yield* World.untilStatus(collectionId, "COMPLETED_EMPTY")
      const [order] = company.orders
      const expected = received === undefined ? {} : { endUserIp: received }
      assert.deepStrictEqual(order && Redacted.value(order.login), { ...eid, ...expected, ...more })
    })
  }

  World.test("is required before anything is stored", function* (company) {
    company.requiresEndUserIp = true
    const refused = yield* Effect.flip((yield* Collections).start(World.caller, requestOf(bank, sameDevice, eid)))
    assert.containsSubset(refused, {
      _tag: "InvalidParameters",
      violations: [{ pointer: "/parameters/0/endUserIp", code: "MISSING_FIELD" }]
    })
    assert.isEmpty(company.orders)
  })
})
