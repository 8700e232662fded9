/** Consent requests: the rules for their parameters and login method (spec 2.1, 2.3, 2.4, 4). */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { Parameter } from "../../src/collections/Parameter.ts"
import * as LoginMethod from "../../src/companies/LoginMethod.ts"
import * as AccountNumber from "../../src/consents/AccountNumber.ts"
import * as CreateConsent from "../../src/consents/CreateConsent.ts"

const today = "2026-04-01"
const company = "se-fjallbanken"
const loginMethod = "SWEDISH_MOBILE_EID_OTHER_DEVICE"
const asked = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const
const eid = { type: "SWEDISH_EID", personalNumber: "198112189876" } as const
const email = { type: "EMAIL", email: "maja.lind@example.com" } as const
const owner = { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" } as const

const check = (
  parameters: ReadonlyArray<Parameter>,
  method?: LoginMethod.LoginMethod,
  bank: Partial<Parameters<typeof CreateConsent.check>[1]> = {}
) =>
  CreateConsent.check(
    { company, parameters, ...(method && { loginMethod: method }) },
    { loginMethods: [loginMethod], market: "se", ...bank },
    today,
    { registered: [], isLoopbackAllowed: false }
  )

const terms = {
  scope: { type: "PSD2_AIS", balances: true, transactions: true },
  psuIpAddress: "192.0.2.17",
  psuLocale: "sv-se",
  validUntil: "2026-06-30"
} as const

describe("A consent request", () => {
  it("has the terms of its parameter, within the company's maximum", () => {
    assert.deepStrictEqual(check([asked]), Result.succeed({ terms }))
    const shorter = { ...terms, psuLocale: "fr-fr", validUntil: "2026-05-01" }
    const bank = { market: "fr", maximumConsentValidityDays: 30 } as const
    assert.deepStrictEqual(check([asked], undefined, bank), Result.succeed({ terms: shorter }))
  })

  it("names the person who authorizes it with the electronic ID, in the 12-digit form", () => {
    const identity = { loginMethod, login: { type: "SWEDISH_EID", personalNumber: "198112189876" } } as const
    const order = { terms, identity, loginMethod } as const
    const short = { ...eid, personalNumber: "811218-9876" }
    assert.deepStrictEqual(check([short, asked], loginMethod), Result.succeed(order))
  })

  const loginMethods = LoginMethod.all

  it("accepts every method that the company lists, and every Swedish method with a person", () => {
    const accepted = (parameters: ReadonlyArray<Parameter>) =>
      LoginMethod.all.filter((method) => Result.isSuccess(check(parameters, method, { loginMethods })))
    assert.deepStrictEqual(accepted([asked]), LoginMethod.all)
    const swedish = LoginMethod.all.filter((method) => method.startsWith("SWEDISH_"))
    assert.deepStrictEqual(accepted([asked, eid]), swedish)
  })

  it("only records methods that need the client's device, an input or another person", () => {
    for (const method of LoginMethod.all) {
      assert.deepStrictEqual(check([asked], method, { loginMethods }), Result.succeed({ loginMethod: method, terms }))
    }
    const recorded = LoginMethod.all.filter((method) => /TOKEN|CLIENT_SIDE/u.test(method))
    for (const method of recorded) {
      const order = check([asked, eid], method, { loginMethods })
      assert.deepStrictEqual(order, Result.succeed({ loginMethod: method, terms }))
    }
  })

  it("can have session metadata", () => {
    const metadata = { type: "SESSION_METADATA", attributes: { SESSION_ID: "s-1" } } as const
    assert.deepStrictEqual(check([asked, metadata]), Result.succeed({ terms }))
    assert.isTrue(Result.isSuccess(check([asked, eid, metadata], loginMethod)))
  })

  const returnUrl = "https://app.example/done"
  const returns = { registered: [returnUrl], isLoopbackAllowed: true }
  const returning = (members: object, allowed = returns, parameters: ReadonlyArray<Parameter> = [asked]) =>
    CreateConsent.check(
      { company, parameters, ...(parameters.length > 1 && { loginMethod }), ...members },
      { loginMethods: [loginMethod], market: "se" },
      today,
      allowed
    )

  it("can name a registered return address and a state", () => {
    assert.deepStrictEqual(returning({ returnUrl }), Result.succeed({ terms, returnTo: { returnUrl } }))
    const state = "a b&c#å"
    assert.deepStrictEqual(returning({ returnUrl, state }), Result.succeed({ terms, returnTo: { returnUrl, state } }))
    assert.isTrue(Result.isSuccess(returning({ returnUrl: "http://localhost:3000/done" })))
  })

  it("can name a return address with a person whose app can return", () => {
    const person = { type: "SMART_ID", personalCode: "40504040001", country: "EE" } as const
    const request = { company, loginMethod: "SMART_ID", parameters: [asked, person], returnUrl } as const
    const order = CreateConsent.check(request, { loginMethods: ["SMART_ID"], market: "ee" }, today, returns)
    assert.deepStrictEqual(Result.getOrThrow(order).returnTo, { returnUrl })
  })

  it("can name a return address that the Swedish app opens on the same device", () => {
    const request = { company, parameters: [asked, eid], returnUrl }
    const check = (method: LoginMethod.LoginMethod) =>
      CreateConsent.check({ ...request, loginMethod: method }, { loginMethods: [method], market: "se" }, today, returns)
    assert.deepStrictEqual(Result.getOrThrow(check("SWEDISH_MOBILE_EID_SAME_DEVICE")).returnTo, { returnUrl })
    assert.isTrue(Result.isFailure(check("SWEDISH_MOBILE_EID_OTHER_DEVICE")))
  })

  it.each<[string, object, string, (typeof returns | undefined)?, ReadonlyArray<Parameter>?]>([
    ["a state alone", { state: "s" }, "/state"],
    ["another address", { returnUrl: "https://app.example/done/" }, "/returnUrl"],
    [
      "a loopback address where none is allowed",
      { returnUrl: "http://localhost/" },
      "/returnUrl",
      { registered: [returnUrl], isLoopbackAllowed: false }
    ],
    ["a return address with a person", { returnUrl }, "/returnUrl", returns, [asked, eid]],
    ...[" ", "\u3000 ", "a\u202eb", "a\u2028b", "a\u200bb", "a\ud800b"].map((state): [string, object, string] => [
      `the state ${JSON.stringify(state)}`,
      { returnUrl, state },
      "/state"
    ])
  ])("cannot name %s", (_, members, pointer, allowed, parameters) => {
    const broken = Result.getOrThrow(Result.flip(returning(members, allowed, parameters)))
    assert.deepStrictEqual(
      broken.map(({ code, pointer }) => `${code} ${pointer}`),
      [`INVALID_FIELD ${pointer}`]
    )
  })

  it("names each account once, in the form that banks expect", () => {
    const accountIds = ["se35 5000 0000 0549 1000 0003", "SE3550000000054910000003", "5254 12xx xxxx 3241", "Ab 1234"]
    const scope = { ...terms.scope, accountIds: ["SE3550000000054910000003", "525412xxxxxx3241", "Ab1234"] }
    assert.deepStrictEqual(check([{ ...asked, accountIds }]), Result.succeed({ terms: { ...terms, scope } }))
    const kinds = accountIds.map((text) => AccountNumber.parse(text)?.kind)
    assert.deepStrictEqual(kinds, ["IBAN", "IBAN", "MASKED_PAN", "BBAN"])
  })

  it("cannot name accounts by another text", () => {
    const detail = "Expected an IBAN, a national account number or a masked card number."
    const broken = [1, 3].map((index) => ({
      pointer: `/parameters/0/accountIds/${index}`,
      code: "INVALID_FIELD" as const,
      detail
    }))
    assert.deepStrictEqual(violationsOf([{ ...asked, accountIds: ["1234", "123-4", "A123", "Lind"] }]), broken)
  })

  const violationsOf = (parameters: ReadonlyArray<Parameter>, method?: LoginMethod.LoginMethod) =>
    Result.getOrThrow(Result.flip(check(parameters, method)))
  const missing = "MISSING_PARAMETER /parameters"
  const wrongNumber = { ...eid, personalNumber: "198113319876" }
  const past = { ...asked, validUntil: "2020-01-01" }
  const other = "SWEDISH_MOBILE_EID_ANY_DEVICE"

  it.each<[string, ReadonlyArray<Parameter>, LoginMethod.LoginMethod | undefined, string]>([
    ["without parameters", [], undefined, missing],
    ["with only a person", [eid], loginMethod, missing],
    ["with only a login", [email], undefined, `UNEXPECTED_PARAMETER /parameters/0, ${missing}`],
    ["with a parameter of another type", [asked, owner], undefined, "UNEXPECTED_PARAMETER /parameters/1"],
    ["with a repeated parameter", [asked, eid, asked], loginMethod, "DUPLICATE_PARAMETER /parameters/2"],
    ["with a person but no login method", [asked, eid], undefined, "MISSING_FIELD /loginMethod"],
    ["with a login method without electronic ID", [asked, eid], "EMAIL", "INVALID_FIELD /loginMethod"],
    ["with an unsupported login method", [asked, eid], other, "INVALID_FIELD /loginMethod"],
    ["with an unsupported login method and no person", [asked], other, "INVALID_FIELD /loginMethod"],
    ["with a wrong number", [asked, wrongNumber], loginMethod, "INVALID_FIELD /parameters/1/personalNumber"],
    [
      "for every rule that it breaks",
      [email, eid, past],
      undefined,
      "UNEXPECTED_PARAMETER /parameters/0, MISSING_FIELD /loginMethod, INVALID_FIELD /parameters/2/validUntil"
    ]
  ])("is rejected %s", (_, parameters, method, violations) => {
    const found = violationsOf(parameters, method).map(({ code, pointer }) => `${code} ${pointer}`)
    assert.strictEqual(found.join(", "), violations)
  })

  it("explains the broken rule", () => {
    const broken = [
      ...violationsOf([owner]),
      ...violationsOf([asked, asked]),
      ...violationsOf([asked, eid]),
      ...violationsOf([asked, eid], "EMAIL"),
      ...violationsOf([asked, eid], other)
    ]
    assert.deepStrictEqual(
      broken.map(({ detail }) => detail),
      [
        "A parameter of type ACCOUNT_OWNER_NAME cannot be used with a consent.",
        "A consent needs a parameter of type PSD2_AIS_CONSENT.",
        "The request has more than one parameter of type PSD2_AIS_CONSENT.",
        "Required with SWEDISH_EID.",
        "EMAIL cannot be used with SWEDISH_EID.",
        `The company does not support ${other}.`
      ]
    )
  })

  it("with a person needs a login method, even if the company is unknown", () => {
    const missingMethod = CreateConsent.missingMethodViolation({ company, parameters: [asked, eid] })
    assert.deepInclude(missingMethod, { pointer: "/loginMethod", code: "MISSING_FIELD" })
    assert.isUndefined(CreateConsent.missingMethodViolation({ company, loginMethod, parameters: [asked, eid] }))
    assert.isUndefined(CreateConsent.missingMethodViolation({ company, parameters: [asked] }))
  })
})
