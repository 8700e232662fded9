/** Tests that a request body has a separate size limit for everything outside its file. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { countBytesOutsideLongestString } from "../../src/inbound/limits/FileLength.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const table: ReadonlyArray<readonly [body: string, outside: number]> = [
  ["", 0],
  ["[1,2]", 5],
  ['"abc"', 2],
  ['{"a":"bcdef"}', 8],
  ['{"abcdef":"b"}', 8],
  ['["a\\"b"]', 4],
  ['["a\\\\","b"]', 8],
  ['["\\\\\\"b\\\\"]', 4],
  ['["a\\", "b"]', 6],
  ['["a', 2],
  ['["a\\"', 2],
  ['["é"]', 4]
]

describe("The bytes outside the longest string of a body", () => {
  it.each(table)("of %s are counted", (body, outside) => {
    assert.strictEqual(countBytesOutsideLongestString(bytesOf(body), Infinity), outside)
  })

  it("are counted only up to the given limit", () => {
    assert.strictEqual(countBytesOutsideLongestString(bytesOf("[1,2,3,4,5,6]"), 4), 5)
  })

  it.prop(
    "are never more than the bytes outside any other string",
    [Schema.Array(Schema.String), Schema.Int],
    ([texts, some]) => {
      const body = bytesOf(JSON.stringify(texts))
      const text = texts[Math.abs(some) % Math.max(1, texts.length)] ?? ""
      const length = bytesOf(JSON.stringify(text)).length - 2
      assert.isAtMost(countBytesOutsideLongestString(body, Infinity), body.length - (texts.length === 0 ? 0 : length))
    }
  )
})
