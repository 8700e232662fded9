/**
 * Tests consents that people authorize in a bank's app, including the bank's questions and lost responses (spec 2.4,
 * 16).
 */
import { assert, describe, it } from "@effect/vitest"
import type { AuthorizationAnswer } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import * as Bank from "./ScriptedBank.ts"

const test = testsOf(it, Effect.void)

describe("a consent in a bank's app", () => {
  test("names the person and starts once if the bank asks in its own app", function* () {
    const path = "/v1/consents/consent-1/authorisations"
    const { asked, bank } = yield* Bank.makeScriptedBank(
      {
        "POST /v1/consents": Bank.createdResponse({}),
        [`GET ${path}`]: [{ body: { authorisationIds: [] } }, { body: { authorisationIds: ["a-1"] } }],
        [`POST ${path}`]: { status: 201, body: { scaStatus: "started", authorisationId: "a-1", _links: {} } }
      },
      { approach: "DECOUPLED", profile: { psuIdType: "SSN" } }
    )
    const person = Redacted.make("199001012385")
    const authorization = { _tag: "DECOUPLED", personalNumber: person } as const
    assert.deepStrictEqual(bank.authorizations, ["DECOUPLED"])
    const made = yield* bank.createConsent({ ...Bank.request, authorization }, "a-key")
    assert.deepStrictEqual(made, { bankConsentId: "consent-1" })
    yield* bank.identify("consent-1", person, "identify")
    yield* bank.identify("consent-1", person, "identify")
    assert.deepStrictEqual(
      asked.map(({ call }) => call),
      ["POST /v1/consents", `GET ${path}`, `POST ${path}`, `GET ${path}`, `GET ${path}/a-1`]
    )
    for (const { headers } of [asked[0], asked[2]].filter((each) => each !== undefined)) {
      assert.deepInclude(headers, { "psu-id": "199001012385", "psu-id-type": "SSN" })
    }
  })

  const authorisations = "/v1/consents/consent-1/authorisations"

  test("starts at a bank that does not list authorizations", function* () {
    for (const status of [404, 405]) {
      const { bank } = yield* Bank.makeScriptedBank(
        {
          [`GET ${authorisations}`]: Bank.failing(status),
          [`POST ${authorisations}`]: { status: 201, body: { scaStatus: "started", authorisationId: "a-1" } }
        },
        { approach: "DECOUPLED" }
      )
      const begun = yield* bank.identify("consent-1", Redacted.make("199001012385"), "identify")
      assert.deepStrictEqual(begun, { _tag: "Started" })
    }
  })

  const methods = [
    { authenticationMethodId: "m-1", authenticationType: "PUSH_OTP", name: "App" },
    { authenticationMethodId: "m-2", authenticationType: "SMS_OTP", name: "Text message" }
  ]
  const lost: ReadonlyArray<readonly [what: string, response: object]> = [
    ["methods", { scaStatus: "psuIdentified", scaMethods: methods }],
    ["what opens its app", { scaStatus: "started", challengeData: { data: ["a text"] } }],
    [
      "a code",
      {
        scaStatus: "scaMethodSelected",
        scaMethods: methods,
        chosenScaMethod: methods[1],
        challengeData: { otpFormat: "integer" }
      }
    ]
  ]
  for (const [what, response] of lost) {
    test(`asks the person once, and again shows ${what}, if the bank's response was lost`, function* () {
      const { asked, bank } = yield* Bank.makeScriptedBank(
        {
          [`GET ${authorisations}`]: [{ body: { authorisationIds: [] } }, { body: { authorisationIds: ["a-1"] } }],
          [`POST ${authorisations}`]: { status: 201, body: { authorisationId: "a-1", ...response } },
          [`GET ${authorisations}/a-1`]: { body: response }
        },
        { approach: "DECOUPLED" }
      )
      const report = bank.identify("consent-1", Redacted.make("199001012385"), "identify")
      assert.deepStrictEqual(yield* report, yield* report)
      assert.lengthOf(
        asked.filter(({ call }) => call.startsWith("POST")),
        1
      )
    })
  }

  const code: AuthorizationAnswer = { authorizationId: "a-1", code: Redacted.make("123456") }
  const method: AuthorizationAnswer = { authorizationId: "a-1", methodId: "m-2" }
  const repeated: ReadonlyArray<
    readonly [what: string, answer: AuthorizationAnswer, scaStatus: string, isTaken: boolean]
  > = [
    ["code", code, "finalised", true],
    ["code", code, "scaMethodSelected", false],
    ["code", code, "failed", false],
    ["choice", method, "scaMethodSelected", true],
    ["choice", method, "psuAuthenticated", false]
  ]
  for (const [what, answer, scaStatus, isTaken] of repeated) {
    test(`${isTaken ? "goes on" : "fails"} after the bank rejects a ${what} while its status is ${scaStatus}`, function* () {
      const { bank } = yield* Bank.makeScriptedBank({
        [`PUT ${authorisations}/a-1`]: Bank.failing(400, "SCA_INVALID"),
        [`GET ${authorisations}/a-1`]: { body: { scaStatus } }
      })
      const sent = bank.answer("consent-1", answer, "a-key")
      if (isTaken) assert.deepStrictEqual(yield* sent, { _tag: "Started" })
      else assert.strictEqual(yield* Bank.reasonOf(sent), "REFUSED")
    })
  }
})
