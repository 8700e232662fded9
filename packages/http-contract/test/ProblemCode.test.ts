import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Problem, ProblemCode } from "@sheaf/http-contract"

/**
 * Decisions 12, and the sections that name further codes, as far as this version of the service can answer with them; and
 * the codes of broken rules, all of them.
 */
const specified: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: [
    "MALFORMED_REQUEST",
    "MALFORMED_JSON",
    "INVALID_TEXT",
    "INVALID_FIELD",
    "MISSING_FIELD",
    "UNKNOWN_FIELD",
    "UNKNOWN_QUERY",
    "INVALID_CURSOR",
    "UNKNOWN_PARAMETER",
    "DUPLICATE_PARAMETER",
    "MISSING_PARAMETER",
    "UNEXPECTED_PARAMETER",
    "UNKNOWN_INPUT",
    "NOT_A_PDF",
    "PRODUCT_NOT_SUPPORTED",
    "CONSENT_OF_ANOTHER_COMPANY",
    "UNSUPPORTED_VERSION"
  ],
  401: ["MISSING_CREDENTIALS", "INVALID_API_KEY", "USER_TOKEN_REQUIRED", "INVALID_TOKEN", "CREDENTIALS_MISMATCH"],
  403: [
    "CERTIFICATE_NOT_ACCEPTED",
    "CERTIFICATE_OUT_OF_DATE",
    "CERTIFICATE_REVOKED",
    "CERTIFICATE_MISMATCH",
    "WRONG_ENVIRONMENT",
    "MUTUAL_TLS_REQUIRED"
  ],
  404: [
    "UNKNOWN_ROUTE",
    "NOT_IN_THIS_VERSION",
    "NOT_FOUND",
    "UNKNOWN_COMPANY",
    "UNKNOWN_CONSENT",
    "PRODUCT_NOT_COLLECTED"
  ],
  405: ["METHOD_NOT_ALLOWED"],
  406: ["NOT_ACCEPTABLE"],
  409: [
    "COLLECTION_NOT_COMPLETED",
    "COLLECTION_NOT_ENDED",
    "CONSENT_NOT_USABLE",
    "NOT_AWAITING_INPUT",
    "NOTHING_TO_EXPIRE"
  ],
  410: ["DATA_EXPIRED"],
  413: ["BODY_TOO_LARGE"],
  415: ["UNSUPPORTED_MEDIA_TYPE"],
  422: ["WRONG_INPUT_TYPE", "INVALID_INPUT", "UNKNOWN_INSTRUCTION"],
  429: ["UNATTENDED_LIMIT"],
  500: ["INTERNAL"],
  503: ["NOT_READY", "TOO_MANY_LARGE_BODIES"]
}

const { 401: unauthorized, 429: tooManyRequests, 503: unavailable, ...others } = Problem.schemas

/** The schema of each status, without its headers. */
const schemas: Readonly<Record<number, Schema.Codec<unknown, unknown>>> = {
  ...others,
  401: unauthorized.schema,
  429: tooManyRequests.schema,
  503: unavailable.schema
}

describe("The table of problem codes", () => {
  it("has every code with its status, and no other", () => {
    const expected = Object.entries(specified).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)]))
    const actual = ProblemCode.all.map((code) => [code, ProblemCode.table[code].status])
    assert.sameDeepMembers(actual, expected)
  })

  it("gives each code a type in kebab case", () => {
    assert.strictEqual(ProblemCode.typeOf("NOT_IN_THIS_VERSION"), "/problems/not-in-this-version")
    for (const code of ProblemCode.all) assert.match(ProblemCode.typeOf(code), /^\/problems\/[a-z]+(?:-[a-z]+)*$/)
  })

  it("has titles without a full stop, each once", () => {
    const titles = ProblemCode.all.map((code) => ProblemCode.table[code].title)
    assert.strictEqual(new Set(titles).size, titles.length)
    for (const title of titles) assert.match(title, /^[A-Z].*[^.]$/)
  })

  it("says of each code what it means and what to do, in sentences", () => {
    for (const code of ProblemCode.all) {
      const { meaning, remedy } = ProblemCode.table[code]
      for (const text of [meaning, remedy]) {
        assert.match(text, /^[A-Z`].*\.$/, code)
        assert.strictEqual((text.match(/`/g) ?? []).length % 2, 0, code)
      }
    }
  })
})

describe("A problem", () => {
  for (const code of ProblemCode.all) {
    const { status, title } = ProblemCode.table[code]
    const problem = Problem.make(code, { detail: "What happened.", requestId: "abcdefgh" })

    it(`of code ${code} says type, title, status, detail, code and request`, () => {
      const type = ProblemCode.typeOf(code)
      const expected = { type, title, status, detail: "What happened.", code, requestId: "abcdefgh" }
      assert.deepStrictEqual<object>(problem, expected)
    })

    it(`of code ${code} fits the schema of its status and no other`, () => {
      for (const [other, schema] of Object.entries(schemas)) {
        assert.strictEqual(Schema.is(schema)(problem), other === String(status), other)
      }
    })
  }
})
