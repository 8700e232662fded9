/** Logged failures show the cause, but no input from people (spec 7). */
import { assert, describe, it } from "vitest"
import { Cause, Schema } from "effect"
import { summarizeFailures } from "../src/telemetry/FailureSummary.ts"

class OwnError extends Schema.TaggedError<OwnError>()("OwnError", {
  reason: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

const kindsOf = (error: unknown) => summarizeFailures(Cause.fail(error)).flatMap(({ kinds }) => kinds)

describe("A logged failure", () => {
  it("has each error's kind, reason, code and status", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:443"), { code: "ECONNREFUSED" })
    assert.deepStrictEqual(kindsOf(new OwnError({ reason: "UNREACHABLE", cause: refused })), [
      "OwnError UNREACHABLE",
      "Error ECONNREFUSED"
    ])
    assert.deepStrictEqual(kindsOf(Object.assign(new Error("no"), { status: 503 })), ["Error 503"])
  })

  it.each(["maja.lind@example.com", "198112189876", "Maja", "MAJA LIND", "A".repeat(41), ""])(
    "omits a reason that could be personal: %s",
    (reason) => {
      assert.deepStrictEqual(kindsOf(new OwnError({ reason })), ["OwnError"])
    }
  )

  it("omits the message", () => {
    assert.notInclude(JSON.stringify(summarizeFailures(Cause.die(new Error("the password is secret")))), "secret")
  })
})
