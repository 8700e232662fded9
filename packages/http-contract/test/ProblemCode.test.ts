/** The table of problem codes, and the schema of a problem (spec 7; RFC 9457). */
import { assert, describe, it } from "@effect/vitest"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { Schema } from "effect"
import { Problem, ProblemCode } from "@sheaf/http-contract"

const { 401: unauthorized, 429: tooManyRequests, 503: unavailable, ...others } = Problem.schemasByStatus

const schemas: Readonly<Record<number, Schema.Codec<unknown, unknown>>> = {
  ...others,
  401: unauthorized.schema,
  429: tooManyRequests.schema,
  503: unavailable.schema
}

describe("The table of problem codes", () => {
  it("gives each code a type in kebab case", () => {
    assert.strictEqual(ProblemCode.typeOf("NOT_IN_THIS_VERSION"), "/problems/not-in-this-version")
    for (const code of ProblemCode.all) assert.match(ProblemCode.typeOf(code), /^\/problems\/[a-z]+(?:-[a-z]+)*$/)
  })

  it("has unique titles without a period", () => {
    const titles = ProblemCode.all.map((code) => ProblemCode.problemTable[code].title)
    assert.strictEqual(new Set(titles).size, titles.length)
    for (const title of titles) assert.match(title, /^[A-Z].*[^.]$/)
  })

  it("explains each code and its remedy in sentences", () => {
    for (const code of ProblemCode.all) {
      const { meaning, remedy } = ProblemCode.problemTable[code]
      for (const text of [meaning, remedy]) {
        assert.match(text, /^[A-Z`].*\.$/, code)
        assert.strictEqual((text.match(/`/g) ?? []).length % 2, 0, code)
      }
    }
  })
})

describe("The texts of problems", () => {
  /**
   * Matches digits that are not limits: those in HTTP statuses and in the names of protocols, formats and parameters.
   */
  const names = /HTTP\/1\.[01]|HTTP\/2|PSD2\w*|psd2\w*|UTF-8|base64|%PDF-|\b[45]\d\d\b/g
  const ofFile = Object.values(ProblemCode.problemsByStatus).flatMap(({ codes }) =>
    Object.entries<{ readonly meaning: string; readonly remedy: string }>(codes)
  )

  it.each(ofFile)(
    "name no limit as digits, but take it from the code that enforces it: %s",
    (_, { meaning, remedy }) => {
      const words = /\b(?:two|three|four|five|six|seven|eight|nine|ten) (?:seconds|minutes|hours|days|secrets|times)\b/i
      for (const text of [meaning, remedy]) assert.notMatch(text.replaceAll(names, "").replaceAll("1 to", ""), /\d/)
      for (const text of [meaning, remedy]) assert.notMatch(text, words)
    }
  )

  it("contain the limits", () => {
    const meaningOf = (code: ProblemCode.ProblemCode) => ProblemCode.problemTable[code].meaning
    assert.include(meaningOf("TOO_MANY_WEBHOOK_ENDPOINTS"), ` ${WebhookEndpoint.maxEndpointsPerClient} `)
    assert.include(meaningOf("TOO_MANY_WEBHOOK_SECRETS"), ` ${WebhookEndpoint.maxSecrets} `)
    assert.include(meaningOf("INVALID_IDEMPOTENCY_KEY"), ` 1 to ${IdempotencyKey.maxLength} `)
    for (const code of ProblemCode.all) {
      assert.notMatch(Object.values(ProblemCode.problemTable[code]).join(" "), /[$]|undefined/)
    }
  })
})

describe("A problem", () => {
  it.each(ProblemCode.all)("of code %s has the members of its code and of its occurrence", (code) => {
    const { status, title } = ProblemCode.problemTable[code]
    const occurrence = { detail: "An explanation.", requestId: "abcdefgh" }
    const expected = { type: ProblemCode.typeOf(code), title, status, code, ...occurrence }
    assert.deepStrictEqual<object>(Problem.make(code, occurrence), expected)
  })

  it.each(ProblemCode.all)("of code %s has its members in the order of its schema", (code) => {
    const violation = { pointer: "/a", code: "INVALID_FIELD", detail: "Expected a string." } as const
    const problem = Problem.make(code, {
      oldestAvailable: "2026-05-04T08:00:00.000Z",
      errors: [violation],
      requestId: "abcdefgh",
      detail: "An explanation."
    })
    const order = ["type", "title", "status", "detail", "code", "requestId"]
    assert.deepStrictEqual(Object.keys(problem).slice(0, order.length), order)
    const schema = schemas[ProblemCode.problemTable[code].status]
    if (schema === undefined) return
    const encoded = Schema.encodeUnknownSync(schema)(problem)
    assert.deepStrictEqual(Object.keys(encoded as object).slice(0, order.length), order)
  })

  it.each(ProblemCode.all)("of code %s matches the schema of its status only", (code) => {
    const problem = Problem.make(code, { detail: "An explanation.", requestId: "abcdefgh" })
    for (const [status, schema] of Object.entries(schemas)) {
      assert.strictEqual(Schema.is(schema)(problem), status === String(ProblemCode.problemTable[code].status), status)
    }
  })
})
