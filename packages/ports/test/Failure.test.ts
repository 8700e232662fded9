/** What is logged of a failure: enough to mend it, and nothing that anybody entered (decisions 12). */
import { assert, describe, it } from "vitest"
import { Cause, Schema } from "effect"
import { failuresOf } from "../src/Failure.ts"

class OfOurs extends Schema.TaggedError<OfOurs>()("OfOurs", {
  reason: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

const kindsOf = (error: unknown) => failuresOf(Cause.fail(error)).flatMap(({ kinds }) => kinds)

describe("a failure", () => {
  it("is told by its kinds, each with what it is closer", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:443"), { code: "ECONNREFUSED" })
    assert.deepStrictEqual(kindsOf(new OfOurs({ reason: "UNREACHABLE", cause: refused })), [
      "OfOurs UNREACHABLE",
      "Error ECONNREFUSED"
    ])
    assert.deepStrictEqual(kindsOf(Object.assign(new Error("no"), { status: 503 })), ["Error 503"])
  })

  it.each(["maja.lind@example.com", "198112189876", "Maja", "MAJA LIND", "A".repeat(41), ""])(
    "does not tell a reason that may be anybody's: %s",
    (reason) => {
      assert.deepStrictEqual(kindsOf(new OfOurs({ reason })), ["OfOurs"])
    }
  )

  it("is never told by its message", () => {
    assert.notInclude(JSON.stringify(failuresOf(Cause.die(new Error("the password is secret")))), "secret")
  })
})
