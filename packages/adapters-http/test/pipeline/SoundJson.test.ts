/** JSON that is safe to decode, from clients and from other servers (decisions 12, 14). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as SoundJson from "../../src/inbound/pipeline/SoundJson.ts"

const read = (text: string) => SoundJson.read(new TextEncoder().encode(text), 64)

const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`

describe("A JSON body", () => {
  it.each<readonly [what: string, text: string, value: unknown]>([
    ["with values of every kind", ' {"a":[1,-2.5e3,true,null,"b"]} ', { a: [1, -2500, true, null, "b"] }],
    ["that is a string", '"\\ud83d\\ude00"', "😀"],
    ["with a byte order mark", '\ufeff{"a":1}', { a: 1 }],
    ["with many brackets in a string", `["${"[{".repeat(1000)}"]`, ["[{".repeat(1000)]],
    ["with brackets after a quotation mark in a string", `["\\"${"[".repeat(1000)}"]`, [`"${"[".repeat(1000)}`]],
    ["with quotation marks in strings", '["\\"[\\\\", "[", "\\\\\\""]', ['"[\\', "[", '\\"']],
    ["with an escaped backslash before a surrogate's code", '["\\\\ud800"]', ["\\ud800"]],
    ["with many sibling arrays", `[${"[],".repeat(1000)}1]`, [...Array.from({ length: 1000 }, () => []), 1]],
    ["with a member named __proto__", '{"a":{"__proto__":1}}', JSON.parse('{"a":{"__proto__":1}}')]
  ])("%s is read", (_, text, value) => {
    assert.deepStrictEqual(read(text), { value })
  })

  it.each([
    ["is empty", "", "MALFORMED_JSON"],
    ["is not JSON", "<html>", "MALFORMED_JSON"],
    ["ends too early", '{"a":[', "MALFORMED_JSON"],
    ["continues after its value", "{} {}", "MALFORMED_JSON"],
    ["closes unopened brackets", "]]]]", "MALFORMED_JSON"],
    ["contains a high surrogate alone", '["\\uD83D"]', "INVALID_TEXT"],
    ["contains surrogates in the wrong order", '["\\ude00\\ud83d"]', "INVALID_TEXT"],
    ["has a member name with a lone surrogate", '{"a":{"\\ud83d":1}}', "INVALID_TEXT"],
    ["mixes pairs and a lone surrogate", '["\\ud83d\\ude00",[{"a":"\\ud83d\\ude00\\ud83d"}]]', "INVALID_TEXT"]
  ])("that %s is rejected", (_, text, code) => {
    assert.strictEqual(read(text).fault?.code, code)
  })

  it("that is not UTF-8 is rejected", () => {
    assert.strictEqual(SoundJson.read(Uint8Array.of(0x22, 0xff, 0x22), 64).fault?.code, "INVALID_TEXT")
  })

  it("has at most the allowed number of levels", () => {
    assert.isUndefined(read(nested(64)).fault)
    for (const levels of [65, 100_000, 2_000_000]) assert.match(read(nested(levels)).fault?.detail ?? "", /64 levels/)
  })

  it.prop("is read if none of its strings has a lone surrogate", [Schema.String, Schema.String], ([name, text]) => {
    const found = read(JSON.stringify([{ [name]: text }]))
    assert.strictEqual(found.fault === undefined, name.isWellFormed() && text.isWellFormed())
    if (found.fault === undefined) assert.strictEqual(JSON.stringify(found.value), JSON.stringify([{ [name]: text }]))
  })
})
