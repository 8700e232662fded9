/** The limits and statuses that the list of collections accepts. */
import { assert, describe, it } from "@effect/vitest"
import { CollectionList, Paging } from "@sheaf/http-contract"
import { Option, Schema } from "effect"

const limit = Schema.decodeUnknownOption(Paging.PageLimit)
const statusIn = Schema.decodeUnknownOption(CollectionList.StatusFilter)

describe("The query of GET /collections", () => {
  it.each([1, 9, 10, 50, 99, 100])("accepts the limit %i", (expected) => {
    assert.deepStrictEqual(limit(String(expected)), Option.some(expected))
  })

  it.each(["0", "01", "101", "1000", "-5", "5.0", ""])("rejects the limit %j", (text) => {
    assert.isTrue(Option.isNone(limit(text)))
  })

  it("accepts statuses separated by commas, repeated, and both", () => {
    assert.deepStrictEqual(Option.getOrUndefined(statusIn(["RUNNING,LOGIN", "FAILED"])), ["RUNNING", "LOGIN", "FAILED"])
    assert.isTrue(Option.isNone(statusIn(["RUNNING,NOPE"])))
    assert.isTrue(Option.isNone(statusIn([""])))
  })

  it("encodes a limit and statuses", () => {
    assert.strictEqual(Schema.encodeSync(Paging.PageLimit)(7), "7")
    assert.deepStrictEqual(Schema.encodeSync(CollectionList.StatusFilter)(["RUNNING", "LOGIN"]), ["RUNNING,LOGIN"])
  })
})
