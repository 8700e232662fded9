/** Start requests: the parameters of each login method (spec 2.1). */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as LoginMethod from "../../src/companies/LoginMethod.ts"
import type { Parameter } from "../../src/collections/Parameter.ts"
import type { Product } from "../../src/companies/Product.ts"
import * as LoginIdentity from "../../src/collections/LoginIdentity.ts"
import * as CollectionRequests from "../../src/testing/CollectionRequests.ts"
import { today } from "../../src/testing/PersonalNumbers.ts"
import type { Violation } from "../../src/shared/Violation.ts"
import * as StartCollection from "../../src/collections/StartCollection.ts"

const company = "se-nordhem"
const eid = { type: "SWEDISH_EID", personalNumber: "198112189876" } as const
const email = { type: "EMAIL", email: "maja.lind@example.com" } as const
const password = { type: "USERNAME_PASSWORD", username: "maja", password: "secret" } as const
const pdf = { type: "PDF_DOCUMENT", fileName: "home.pdf", content: "JVBERi0xLjcK" } as const
const owner = { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" } as const
const metadata = { type: "SESSION_METADATA", attributes: { EXTERNAL_REFERENCE: "r-3" } } as const
const filter = { type: "COLLECTION_FILTER", productTypes: ["ISK"] } as const
const consent = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const
const stored = { type: "STORED_CONSENT", consentId: "c-1" } as const

const check = (loginMethod: LoginMethod.LoginMethod, parameters: ReadonlyArray<Parameter>) =>
  StartCollection.check({ company, loginMethod, parameters }, today)

const violations = <A>(checked: Result.Result<A, ReadonlyArray<Violation>>) => Result.getOrThrow(Result.flip(checked))

const violationsOf = <A>(checked: Result.Result<A, ReadonlyArray<Violation>>): ReadonlyArray<string> =>
  violations(checked).map(({ code, pointer }) => `${code} ${pointer}`)

const smartId = { type: "SMART_ID", personalCode: "50001029996", country: "EE" } as const
const mobileId = { type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766" } as const

const own = {
  SWEDISH_EID: eid,
  SMART_ID: smartId,
  MOBILE_ID: mobileId,
  EMAIL: email,
  USERNAME_PASSWORD: password,
  PDF_DOCUMENT: pdf
}

describe("A start", () => {
  for (const method of LoginMethod.all) {
    const { parameter } = LoginMethod.describe(method)
    const wanted = parameter && own[parameter]
    if (wanted === undefined) continue

    it(`with ${method} accepts the parameter of its method`, () => {
      const order = { _tag: "Login", loginMethod: method, login: wanted, attributes: {} } as const
      assert.deepStrictEqual(check(method, [wanted]), Result.succeed(order))
    })

    it(`with ${method} rejects every other login parameter`, () => {
      for (const other of Object.values(own)) {
        if (other === wanted) continue
        assert.deepStrictEqual(violationsOf(check(method, [other, wanted])), ["UNEXPECTED_PARAMETER /parameters/0"])
        assert.deepStrictEqual(violationsOf(check(method, [other])), [
          "UNEXPECTED_PARAMETER /parameters/0",
          "MISSING_PARAMETER /parameters"
        ])
      }
    })
  }

  it.each(["EPARAKSTS_MOBILE", "REDIRECT"] as const)("with %s needs no parameter and rejects every login", (method) => {
    assert.deepInclude(Result.getOrThrow(check(method, [])), { loginMethod: method, login: { type: "PAGE" } })
    for (const login of Object.values(own)) {
      assert.deepStrictEqual(violationsOf(check(method, [login])), ["UNEXPECTED_PARAMETER /parameters/0"])
    }
  })

  it.each<[title: string, parameter: Parameter, ...violations: Array<string>]>([
    ["a Smart-ID login by nothing", { type: "SMART_ID" }, "MISSING_FIELD personalCode", "MISSING_FIELD country"],
    ["a Smart-ID login without a country", { type: "SMART_ID", personalCode: "50001029996" }, "MISSING_FIELD country"],
    ["a Smart-ID login by country alone", { type: "SMART_ID", country: "EE" }, "MISSING_FIELD personalCode"],
    ["another country's code", { ...smartId, country: "LV" }, "INVALID_FIELD personalCode"],
    ["a Latvian code in Estonia", { ...smartId, personalCode: "020100-29990" }, "INVALID_FIELD personalCode"],
    ["a code with a wrong check digit", { ...smartId, personalCode: "50001029995" }, "INVALID_FIELD personalCode"],
    [
      "both forms of a Smart-ID login",
      { ...smartId, documentNumber: "PNOEE-50001029996-MOCK-Q" },
      "INVALID_FIELD personalCode",
      "INVALID_FIELD country"
    ],
    [
      "a document number with another country's code",
      { type: "SMART_ID", documentNumber: "PNOLV-50001029996-MOCK-Q" },
      "INVALID_FIELD documentNumber"
    ],
    ["a Swedish phone number", { ...mobileId, phoneNumber: "46701740605" }, "INVALID_FIELD phoneNumber"],
    [
      "a Latvian code with an Estonian phone number",
      { ...mobileId, personalCode: "020100-29990" },
      "INVALID_FIELD personalCode"
    ]
  ])("rejects %s", (_, parameter, ...expected) => {
    const method = parameter.type === "SMART_ID" ? "SMART_ID_MOCK" : "MOBILE_ID"
    const found = violations(check(method, [owner, parameter])).map(({ code, pointer }) => `${code} ${pointer}`)
    assert.deepStrictEqual(
      found,
      expected.map((each) => each.replace(" ", " /parameters/1/"))
    )
  })

  it("stores a Latvian code with its hyphen, and a document number unchanged", () => {
    const latvian = { type: "SMART_ID", personalCode: "02010029990", country: "LV" } as const
    assert.deepInclude(Result.getOrThrow(check("SMART_ID", [latvian])), {
      login: { ...latvian, personalCode: "020100-29990" }
    })
    const byDocument = { type: "SMART_ID", documentNumber: "PNOLV-020100-29990-MOCK-Q" } as const
    assert.deepInclude(Result.getOrThrow(check("SMART_ID", [byDocument])), { login: byDocument })
    assert.deepStrictEqual(
      LoginIdentity.identityOf(byDocument),
      LoginIdentity.identityOf({ ...latvian, personalCode: "020100-29990" })
    )
  })

  it.each([null, undefined])("without parameters is empty: %s", (parameters) => {
    const body = { company, loginMethod: "REDIRECT", ...(parameters === null && { parameters }) }
    const read = Schema.decodeUnknownResult(StartCollection.StartCollection)(body)
    assert.deepStrictEqual(Result.getOrThrow(read).parameters, [])
  })

  it("accepts the parameters for any method", () => {
    assert.deepStrictEqual(Result.getOrThrow(check("EMAIL", [filter, metadata, email, owner, consent])), {
      _tag: "Login",
      loginMethod: "EMAIL",
      login: email,
      accountOwnerName: "Maja Lind",
      attributes: { EXTERNAL_REFERENCE: "r-3" },
      filter: { productTypes: ["ISK"] }
    })
  })

  it("needs a login method", () => {
    const checked = StartCollection.check({ company, parameters: [email] }, today)
    assert.deepStrictEqual(violationsOf(checked), ["MISSING_FIELD /loginMethod"])
    assert.strictEqual(
      StartCollection.missingMethodViolation({ company, parameters: [email] })?.pointer,
      "/loginMethod"
    )
    assert.isUndefined(StartCollection.missingMethodViolation({ company, loginMethod: "EMAIL", parameters: [] }))
    assert.isUndefined(StartCollection.missingMethodViolation({ company, parameters: [stored] }))
  })

  it("reports each repeated parameter at its pointer", () => {
    assert.deepStrictEqual(violationsOf(check("EMAIL", [email, owner, email, owner, owner])), [
      "DUPLICATE_PARAMETER /parameters/2",
      "DUPLICATE_PARAMETER /parameters/3",
      "DUPLICATE_PARAMETER /parameters/4"
    ])
  })

  it("reports every rule that it breaks", () => {
    const wrong = { ...eid, personalNumber: "198113189876" }
    assert.deepStrictEqual(violationsOf(check("SWEDISH_SECURITY_TOKEN", [owner, owner, email, wrong])), [
      "DUPLICATE_PARAMETER /parameters/1",
      "UNEXPECTED_PARAMETER /parameters/2",
      "INVALID_FIELD /parameters/3/personalNumber"
    ])
  })

  it("takes the century of a short number from the current day", () => {
    const request = {
      company,
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
      parameters: [{ ...eid, personalNumber: "2604021234" }]
    } as const
    assert.deepInclude(Result.getOrThrow(StartCollection.check(request, "2026-04-01")), {
      login: { ...eid, personalNumber: "192604021234" }
    })
    assert.deepInclude(Result.getOrThrow(StartCollection.check(request, "2026-04-02")), {
      login: { ...eid, personalNumber: "202604021234" }
    })
  })

  it("needs a valid check digit, except in the sandbox", () => {
    const unchecked = { ...eid, personalNumber: "198112189875" }
    for (const method of LoginMethod.all) {
      const { environment, parameter } = LoginMethod.describe(method)
      if (parameter !== "SWEDISH_EID") continue
      const checked = check(method, [unchecked])
      if (environment === "REAL") {
        assert.deepStrictEqual(violationsOf(checked), ["INVALID_FIELD /parameters/0/personalNumber"])
      } else {
        assert.deepInclude(Result.getOrThrow(checked), { login: unchecked })
      }
    }
  })

  it("never repeats the rejected value", () => {
    const checked = check("SWEDISH_SECURITY_TOKEN", [{ ...eid, personalNumber: "198112189875" }])
    assert.notInclude(JSON.stringify(checked), "198112189875")
  })

  it("rejects a person in both an app and a browser", () => {
    const both = {
      app: { appIdentifier: "a", deviceOS: "b", deviceModelName: "c", deviceIdentifier: "d" },
      web: { referringDomain: "a", userAgent: "b", deviceIdentifier: "c" }
    }
    const checked = check("SWEDISH_SECURITY_TOKEN", [{ ...eid, ...both }])
    assert.deepStrictEqual(violationsOf(checked), ["INVALID_FIELD /parameters/0/app"])
  })

  it("rejects a file that is not a PDF", () => {
    const checked = check("PDF_UPLOAD", [owner, { ...pdf, content: "aGVsbG8=" }])
    assert.deepStrictEqual(violationsOf(checked), ["NOT_A_PDF /parameters/1/content"])
  })

  it("rejects a PDF of more than 10 MiB", () => {
    const content = `JVBERi0x${"AAAA".repeat((10 * 1024 * 1024) / 3)}`
    const request = { company: "se-nordhem", loginMethod: "PDF_UPLOAD", parameters: [owner, pdf] } as const
    assert.isUndefined(StartCollection.oversizedFilePointer(request))
    const large = { ...request, parameters: [owner, { ...pdf, content }] }
    assert.strictEqual(StartCollection.oversizedFilePointer(large), "/parameters/1/content")
    assert.strictEqual(
      StartCollection.oversizedFilePointer({ ...large, parameters: [{ ...pdf, content }] }),
      "/parameters/0/content"
    )
  })

  it("explains the broken rule", () => {
    const checked = [
      check("EMAIL", []),
      check("EMAIL", [email, email]),
      check("EMAIL", [email, eid]),
      check("PDF_UPLOAD", [{ ...pdf, content: "aGVsbG8=" }])
    ]
    const details = checked.flatMap(violations).map(({ detail }) => detail)
    assert.deepStrictEqual(details, [
      "The login method EMAIL needs a parameter of type EMAIL.",
      "The request has more than one parameter of type EMAIL.",
      "A parameter of type SWEDISH_EID cannot be used with the login method EMAIL.",
      "Must be a base64-encoded file that begins with %PDF-."
    ])
  })

  it.prop("is valid if the package's generator made it", [CollectionRequests.startCollectionRequest], ([request]) => {
    assert.isTrue(Result.isSuccess(StartCollection.check(request, today)))
    assert.isTrue(Schema.is(StartCollection.StartCollection)(request))
  })

  it.prop("is valid or breaks a rule, whatever its content", { request: StartCollection.StartCollection }, (it) => {
    const checked = StartCollection.check(it.request, today)
    if (Result.isFailure(checked)) assert.isNotEmpty(checked.failure)
  })
})

describe("A start under a stored consent", () => {
  const checkStored = (parameters: ReadonlyArray<Parameter>) =>
    StartCollection.checkStoredConsent({ company, parameters }, stored)

  it("needs neither a login method nor a login", () => {
    assert.deepStrictEqual(Result.getOrThrow(checkStored([stored, metadata, owner, filter])), {
      _tag: "StoredConsent",
      consent: { consentId: "c-1" },
      attributes: { EXTERNAL_REFERENCE: "r-3" },
      accountOwnerName: "Maja Lind",
      filter: { productTypes: ["ISK"] }
    })
  })

  it("records the login method, if any", () => {
    const request = { company, loginMethod: "EMAIL", parameters: [stored] } as const
    assert.deepInclude(Result.getOrThrow(StartCollection.checkStoredConsent(request, stored)), { loginMethod: "EMAIL" })
  })

  it("rejects a login and a second consent", () => {
    for (const other of [eid, email, password, pdf, consent]) {
      assert.deepStrictEqual(violationsOf(checkStored([stored, other])), ["UNEXPECTED_PARAMETER /parameters/1"])
    }
    assert.deepStrictEqual(violationsOf(checkStored([stored, stored])), ["DUPLICATE_PARAMETER /parameters/1"])
    assert.include(JSON.stringify(checkStored([stored, email])), "of type EMAIL cannot be used with a stored consent.")
  })
})

describe("The products in a filter", () => {
  const select = (...products: ReadonlyArray<Product>) => ({ type: "COLLECTION_FILTER", products }) as const
  const everything: ReadonlyArray<Product> = ["INSURANCE", "WEALTH", "PSD2_AIS"]

  it.each<[what: string, parameters: ReadonlyArray<Parameter>, offered: ReadonlyArray<Product>, broken: object]>([
    ["restrict nothing if the filter names none", [filter, consent], ["PSD2_AIS"], []],
    ["can be a part of the offer", [select("WEALTH")], everything, []],
    ["can select more beside accounts", [consent, select("WEALTH", "PSD2_AIS")], everything, []],
    [
      "must be offered",
      [email, select("WEALTH", "INSURANCE", "PSD2_AIS")],
      ["INSURANCE"],
      ["PRODUCT_NOT_SUPPORTED /parameters/1/products/0", "PRODUCT_NOT_SUPPORTED /parameters/1/products/2"]
    ],
    ["need a consent for accounts", [select("PSD2_AIS")], everything, ["MISSING_PARAMETER /parameters"]],
    [
      "must include accounts under a consent",
      [stored, select("WEALTH")],
      everything,
      ["UNEXPECTED_PARAMETER /parameters/0"]
    ]
  ])("%s", (_, parameters, offered, broken) => {
    const found = StartCollection.filterViolations({ company, parameters }, offered)
    assert.deepStrictEqual(
      found.map(({ code, pointer }) => `${code} ${pointer}`),
      broken
    )
  })

  it("are those that neither the path nor the filter excludes", () => {
    const included = (request: Partial<StartCollection.StartCommand>) =>
      everything.filter((product) => StartCollection.includesProduct({ company, parameters: [], ...request }, product))
    assert.deepStrictEqual(included({}), everything)
    assert.deepStrictEqual(included({ products: ["INSURANCE", "WEALTH"] }), ["INSURANCE", "WEALTH"])
    assert.deepStrictEqual(included({ parameters: [select("WEALTH", "PSD2_AIS")] }), ["WEALTH", "PSD2_AIS"])
    const both = { products: ["INSURANCE", "WEALTH"], parameters: [select("WEALTH", "PSD2_AIS")] } as const
    assert.deepStrictEqual(included(both), ["WEALTH"])
  })
})

it("A login names a person by its own parameter, except a file", () => {
  const decomposed = { ...password, username: " Ma\u0308ja\t" }
  const identities = [eid, { ...email, email: "Ma\u0308ja@Example.com" }, decomposed, pdf].map(LoginIdentity.identityOf)
  assert.deepStrictEqual(identities, [
    ["SWEDISH_EID", "198112189876"],
    ["EMAIL", "mäja@example.com"],
    ["USERNAME_PASSWORD", "Mäja"],
    undefined
  ])
})
