/** Starts of 2025-01-01: the mapping of spec 2.2 and decisions 3, and rejected requests. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { StartCollection } from "../../src/collections/StartCollection.ts"
import { pointerOf, violationOf } from "../../src/versions/2025-01-01/UntypedParameters.ts"
import { StartCollection20250101 } from "../../src/versions/2025-01-01/Version.ts"

const closed = { errors: "all", onExcessProperty: "error" } as const
const company = "ee-kaljukind"
const readStart = Schema.decodeUnknownEffect(StartCollection20250101)
const writeStart = Schema.encodeEffect(StartCollection20250101)

/** The mapping of spec 2.2 and decisions 3: an old start, and the same start in the head. */
const starts: ReadonlyArray<readonly [title: string, old: object, head: Omit<StartCollection, "company">]> = [
  [
    "SWEDISH_PERSONAL_NUMBER becomes SWEDISH_EID.personalNumber",
    {
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
      input: { SWEDISH_PERSONAL_NUMBER: "198112189876" }
    },
    {
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
      parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
    }
  ],
  [
    "USERNAME of the method EMAIL becomes EMAIL.email",
    { loginMethod: "EMAIL", input: { USERNAME: "mari@example.com" } },
    { loginMethod: "EMAIL", parameters: [{ type: "EMAIL", email: "mari@example.com" }] }
  ],
  [
    "USERNAME and PASSWORD become USERNAME_PASSWORD.username and .password",
    { loginMethod: "USERNAME_AND_PASSWORD", input: { USERNAME: "mari", PASSWORD: "secret" } },
    {
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "mari", password: "secret" }]
    }
  ],
  [
    "PDF_FILE_NAME and PDF_CONTENT become PDF_DOCUMENT",
    { loginMethod: "PDF_UPLOAD", input: { PDF_FILE_NAME: "home.pdf", PDF_CONTENT: "JVBERi0xLjcK" } },
    {
      loginMethod: "PDF_UPLOAD",
      parameters: [{ type: "PDF_DOCUMENT", fileName: "home.pdf", content: "JVBERi0xLjcK" }]
    }
  ],
  [
    "ACCOUNT_OWNER_NAME becomes a parameter of its own",
    { loginMethod: "EMAIL", input: { USERNAME: "mari@example.com", ACCOUNT_OWNER_NAME: "Mari Tamm" } },
    {
      loginMethod: "EMAIL",
      parameters: [
        { type: "EMAIL", email: "mari@example.com" },
        { type: "ACCOUNT_OWNER_NAME", name: "Mari Tamm" }
      ]
    }
  ],
  [
    "SESSION_ID, ADVISOR_HANDLE and EXTERNAL_REFERENCE move into SESSION_METADATA.attributes",
    { input: { SESSION_ID: "s-1", ADVISOR_HANDLE: "a-2", EXTERNAL_REFERENCE: "r-3" } },
    {
      parameters: [
        {
          type: "SESSION_METADATA",
          attributes: { SESSION_ID: "s-1", ADVISOR_HANDLE: "a-2", EXTERNAL_REFERENCE: "r-3" }
        }
      ]
    }
  ],
  [
    "the filter becomes COLLECTION_FILTER",
    { filter: { insuranceTypes: ["vehicleInsurance"], insuranceSubTypes: ["car"], productTypes: ["ISK"] } },
    {
      parameters: [
        {
          type: "COLLECTION_FILTER",
          insuranceTypes: ["vehicleInsurance"],
          insuranceSubTypes: ["car"],
          productTypes: ["ISK"]
        }
      ]
    }
  ],
  [
    "a consent with a consentId becomes STORED_CONSENT",
    { consents: [{ consentId: "c-1", psuIpAddress: "192.0.2.17", psuUserAgent: "Browser" }] },
    {
      parameters: [{ type: "STORED_CONSENT", consentId: "c-1", psuIpAddress: "192.0.2.17", psuUserAgent: "Browser" }]
    }
  ],
  [
    "any other consent becomes PSD2_AIS_CONSENT",
    {
      consents: [
        {
          accountIds: ["acc-1"],
          balances: true,
          transactions: false,
          psuIpAddress: "2001:db8::17",
          psuLocale: "et-ee",
          validUntil: "2026-06-30"
        }
      ]
    },
    {
      parameters: [
        {
          type: "PSD2_AIS_CONSENT",
          accountIds: ["acc-1"],
          balances: true,
          transactions: false,
          psuIpAddress: "2001:db8::17",
          psuLocale: "et-ee",
          validUntil: "2026-06-30"
        }
      ]
    }
  ],
  ["an empty start has no parameters", {}, { parameters: [] }]
]

describe("A start of 2025-01-01", () => {
  for (const [title, old, head] of starts) {
    it.effect(title, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* readStart({ company, ...old }, closed), { company, ...head })
        assert.deepStrictEqual(yield* writeStart({ company, ...head }), { company, ...old })
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
    ["a PDF without a name", { input: { PDF_CONTENT: "JVBERi0xLjcK" } }, ["input", "PDF_FILE_NAME"]],
    ["a PDF name without content", { input: { PDF_FILE_NAME: "home.pdf" } }, ["input", "PDF_CONTENT"]],
    [
      "a personal number of letters",
      { input: { SWEDISH_PERSONAL_NUMBER: "abc" } },
      ["input", "SWEDISH_PERSONAL_NUMBER"]
    ],
    ["an empty session id", { input: { SESSION_ID: "" } }, ["input", "SESSION_ID"]],
    ["typed parameters", { parameters: [] }, ["parameters"]],
    ["an unknown member of the filter", { filter: { types: ["ISK"] } }, ["filter", "types"]],
    [
      "more entries than the head accepts",
      { consents: Array.from({ length: 21 }, (_, i) => ({ consentId: `c-${i}` })) },
      ["consents"]
    ],
    // Accepting it would grant access to all accounts.
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
    for (const [head, old] of places) assert.strictEqual(pointerOf(request, head), old)
  })
})

describe("A violation of a start", () => {
  it.each([
    ["EMAIL", "USERNAME"],
    ["USERNAME_AND_PASSWORD", "USERNAME and PASSWORD"],
    ["SWEDISH_SECURITY_TOKEN", "SWEDISH_PERSONAL_NUMBER"],
    ["PDF_UPLOAD", "PDF_FILE_NAME and PDF_CONTENT"]
  ] as const)("names the inputs of this version: %s needs %s", (loginMethod, inputs) => {
    const request = { company: "se-nordhem", loginMethod, parameters: [] }
    const detail = "needs a parameter of a type that this version does not have"
    const told = violationOf(request, { pointer: "/parameters", code: "MISSING_PARAMETER", detail })
    assert.strictEqual(told.pointer, "/input")
    assert.strictEqual(told.detail, `The login method ${loginMethod} needs the input ${inputs}.`)
  })

  it.each(["UNEXPECTED_PARAMETER", "DUPLICATE_PARAMETER"] as const)("never names a parameter type: %s", (code) => {
    const email = { type: "EMAIL", email: "maja@example.com" } as const
    const request = { company: "se-nordhem", loginMethod: "SWEDISH_SECURITY_TOKEN", parameters: [email] } as const
    const told = violationOf(request, { pointer: "/parameters/0", code, detail: "A parameter of type EMAIL is wrong." })
    assert.notInclude(told.detail, "type EMAIL")
  })
})
