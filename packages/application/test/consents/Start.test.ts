/** New consents, and rejected requests (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import { Consents } from "@sheaf/ports"
import { Effect } from "effect"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"

const person = { type: "SWEDISH_EID", personalNumber: Consent.personalNumber } as const

describe("a new consent", () => {
  test("has its own id and its own return address", function* ({ bank }) {
    const user = yield* Consent.maja
    const other = yield* Consent.userOf("other")
    const ids = yield* Effect.all([user, user, other].map((each) => Consent.create(each)))
    for (const [index, id] of ids.entries()) {
      yield* Consent.untilStatus(index === 2 ? other : user, id, "AWAITING_AUTHORIZATION")
    }
    assert.strictEqual(new Set(ids).size, 3)
    const ways = bank.requests.map(({ authorization }) => JSON.stringify(authorization))
    assert.strictEqual(new Set(ways).size, 3)
  })
})

describe("a new consent is rejected", () => {
  const { parameters } = Consent.request()
  const elsewhere = (name: string) => ({ company: name, parameters })
  const rows: Readonly<Record<string, readonly [request: CreateConsent, words: string]>> = {
    "if the company is unknown, before its parameters are checked": [
      { company: "se-nowhere", parameters: [] },
      "UnknownCompany"
    ],
    "if the login method is missing, even for an unknown company": [
      { company: "se-nowhere", parameters: [person] },
      "MISSING_FIELD /loginMethod"
    ],
    "if a parameter is missing, even for a company without accounts": [
      { company: "se-nordhem", parameters: [] },
      "MISSING_PARAMETER /parameters"
    ],
    "if it names an account by anything but its number": [
      Consent.request({ accountIds: ["SE45 5000 0000 0583 9825 7466", "resource-1"] }),
      "INVALID_FIELD /parameters/0/accountIds/1"
    ],
    "if the company has no accounts": [elsewhere("se-nordhem"), "ProductNotSupported PSD2_AIS"],
    "if the company has accounts but no bank adapter": [elsewhere("se-fjarrbanken"), "StoredConsentNotSupported"]
  }
  for (const [name, [request, words]] of Object.entries(rows)) {
    test(name, function* ({ bank }) {
      const consents = yield* Consents
      const user = yield* Consent.maja
      assert.strictEqual(Consent.describeError(yield* Effect.flip(consents.create(user, request))), words)
      yield* Consent.passTime(5)
      assert.isEmpty(bank.calls)
      assert.isEmpty((yield* consents.list(user, { limit: 10 })).items)
    })
  }
})

describe("a new consent at a bank", () => {
  test("without a page must name the person", function* ({ bank }) {
    bank.authorizations = ["DECOUPLED"]
    const refusal = yield* Effect.flip((yield* Consents).create(yield* Consent.maja, Consent.request()))
    assert.strictEqual(Consent.describeError(refusal), "MISSING_PARAMETER /parameters")
  })

  test("with a page only is authorized there, even if it names the person", function* ({ bank }) {
    bank.authorizations = ["REDIRECT"]
    const { body } = yield* Consent.createAwaiting(Consent.byElectronicId("SWEDISH_MOBILE_EID_ANY_DEVICE"))
    assert.isDefined(body.authInstructions?.redirectUrl)
    assert.deepStrictEqual(
      bank.requests.map(({ authorization }) => authorization._tag),
      ["REDIRECT"]
    )
  })
})
