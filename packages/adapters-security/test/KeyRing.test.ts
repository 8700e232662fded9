/** How sealing keys are written (`SHEAF_KEYS`), and that no refusal repeats any of them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { Base64 } from "effect/encoding"
import { KeyRing } from "../src/index.ts"

const base64 = (byte: number, length = 32) => Base64.encode(new Uint8Array(length).fill(byte))
const [one, two] = [base64(1), base64(2)]

const parse = (text: string) => KeyRing.parse(Redacted.make(text))

/** Whether the message repeats any four characters of the text that are not in the words of the rule. */
const repeats = (message: string, text: string): boolean => {
  const pieces = Array.from({ length: Math.max(0, text.length - 3) }, (_, i) => text.slice(i, i + 4))
  return pieces.some((piece) => message.includes(piece))
}

describe("a ring of keys", () => {
  it.effect.each([
    { what: "one key", text: `first:${one}`, ids: ["first"] },
    { what: "two keys, of which the first seals", text: `2026:${two},2025:${one}`, ids: ["2026", "2025"] },
    { what: "white space around it", text: `  a:${one}\n`, ids: ["a"] },
    { what: "white space around its entries", text: `a:${one} ,\n b: ${two}`, ids: ["a", "b"] },
    { what: "the longest id", text: `${"k".repeat(32)}:${one}`, ids: ["k".repeat(32)] },
    { what: "an id of every kind of character", text: `aZ9_-:${one}`, ids: ["aZ9_-"] },
    { what: "the same bytes under two ids", text: `a:${one},b:${one}`, ids: ["a", "b"] }
  ])("is read: $what", ({ ids, text }) =>
    Effect.gen(function* () {
      const ring = yield* parse(text)
      assert.deepStrictEqual(
        ring.all.map((key) => key.id),
        ids
      )
      assert.strictEqual(ring.current, ring.all[0])
      for (const key of ring.all) assert.strictEqual(Redacted.value(key.bytes).length, 32)
    })
  )

  it.effect("has the bytes that were written", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.from({ length: 32 }, (_, i) => 200 + i)
      const ring = yield* KeyRing.parse(KeyRing.formatKey("made", bytes))
      assert.strictEqual(ring.current.id, "made")
      assert.deepStrictEqual(Redacted.value(ring.current.bytes), bytes)
    })
  )

  it.effect.each([
    { what: "nothing", text: "" },
    { what: "white space", text: "  \n" },
    { what: "no colon", text: one },
    { what: "no id", text: `:${one}` },
    { what: "an id of 33 characters", text: `${"k".repeat(33)}:${one}` },
    { what: "an id with a space", text: `my key:${one}` },
    { what: "an id with a dot", text: `key.1:${one}` },
    { what: "an id with a letter outside of ASCII", text: `nyckelå:${one}` },
    { what: "an id with a line break", text: `key\nid:${one}` },
    { what: "no bytes", text: "a:" },
    { what: "31 bytes", text: `a:${base64(7, 31)}` },
    { what: "33 bytes", text: `a:${base64(7, 33)}` },
    { what: "16 bytes", text: `a:${base64(7, 16)}` },
    { what: "64 bytes", text: `a:${base64(7, 64)}` },
    { what: "32 characters that are no base64", text: `a:${"Zx!?".repeat(8)}` },
    { what: "base64 without its padding", text: `a:${base64(7).replace("=", "")}` },
    { what: "hexadecimal digits", text: `a:${"5f".repeat(32)}` },
    { what: "a comma at the end", text: `a:${one},` },
    { what: "a comma at the beginning", text: `,a:${one}` },
    { what: "a second key that is wrong", text: `a:${one},b:QUJDRA==` },
    { what: "two keys with one id", text: `a:${one},a:${two}` },
    { what: "the same key twice", text: `a:${one},a:${one}` },
    { what: "keys between semicolons", text: `a:${one};b:${two}` }
  ])("is refused, and the refusal repeats nothing of it: $what", ({ text }) =>
    Effect.gen(function* () {
      const result = yield* Effect.result(parse(text))
      assert.isTrue(Result.isFailure(result))
      const error = Result.getOrThrow(Result.flip(result))
      assert.strictEqual(error._tag, "KeyFormatError")
      for (const shown of [error.message, String(error), JSON.stringify(error)])
        assert.isFalse(repeats(shown, text), shown)
    })
  )

  it.effect("is not printed", () =>
    Effect.gen(function* () {
      const ring = yield* parse(`a:${one}`)
      assert.isFalse(JSON.stringify(ring).includes(one))
      assert.isFalse(String(KeyRing.formatKey("a", new Uint8Array(32))).includes("AAAA"))
    })
  )
})

describe("the pepper", () => {
  it.effect("is base64 of 32 bytes", () =>
    Effect.gen(function* () {
      const bytes = Redacted.value(yield* KeyRing.parseSecret(Redacted.make(`${two}\n`)))
      assert.deepStrictEqual(bytes, new Uint8Array(32).fill(2))
      assert.strictEqual((yield* Effect.flip(KeyRing.parseSecret(Redacted.make(base64(2, 31)))))._tag, "KeyFormatError")
    })
  )
})
