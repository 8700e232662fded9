/** Tests start requests of version 2025-01-01: how they are mapped (spec 2.2), and which are rejected. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { LoginMethod } from "../../src/companies/LoginMethod.ts"
import type { StartCollection } from "../../src/collections/StartCollection.ts"
import * as InputMap from "../../src/versions/2025-01-01/InputMap.ts"
import {
  inexpressibleInOldVersion,
  toOldPointer,
  toOldViolation
} from "../../src/versions/2025-01-01/AddParameterTypes.ts"
import { applyLosses } from "../../src/versions/changes/VersionChange.ts"
import { StartCollection20250101 } from "../../src/versions/2025-01-01/Version.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const
const company = "ee-kaljukind"
const readStart = Schema.decodeUnknownEffect(StartCollection20250101)
const writeStart = Schema.encodeEffect(StartCollection20250101)

const attributes = { SESSION_ID: "s-1", ADVISOR_HANDLE: "a-2", EXTERNAL_REFERENCE: "r-3" }
const filter = { insuranceTypes: ["vehicleInsurance"], insuranceSubTypes: ["car"], productTypes: ["ISK"] } as const
const stored = { consentId: "c-1", psuIpAddress: "192.0.2.17", psuUserAgent: "Browser" }
const scope = { accountIds: ["acc-1"], balances: true, transactions: false }
const consent = { ...scope, psuIpAddress: "2001:db8::17", psuLocale: "et-ee", validUntil: "2026-06-30" }

type Parameters = StartCollection["parameters"]

/** The mapping in spec 2.2: the parts of an old request, and the same request's parameters in the newest version. */
const starts: ReadonlyArray<readonly [title: string, LoginMethod | undefined, old: object, Parameters]> = [
  [
    "SWEDISH_PERSONAL_NUMBER becomes SWEDISH_EID.personalNumber",
    "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
    { input: { SWEDISH_PERSONAL_NUMBER: "198112189876" } },
    [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
  ],
  [
    "END_USER_IP becomes SWEDISH_EID.endUserIp",
    "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
    { input: { SWEDISH_PERSONAL_NUMBER: "198112189876", END_USER_IP: "2001:db8::17" } },
    [{ type: "SWEDISH_EID", personalNumber: "198112189876", endUserIp: "2001:db8::17" }]
  ],
  [
    "PERSONAL_CODE and COUNTRY become SMART_ID",
    "SMART_ID",
    { input: { PERSONAL_CODE: "50001029996", COUNTRY: "EE" } },
    [{ type: "SMART_ID", personalCode: "50001029996", country: "EE" }]
  ],
  [
    "DOCUMENT_NUMBER becomes SMART_ID.documentNumber",
    "SMART_ID_TEST",
    { input: { DOCUMENT_NUMBER: "PNOEE-50001029996-MOCK-Q" } },
    [{ type: "SMART_ID", documentNumber: "PNOEE-50001029996-MOCK-Q" }]
  ],
  [
    "PERSONAL_CODE and PHONE_NUMBER of the method MOBILE_ID become MOBILE_ID",
    "MOBILE_ID_MOCK",
    { input: { PERSONAL_CODE: "60001019906", PHONE_NUMBER: "37200000766" } },
    [{ type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37200000766" }]
  ],
  ["REDIRECT has no input", "REDIRECT", {}, []],
  [
    "USERNAME of the method EMAIL becomes EMAIL.email",
    "EMAIL",
    { input: { USERNAME: "mari@example.com" } },
    [{ type: "EMAIL", email: "mari@example.com" }]
  ],
  [
    "USERNAME and PASSWORD become USERNAME_PASSWORD.username and .password",
    "USERNAME_AND_PASSWORD",
    { input: { USERNAME: "mari", PASSWORD: "secret" } },
    [{ type: "USERNAME_PASSWORD", username: "mari", password: "secret" }]
  ],
  [
    "PDF_FILE_NAME and PDF_CONTENT become PDF_DOCUMENT",
    "PDF_UPLOAD",
    { input: { PDF_FILE_NAME: "home.pdf", PDF_CONTENT: "JVBERi0xLjcK" } },
    [{ type: "PDF_DOCUMENT", fileName: "home.pdf", content: "JVBERi0xLjcK" }]
  ],
  [
    "ACCOUNT_OWNER_NAME becomes its own parameter",
    undefined,
    { input: { ACCOUNT_OWNER_NAME: "Mari Tamm" } },
    [{ type: "ACCOUNT_OWNER_NAME", name: "Mari Tamm" }]
  ],
  [
    "SESSION_ID, ADVISOR_HANDLE and EXTERNAL_REFERENCE move into SESSION_METADATA.attributes",
    undefined,
    { input: attributes },
    [{ type: "SESSION_METADATA", attributes }]
  ],
  ["the filter becomes COLLECTION_FILTER", undefined, { filter }, [{ type: "COLLECTION_FILTER", ...filter }]],
  [
    "a consent with a consentId becomes STORED_CONSENT",
    undefined,
    { consents: [stored] },
    [{ type: "STORED_CONSENT", ...stored }]
  ],
  [
    "any other consent becomes PSD2_AIS_CONSENT",
    undefined,
    { consents: [consent] },
    [{ type: "PSD2_AIS_CONSENT", ...consent }]
  ],
  ["an empty start has no parameters", undefined, {}, []]
]

describe("A start of 2025-01-01", () => {
  for (const [title, loginMethod, parts, parameters] of starts) {
    it.effect(title, () =>
      Effect.gen(function* () {
        const head = { company, ...(loginMethod && { loginMethod }), parameters }
        const old = { company, ...(loginMethod && { loginMethod }), ...parts }
        assert.deepStrictEqual(yield* readStart(old, closed), head)
        assert.deepStrictEqual<unknown>(yield* writeStart(head), old)
      })
    )
  }

  const refused: ReadonlyArray<readonly [title: string, request: object, path: ReadonlyArray<string>]> = [
    ["an unknown key of the input", { input: { PIN: "1234" } }, ["input", "PIN"]],
    ["a username without a password", { input: { USERNAME: "mari" } }, ["input", "PASSWORD"]],
    ["a password without a username", { input: { PASSWORD: "secret" } }, ["input", "USERNAME"]],
    [
      "a username that is not an email address, with EMAIL",
      { loginMethod: "EMAIL", input: { USERNAME: "mari" } },
      ["input", "USERNAME"]
    ],
    [
      "a password with EMAIL",
      { loginMethod: "EMAIL", input: { USERNAME: "mari@example.com", PASSWORD: "secret" } },
      ["input", "PASSWORD"]
    ],
    ["an address without a person", { input: { END_USER_IP: "192.0.2.17" } }, ["input", "SWEDISH_PERSONAL_NUMBER"]],
    [
      "an address that is none",
      { input: { SWEDISH_PERSONAL_NUMBER: "198112189876", END_USER_IP: "192.0.2" } },
      ["input", "END_USER_IP"]
    ],
    ["a PDF without a name", { input: { PDF_CONTENT: "JVBERi0xLjcK" } }, ["input", "PDF_FILE_NAME"]],
    ["a PDF name without content", { input: { PDF_FILE_NAME: "home.pdf" } }, ["input", "PDF_CONTENT"]],
    [
      "a personal number of letters",
      { input: { SWEDISH_PERSONAL_NUMBER: "abc" } },
      ["input", "SWEDISH_PERSONAL_NUMBER"]
    ],
    ["a personal code of letters", { input: { PERSONAL_CODE: "abc" } }, ["input", "PERSONAL_CODE"]],
    ["an unknown country", { input: { COUNTRY: "SE" } }, ["input", "COUNTRY"]],
    ["a document number of another form", { input: { DOCUMENT_NUMBER: "1" } }, ["input", "DOCUMENT_NUMBER"]],
    [
      "a phone number with another method",
      { loginMethod: "SMART_ID", input: { PERSONAL_CODE: "50001029996", PHONE_NUMBER: "37200000766" } },
      ["input", "PHONE_NUMBER"]
    ],
    [
      "a personal code without a phone number, with MOBILE_ID",
      { loginMethod: "MOBILE_ID", input: { PERSONAL_CODE: "60001019906" } },
      ["input", "PHONE_NUMBER"]
    ],
    [
      "a phone number without a personal code",
      { loginMethod: "MOBILE_ID", input: { PHONE_NUMBER: "37200000766" } },
      ["input", "PERSONAL_CODE"]
    ],
    [
      "a country with MOBILE_ID",
      {
        loginMethod: "MOBILE_ID",
        input: { PERSONAL_CODE: "60001019906", PHONE_NUMBER: "37200000766", COUNTRY: "EE" }
      },
      ["input", "COUNTRY"]
    ],
    ["an empty session id", { input: { SESSION_ID: "" } }, ["input", "SESSION_ID"]],
    ["typed parameters", { parameters: [] }, ["parameters"]],
    ["an unknown member of the filter", { filter: { types: ["ISK"] } }, ["filter", "types"]],
    [
      "more entries than the head accepts",
      { consents: Array.from({ length: 21 }, (_, i) => ({ consentId: `c-${i}` })) },
      ["consents"]
    ],
    // If the misspelled member were ignored, the consent would cover all accounts.
    ["a misspelled accountIds", { consents: [{ psuIpAddress: "192.0.2.17", accountIDs: ["acc-1"] }] }, ["consents"]]
  ]

  for (const [title, request, path] of refused) {
    it.effect(`rejects ${title}, at a pointer into the old request`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(readStart({ company, ...request }, closed))
        assert.include(String(error), `at ${path.map((key) => `["${key}"]`).join("")}`)
      })
    )
  }

  it.effect("accepts as many entries as the head", () =>
    Effect.gen(function* () {
      const input = { SESSION_ID: "s-1" }
      const consents = Array.from({ length: 19 }, (_, i) => ({ consentId: `c-${i}` }))
      const { parameters } = yield* readStart({ company, input, consents }, closed)
      assert.strictEqual(parameters.length, 20)
      yield* Effect.flip(readStart({ company, input, consents: [...consents, { consentId: "c-19" }] }, closed))
    })
  )

  it("translates pointers of the head", () => {
    const request: StartCollection = {
      company,
      parameters: [
        { type: "SWEDISH_EID", personalNumber: "198112189876" },
        { type: "EMAIL", email: "mari@example.com" },
        { type: "USERNAME_PASSWORD", username: "mari", password: "secret" },
        { type: "PDF_DOCUMENT", fileName: "home.pdf", content: "JVBERi0xLjcK" },
        { type: "ACCOUNT_OWNER_NAME", name: "Mari Tamm" },
        { type: "SESSION_METADATA", attributes: { ADVISOR_HANDLE: "a-2" } },
        { type: "COLLECTION_FILTER", productTypes: ["ISK"] },
        { type: "STORED_CONSENT", consentId: "c-1" },
        { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" },
        { type: "STORED_CONSENT", consentId: "c-2" },
        { type: "STORED_CONSENT", consentId: "c-3" }
      ]
    }
    const places: ReadonlyArray<readonly [head: string, old: string]> = [
      ["/company", "/company"],
      ["/loginMethod", "/loginMethod"],
      ["/parameters", "/input"],
      ["/parameters/0", "/input/SWEDISH_PERSONAL_NUMBER"],
      ["/parameters/0/personalNumber", "/input/SWEDISH_PERSONAL_NUMBER"],
      ["/parameters/1/email", "/input/USERNAME"],
      ["/parameters/2", "/input/USERNAME"],
      ["/parameters/2/password", "/input/PASSWORD"],
      ["/parameters/3/fileName", "/input/PDF_FILE_NAME"],
      ["/parameters/3/content", "/input/PDF_CONTENT"],
      ["/parameters/4/name", "/input/ACCOUNT_OWNER_NAME"],
      ["/parameters/5/attributes/ADVISOR_HANDLE", "/input/ADVISOR_HANDLE"],
      ["/parameters/6/productTypes", "/filter/productTypes"],
      ["/parameters/7", "/consents/0"],
      ["/parameters/8/validUntil", "/consents/1/validUntil"],
      ["/parameters/9", "/consents/2"],
      ["/parameters/10/consentId", "/consents/3/consentId"],
      ["/parameters/0/other", "/input/SWEDISH_PERSONAL_NUMBER"],
      ["/parameters/11", "/parameters/11"],
      ["/parameters/0x", "/parameters/0x"],
      ["/all/parameters/0", "/all/parameters/0"],
      ["", ""]
    ]
    for (const [head, old] of places) assert.strictEqual(toOldPointer(request, head), old)
    assert.strictEqual(InputMap.toOldPointer("STORED_CONSENT", "/consentId"), "/input")
  })

  it("has no parameter for an incomplete login or file", () => {
    const halves = [{ USERNAME: "mari" }, { PASSWORD: "secret" }, { PDF_FILE_NAME: "a.pdf" }, { PDF_CONTENT: "JVBE" }]
    for (const half of halves) assert.deepStrictEqual(InputMap.toParameters(half, undefined), [])
  })

  it("has no key for another method's login", () => {
    const email = { type: "EMAIL", email: "mari@example.com" } as const
    const password = { type: "USERNAME_PASSWORD", username: "mari", password: "secret" } as const
    assert.deepStrictEqual(InputMap.fromParameters([email, password], "EMAIL"), { USERNAME: "mari@example.com" })
    const input = { USERNAME: "mari", PASSWORD: "secret" }
    assert.deepStrictEqual(InputMap.fromParameters([password, email], "USERNAME_AND_PASSWORD"), input)
    const left = (loginMethod: "EMAIL" | "USERNAME_AND_PASSWORD") =>
      applyLosses(inexpressibleInOldVersion, { company, loginMethod, parameters: [email, password] }).parameters
    assert.deepStrictEqual(left("EMAIL"), [email])
    assert.deepStrictEqual(left("USERNAME_AND_PASSWORD"), [password])
  })
})

describe("A violation of a start", () => {
  it.each([
    ["EMAIL", "USERNAME"],
    ["USERNAME_AND_PASSWORD", "USERNAME and PASSWORD"],
    ["SWEDISH_SECURITY_TOKEN", "SWEDISH_PERSONAL_NUMBER"],
    ["SMART_ID", "PERSONAL_CODE and COUNTRY, or DOCUMENT_NUMBER"],
    ["MOBILE_ID_TEST", "PERSONAL_CODE and PHONE_NUMBER"],
    ["PDF_UPLOAD", "PDF_FILE_NAME and PDF_CONTENT"]
  ] as const)("names the inputs of this version: %s needs %s", (loginMethod, inputs) => {
    const request = { company: "se-nordhem", loginMethod, parameters: [] }
    const detail = "needs a parameter of a type that this version does not have"
    const told = toOldViolation(request, { pointer: "/parameters", code: "MISSING_PARAMETER", detail })
    assert.strictEqual(told.pointer, "/input")
    assert.strictEqual(told.detail, `The login method ${loginMethod} needs the input ${inputs}.`)
  })

  it.each([
    ["EMAIL", "UNEXPECTED_PARAMETER", "Cannot be used with the login method EMAIL."],
    [undefined, "UNEXPECTED_PARAMETER", "The head's detail."],
    [undefined, "MISSING_PARAMETER", "The head's detail."],
    ["EMAIL", "DUPLICATE_PARAMETER", "The request has this input more than once."],
    ["EMAIL", "INVALID_FIELD", "The head's detail."]
  ] as const)("never names a parameter type: with %s, %s", (loginMethod, code, detail) => {
    const request = { company: "se-nordhem", ...(loginMethod && { loginMethod }), parameters: [] }
    const told = toOldViolation(request, { pointer: "/parameters/0", code, detail: "The head's detail." })
    assert.strictEqual(told.detail, detail)
  })
})
