/** Tests random serial numbers, and serial numbers in the formats of common tools (RFC 5280 §4.1.2.2). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, it } from "@effect/vitest"
import { Arbitrary, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SerialNumber } from "../src/index.ts"

it.effect("serial numbers are sixteen random bytes", () =>
  Effect.gen(function* () {
    const drawn = yield* Effect.all(Array.from({ length: 200 }, () => SerialNumber.make))
    assert.strictEqual(new Set(drawn).size, 200)
    for (const serial of drawn) {
      assert.match(serial, /^(?!00)([0-9a-f]{2}){1,16}$/)
      assert.deepStrictEqual(SerialNumber.parse(serial), Option.some(serial))
    }
    assert.isAbove(drawn.filter((serial) => serial.length === 32).length, 150)
    assert.isAbove(new Set(drawn.map((serial) => serial.slice(0, 2))).size, 50)
  }).pipe(Effect.provide(NodeCrypto.layer))
)

it.effect("serial numbers are never zero", () =>
  Effect.gen(function* () {
    const fills = [0, 0, 9]
    const random = SecureRandom.make((size) => new Uint8Array(size).fill(fills.shift() ?? 1))
    const serial = yield* Effect.provideService(SerialNumber.make, SecureRandom.SecureRandom, random)
    assert.strictEqual(serial, "09".repeat(16))
  })
)

it.each([
  ["7f01", "7f01"],
  ["7F01", "7f01"],
  ["7F:01", "7f01"],
  ["0x7f01", "7f01"],
  [" 7f01\n", "7f01"],
  ["7f1", "07f1"],
  ["007f01", "7f01"],
  ["00:80:01", "8001"],
  ["ff".repeat(20), "ff".repeat(20)]
])("%j is parsed as %s", (text, serial) => {
  assert.deepStrictEqual(SerialNumber.parse(text), Option.some(serial))
})

it.each(["", "0", "00:00", "0x", "7g", "7f01-", "serial=7F01", "ff".repeat(21), " ".repeat(100), "7f 01"])(
  "%j is not a serial number",
  (text) => assert.deepStrictEqual(SerialNumber.parse(text), Option.none())
)

it.prop("any text that parses becomes a canonical serial number", [Arbitrary.schema(Schema.String)], ([text]) => {
  const found = SerialNumber.parse(text)
  if (Option.isSome(found)) assert.match(found.value, /^(?!00)([0-9a-f]{2}){1,20}$/)
})
