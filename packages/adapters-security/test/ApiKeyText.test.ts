/** The form of an API key (decisions 8): `sheaf_<test|live>_<key id>_<secret>_<checksum>`. */
import { assert, describe, it } from "@effect/vitest"
import type { Environment } from "@sheaf/ports"
import { Arbitrary, Redacted, Schema } from "effect"
import { ApiKeyText } from "../src/index.ts"

const between = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** As many random bytes as a key wants. */
const randoms = Arbitrary.map(
  Arbitrary.array(between(0, 247), { minLength: ApiKeyText.randomLength, maxLength: ApiKeyText.randomLength }),
  (bytes) => Uint8Array.from(bytes)
)

const make = (environment: Environment, random: Uint8Array) => Redacted.value(ApiKeyText.make(environment, random))
const sample = make(
  "test",
  Uint8Array.from({ length: ApiKeyText.randomLength }, (_, i) => (i * 37) % 248)
)

const environments = Arbitrary.schema(Schema.Literals(["test", "production"]))
const form = /^sheaf_(test|live)_[0-9A-Za-z]{12}_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$/

describe("an API key", () => {
  it.prop("has its form and a right checksum", [environments, randoms], ([environment, random]) => {
    const text = make(environment, random)
    assert.match(text, form)
    assert.strictEqual(text.split("_")[1], environment === "test" ? "test" : "live")
    assert.isTrue(ApiKeyText.isWellFormed(text))
    assert.strictEqual(ApiKeyText.keyIdOf(text), text.split("_")[2])
  })

  it.prop("is another one when any of its random bytes was", [randoms, between(0, 41)], ([random, index]) => {
    const other = random.with(index, ((random[index] ?? 0) + 1) % 62)
    if (((other[index] ?? 0) - (random[index] ?? 0)) % 62 === 0) return
    assert.notStrictEqual(make("test", other), make("test", random))
  })

  it.prop(
    "is found out when any single character of it was changed",
    {
      character: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(1)),
      environment: environments,
      index: between(0, 1_000),
      random: randoms
    },
    ({ character, environment, index, random }) => {
      const text = make(environment, random)
      const at = index % text.length
      if (text[at] === character) return
      assert.isFalse(ApiKeyText.isWellFormed(text.slice(0, at) + character + text.slice(at + 1)))
    },
    { arbitrary: { runs: 500 } }
  )

  it("is found out when any character of it was changed to any other of its alphabet", () => {
    const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"]
    for (let at = 0; at < sample.length; at++) {
      for (const character of alphabet) {
        const changed = sample.slice(0, at) + character + sample.slice(at + 1)
        assert.strictEqual(ApiKeyText.isWellFormed(changed), changed === sample, changed)
      }
    }
  })

  it("is found out when two characters beside each other were swapped", () => {
    for (let at = 0; at + 1 < sample.length; at++) {
      const swapped = `${sample.slice(0, at)}${sample.charAt(at + 1)}${sample.charAt(at)}${sample.slice(at + 2)}`
      assert.strictEqual(ApiKeyText.isWellFormed(swapped), swapped === sample, swapped)
    }
  })

  it.for([
    "",
    "sheaf-demo",
    "sheaf_test",
    ` ${sample}`,
    `${sample} `,
    `${sample}\n`,
    sample.toUpperCase(),
    sample.slice(1),
    `${sample}0`
  ])("is not %j", (text) => {
    assert.isFalse(ApiKeyText.isWellFormed(text))
  })

  it("is not made of too few random bytes", () => {
    assert.throws(() => ApiKeyText.make("test", new Uint8Array(41)), "not enough random bytes")
    // 255 stands for no character: it would make some of them more likely.
    assert.throws(() => ApiKeyText.make("test", new Uint8Array(128).fill(255)), "not enough random bytes")
  })

  it("is not printed", () => {
    const key = ApiKeyText.make("test", new Uint8Array(ApiKeyText.randomLength))
    assert.notInclude(String(key), "sheaf_test")
    assert.notInclude(JSON.stringify({ key }), "sheaf_test")
  })
})
