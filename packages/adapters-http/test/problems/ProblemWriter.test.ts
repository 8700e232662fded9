/** Tests that all problems come from one writer and have their members in the same order. */
import { assert, describe, it } from "@effect/vitest"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import { exampleOf } from "../../src/inbound/problems/ExampleProblems.ts"
import * as ProblemWriter from "../../src/inbound/problems/ProblemWriter.ts"
import { apiError } from "../../src/inbound/problems/ApiErrors.ts"

const membersOf = (body: string) => Object.keys(Object(JSON.parse(body)))

describe("A problem document", () => {
  it("has its members in one order, whatever the order of the problem's", () => {
    const { code, errors, ...rest } = Problem.make("MISSING_FIELD", {
      errors: [{ pointer: "/a", code: "MISSING_FIELD", detail: "b" }],
      requestId: "id",
      detail: "c"
    })
    const { body } = ProblemWriter.serialize({ ...(errors && { errors }), code, ...rest })
    assert.deepStrictEqual(membersOf(body), ["type", "title", "status", "detail", "code", "requestId", "errors"])
  })

  it("has an example for each code, as the service sends it", () => {
    for (const code of ProblemCode.all) {
      const { detail, requestId, ...example } = exampleOf(code)
      const { status, title } = ProblemCode.problemTable[code]
      assert.deepInclude<object>(example, { type: ProblemCode.typeOf(code), title, status, code })
      assert.isNotEmpty(detail.trim())
      assert.match(requestId, /^[\da-f-]{36}$/)
    }
  })

  it("is the same before a route as after it", () => {
    const { body, headers } = ProblemWriter.serializeError(apiError("MissingApiKey"), "id")
    assert.deepStrictEqual(membersOf(body), ["type", "title", "status", "detail", "code", "requestId"])
    assert.deepInclude(headers, {
      "content-type": Problem.contentType,
      "content-length": String(Buffer.byteLength(body)),
      "www-authenticate": 'ApiKey realm="sheaf", header="Authorization-token"'
    })
  })
})
