/** Which answers are read as JSON at all (decisions 12). */
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import * as AnswerJson from "../../src/outbound/AnswerJson.ts"

const read = (text: string) => AnswerJson.read(new TextEncoder().encode(text))

const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`

describe("An answer", () => {
  const taken: ReadonlyArray<[what: string, text: string, value: unknown]> = [
    ["is whatever JSON says", ' {"a":[1,-2.5e3,true,null,"b"]} ', { a: [1, -2500, true, null, "b"] }],
    ["is a text too", '"\\ud83d\\ude00"', "😀"],
    ["may begin with a mark of its bytes", '\ufeff{"a":1}', { a: 1 }],
    ["may hold brackets in its texts, as many as it likes", `["${"[{".repeat(1000)}"]`, ["[{".repeat(1000)]],
    ["may hold brackets after quotes in its texts", `["\\"${"[".repeat(1000)}"]`, [`"${"[".repeat(1000)}`]],
    ["may hold quotes in its texts", '["\\"[\\\\", "[", "\\\\\\""]', ['"[\\', "[", '\\"']],
    ["may hold what only looks like the escape of half a pair", '["\\\\ud800"]', ["\\ud800"]],
    [
      "may hold as many lists beside each other as it likes",
      `[${"[],".repeat(1000)}1]`,
      [...Array.from({ length: 1000 }, () => []), 1]
    ]
  ]
  for (const [what, text, value] of taken) {
    it(`${what}`, () => assert.deepStrictEqual(Option.getOrThrow(read(text)), value))
  }

  const refused: ReadonlyArray<[what: string, text: string]> = [
    ["is nothing", ""],
    ["is no JSON", "<html>"],
    ["ends too early", '{"a":['],
    ["does not end with its value", "{} {}"],
    ["closes what it did not open", "]]]]"],
    ["holds half of a pair", '["\\uD83D"]'],
    ["holds the other half of a pair", '["\\ude00\\ud83d"]'],
    ["has a member named by half of a pair", '{"a":{"\\ud83d":1}}'],
    ["holds half of a pair beside whole ones", '["\\ud83d\\ude00",[{"a":"\\ud83d\\ude00\\ud83d"}]]']
  ]
  for (const [what, text] of refused) it(`that ${what} is not read`, () => assert.isTrue(Option.isNone(read(text))))

  it("that is no UTF-8 is not read", () => {
    assert.isTrue(Option.isNone(AnswerJson.read(Uint8Array.of(0x22, 0xff, 0x22))))
  })

  it("of 64 levels is read, and not of more", () => {
    assert.isTrue(Option.isSome(read(nested(64))))
    for (const levels of [65, 100_000, 2_000_000]) assert.isTrue(Option.isNone(read(nested(levels))))
  })

  it("has no member that changes what it is", () => {
    const value = Option.getOrThrow(read('{"__proto__":{"isAdmin":true},"constructor":1}'))
    assert.deepStrictEqual(Object.keys(Object(value)), ["__proto__", "constructor"])
    assert.notProperty(Object.getPrototypeOf(value), "isAdmin")
  })

  it.prop("is read when all its texts can be written down again", [Schema.String, Schema.String], ([name, text]) => {
    const value = read(JSON.stringify([{ [name]: text }]))
    assert.strictEqual(Option.isSome(value), name.isWellFormed() && text.isWellFormed())
    if (Option.isSome(value)) assert.strictEqual(JSON.stringify(value.value), JSON.stringify([{ [name]: text }]))
  })
})
