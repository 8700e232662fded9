/** Tests the strict parsing of JSON from clients and from other servers (spec 7, 8). */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as StrictJson from "../../src/inbound/pipeline/StrictJson.ts"
import { toProblem } from "../../src/inbound/problems/ApiErrors.ts"

const read = (text: string) => StrictJson.parseBytes(new TextEncoder().encode(text), 64)

const problemOf = ({ fault }: ReturnType<typeof StrictJson.parseBytes>) =>
  fault === undefined ? undefined : toProblem(fault, "id")

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
    [
      "with names that differ in case, marks or white space",
      '{"a":1,"A":2,"a ":3,"å":4,"a\u030a":5,"":6}',
      {
        a: 1,
        A: 2,
        "a ": 3,
        å: 4,
        "a\u030a": 5,
        "": 6
      }
    ],
    ["with equal names in several objects", '{"a":{"a":[{"a":1},{"a":1}]}}', { a: { a: [{ a: 1 }, { a: 1 }] } }],
    ["with colons in its strings", '{"a:":"::",":a":[":"]}', { "a:": "::", ":a": [":"] }],
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
    ["has a member twice", '{"a":1,"a":1}', "DUPLICATE_MEMBER"],
    ["has a nested member twice", '[{"a":{"b":[{"c":":","c":{}}]}}]', "DUPLICATE_MEMBER"],
    ["has a member twice, once with an escape", '{"a":1,"\\u0061":1}', "DUPLICATE_MEMBER"],
    ["has __proto__ twice", '{"__proto__":{},"__proto__":{}}', "DUPLICATE_MEMBER"],
    ["has a member twice that hides a lone surrogate", '{"a":"\\ud800","a":1}', "DUPLICATE_MEMBER"],
    ["has an index twice", '{"1":1,"01":1,"1":1}', "DUPLICATE_MEMBER"],
    ["contains a high surrogate alone", '["\\uD83D"]', "INVALID_TEXT"],
    ["contains surrogates in the wrong order", '["\\ude00\\ud83d"]', "INVALID_TEXT"],
    ["has a member name with a lone surrogate", '{"a":{"\\ud83d":1}}', "INVALID_TEXT"],
    ["mixes pairs and a lone surrogate", '["\\ud83d\\ude00",[{"a":"\\ud83d\\ude00\\ud83d"}]]', "INVALID_TEXT"]
  ])("that %s is rejected", (_, text, code) => {
    assert.strictEqual(problemOf(read(text))?.code, code)
  })

  it("that is not UTF-8 is rejected", () => {
    assert.strictEqual(problemOf(StrictJson.parseBytes(Uint8Array.of(0x22, 0xff, 0x22), 64))?.code, "INVALID_TEXT")
  })

  /** Generates JSON from the choices, and returns it with the pointer to each repeated name. */
  const written = (choices: ReadonlyArray<number>) => {
    const rest = [...choices]
    const pointers: Array<string> = []
    const write = (path: string): string => {
      const choice = rest.shift() ?? 0
      const size = path.length > 12 ? 0 : choice % 5
      if (choice % 3 === 0) return ["0", '"{\\":,"', "null", '"a":'.slice(0, 3)][choice % 4] ?? "0"
      if (choice % 3 === 1) return `[${Array.from({ length: size }, (_, i) => write(`${path}/${i}`)).join(", ")}]`
      const names = Array.from({ length: size }, () => ["a", "b", "1", "__proto__", "/"][(rest.shift() ?? 0) % 5] ?? "")
      const members = names.map((name, i) => {
        const pointer = `${path}/${name.replace("/", "~1")}`
        if (names.indexOf(name) !== i && names.slice(0, i).filter((each) => each === name).length === 1)
          pointers.push(pointer)
        const code = name.charCodeAt(0).toString(16).padStart(4, "0")
        return `${(choice + i) % 2 ? `"\\u${code}${name.slice(1)}"` : JSON.stringify(name)} :${write(pointer)}`
      })
      return `{${members.join(",")}}`
    }
    return { text: write(""), pointers }
  }
  const choices = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 59 })))
  it.prop("is rejected if an object repeats a name, with a pointer to it", [choices], ([chosen]) => {
    const { pointers, text } = written([2, ...chosen])
    const problem = problemOf(read(text))
    assert.strictEqual(problem?.code, pointers.length > 0 ? "DUPLICATE_MEMBER" : undefined)
    assert.deepStrictEqual(problem?.errors?.map(({ pointer }) => pointer) ?? [], pointers)
  })

  it.each([
    ["many members of one name", `{${'"a":1,'.repeat(43_000)}"a":1}`],
    ["many indexes", `{${Array.from({ length: 20_000 }, (_, i) => `"${i * 1024}":1,`).join("")}"0":1}`],
    ["a repeated file", `{"a":"${"A".repeat(14_000_000)}","a":"${"B".repeat(100_000)}"}`]
  ])("with %s is rejected quickly", (_, text) => {
    const startedAt = performance.now()
    assert.strictEqual(problemOf(read(text))?.code, "DUPLICATE_MEMBER")
    assert.isBelow(performance.now() - startedAt, 2000)
  })

  it("has at most the allowed number of levels", () => {
    assert.isUndefined(read(nested(64)).fault)
    for (const levels of [65, 100_000, 2_000_000])
      assert.match(problemOf(read(nested(levels)))?.detail ?? "", /64 levels/)
  })

  it.prop("is read if none of its strings has a lone surrogate", [Schema.String, Schema.String], ([name, text]) => {
    const found = read(JSON.stringify([{ [name]: text }]))
    assert.strictEqual(found.fault === undefined, name.isWellFormed() && text.isWellFormed())
    if (found.fault === undefined) assert.strictEqual(JSON.stringify(found.value), JSON.stringify([{ [name]: text }]))
  })
})
