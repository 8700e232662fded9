/** Tests the format of API keys: `sheaf_<test|live>_<key id>_<secret>_<checksum>` (spec 5). */
import { assert, describe, it } from "@effect/vitest"
import type { Environment } from "@sheaf/ports"
import { Arbitrary, Redacted, Schema } from "effect"
import { ApiKeyFormat } from "../../src/index.ts"

const between = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

const randoms = Arbitrary.map(
  Arbitrary.array(between(0, 247), {
    minLength: ApiKeyFormat.randomBytesLength,
    maxLength: ApiKeyFormat.randomBytesLength
  }),
  (bytes) => Uint8Array.from(bytes)
)

const make = (environment: Environment, random: Uint8Array) => Redacted.value(ApiKeyFormat.make(environment, random))
const sample = make(
  "test",
  Uint8Array.from({ length: ApiKeyFormat.randomBytesLength }, (_, i) => (i * 37) % 248)
)

const isValid = (text: string): boolean => ApiKeyFormat.keyIdOf(text) !== undefined

const environments = Arbitrary.schema(Schema.Literals(["test", "production"]))
const form = /^sheaf_(test|live)_[0-9A-Za-z]{12}_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/

describe("an API key", () => {
  it.prop("has the documented form and a valid checksum", [environments, randoms], ([environment, random]) => {
    const text = make(environment, random)
    assert.match(text, form)
    assert.strictEqual(text.split("_")[1], environment === "test" ? "test" : "live")
    assert.strictEqual(ApiKeyFormat.keyIdOf(text), text.split("_")[2])
  })

  it.prop("changes with each of its random bytes", [randoms, between(0, 41)], ([random, index]) => {
    const other = random.with(index, ((random[index] ?? 0) + 1) % 62)
    if (((other[index] ?? 0) - (random[index] ?? 0)) % 62 === 0) return
    assert.notStrictEqual(make("test", other), make("test", random))
  })

  it("is rejected if any character is replaced", () => {
    const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"]
    for (let at = 0; at < sample.length; at++) {
      for (const character of alphabet) {
        const changed = sample.slice(0, at) + character + sample.slice(at + 1)
        assert.strictEqual(isValid(changed), changed === sample, changed)
      }
    }
  })

  it("is rejected if two neighboring characters are swapped", () => {
    for (let at = 0; at + 1 < sample.length; at++) {
      const swapped = `${sample.slice(0, at)}${sample.charAt(at + 1)}${sample.charAt(at)}${sample.slice(at + 2)}`
      assert.strictEqual(isValid(swapped), swapped === sample, swapped)
    }
  })

  it("needs enough random bytes", () => {
    assert.throws(() => ApiKeyFormat.make("test", new Uint8Array(41)), "not enough random bytes")
    // The byte 255 is always skipped, because using it would favor some characters.
    assert.throws(() => ApiKeyFormat.make("test", new Uint8Array(128).fill(255)), "not enough random bytes")
  })
})
