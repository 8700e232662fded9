import { assert, describe, it } from "@effect/vitest"
import { CollectionList, Paging } from "@sheaf/http-contract"
import { Option, Schema } from "effect"

const limit = Schema.decodeUnknownOption(Paging.Limit)
const statusIn = Schema.decodeUnknownOption(CollectionList.StatusIn)

describe("The query of the list", () => {
  for (const [text, expected] of [
    ["1", 1],
    ["9", 9],
    ["10", 10],
    ["50", 50],
    ["99", 99],
    ["100", 100],
    ["0", undefined],
    ["01", undefined],
    ["101", undefined],
    ["1000", undefined],
    ["-5", undefined],
    ["5.0", undefined],
    ["", undefined]
  ] as const) {
    it(`reads a limit of "${text}" as ${expected ?? "nothing"}`, () => {
      assert.strictEqual(Option.getOrUndefined(limit(text)), expected)
    })
  }

  it("reads statuses separated by commas, repeated, and both", () => {
    assert.deepStrictEqual(Option.getOrUndefined(statusIn(["RUNNING,LOGIN", "FAILED"])), ["RUNNING", "LOGIN", "FAILED"])
    assert.isTrue(Option.isNone(statusIn(["RUNNING,NOPE"])))
    assert.isTrue(Option.isNone(statusIn([""])))
  })

  it("writes a limit and statuses back as they were read", () => {
    assert.strictEqual(Schema.encodeSync(Paging.Limit)(7), "7")
    assert.deepStrictEqual(Schema.encodeSync(CollectionList.StatusIn)(["RUNNING", "LOGIN"]), ["RUNNING", "LOGIN"])
  })
})
