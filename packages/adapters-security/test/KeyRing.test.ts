/** Tests the format of sealing keys (`SHEAF_KEYS`). Error messages never quote a key. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Base64 } from "effect/encoding"
import { KeyRing } from "../src/index.ts"

const base64 = (byte: number, length = 32) => Base64.encode(new Uint8Array(length).fill(byte))
const [one, two] = [base64(1), base64(2)]

const parse = (text: string) => KeyRing.parse(Redacted.make(text))

/** Returns true if the message contains any four consecutive characters of the text. */
const quotes = (message: string, text: string): boolean => {
  const pieces = Array.from({ length: Math.max(0, text.length - 3) }, (_, i) => text.slice(i, i + 4))
  return pieces.some((piece) => message.includes(piece))
}

describe("a key ring", () => {
  it.effect.each([
    { what: "one key", text: `first:${one}`, ids: ["first"] },
    { what: "two keys, the first of which seals", text: `2026:${two},2025:${one}`, ids: ["2026", "2025"] },
    { what: "surrounding white space", text: `  a:${one}\n`, ids: ["a"] },
    { what: "white space around entries", text: `a:${one} ,\n b: ${two}`, ids: ["a", "b"] },
    { what: "the longest id", text: `${"k".repeat(32)}:${one}`, ids: ["k".repeat(32)] },
    { what: "an id with every kind of character", text: `aZ9_-:${one}`, ids: ["aZ9_-"] },
    { what: "the same bytes under two ids", text: `a:${one},b:${one}`, ids: ["a", "b"] }
  ])("can have $what", ({ ids, text }) =>
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

  it.effect("keeps the bytes of its keys", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.from({ length: 32 }, (_, i) => 200 + i)
      const ring = yield* KeyRing.parse(KeyRing.formatKey("made", bytes))
      assert.strictEqual(ring.current.id, "made")
      assert.deepStrictEqual(Redacted.value(ring.current.bytes), bytes)
    })
  )

  it.effect.each([
    { what: "nothing", text: "" },
    { what: "no colon", text: one },
    { what: "no id", text: `:${one}` },
    { what: "an id of 33 characters", text: `${"k".repeat(33)}:${one}` },
    { what: "an id with a space", text: `my key:${one}` },
    { what: "an id with a letter outside ASCII", text: `nyckelå:${one}` },
    { what: "an id with a line break", text: `key\nid:${one}` },
    { what: "no bytes", text: "a:" },
    ...[16, 31, 33, 64].map((length) => ({ what: `${length} bytes`, text: `a:${base64(7, length)}` })),
    { what: "32 characters outside base64", text: `a:${"Zx!?".repeat(8)}` },
    { what: "base64 without its padding", text: `a:${base64(7).replace("=", "")}` },
    { what: "only zeros", text: `a:${one},b:${base64(0)}` },
    { what: "a comma at the end", text: `a:${one},` },
    { what: "an invalid second key", text: `a:${one},b:QUJDRA==` },
    { what: "two keys with the same id", text: `a:${one},a:${two}` }
  ])("cannot have $what, and the refusal quotes nothing", ({ text }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(parse(text))
      assert.strictEqual(error._tag, "KeyFormatError")
      for (const shown of [error.message, String(error), JSON.stringify(error)])
        assert.isFalse(quotes(shown, text), shown)
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
