/** Tests that the keyed hashes equal those of Node's own HMAC. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { createHmac } from "node:crypto"
import * as Hmac from "../src/sealing/Hmac.ts"

const key = Uint8Array.from({ length: 32 }, (_, place) => place * 7)
const length = 61

const Text = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{61}$/))

const expected = (text: string) => createHmac("sha256", key).update(text).digest()

describe("A keyed hash", () => {
  const hash = Hmac.make(key, length)

  it.prop("is the HMAC of any text", [Text], ([text]) =>
    assert.deepStrictEqual(Buffer.from(hash(text)), expected(text))
  )

  it("exists only for texts of the given length and keys of at most one block", () => {
    assert.throws(() => hash("a".repeat(length + 1)), RangeError)
    assert.throws(() => hash("a".repeat(length - 1)), RangeError)
    assert.throws(() => Hmac.make(new Uint8Array(65), length), RangeError)
  })

  it("does not depend on earlier texts", () => {
    const [first, second] = ["a".repeat(length), "b".repeat(length)]
    const kept = hash(first)
    hash(second)
    assert.deepStrictEqual(Buffer.from(kept), expected(first))
    assert.deepStrictEqual(hash(first), kept)
  })
})
