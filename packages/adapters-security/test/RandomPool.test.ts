/** Tests the pool of random bytes. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { RandomPool } from "../src/index.ts"

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

layer(RandomPool.layer)("pooled random bytes", (it) => {
  const test = testsOf(it, SecureRandom.SecureRandom)

  test("have the requested length, and never repeat", function* ({ randomBytes }) {
    const lengths = [16, 24, 256, 257, 10_000]
    const taken = yield* Effect.forEach(Array.from({ length: 500 }, () => lengths).flat(), randomBytes)
    assert.isTrue(taken.every((bytes, index) => bytes.length === lengths[index % lengths.length]))
    assert.strictEqual(new Set(taken.map(hex)).size, taken.length)
    assert.isTrue(taken.every((bytes) => bytes.some((byte) => byte !== 0)))
  })

  test("do not change after they are returned", function* ({ randomBytes }) {
    const first = yield* randomBytes(16)
    const before = hex(first)
    yield* Effect.replicateEffect(randomBytes(256), 100, { discard: true })
    assert.strictEqual(hex(first), before)
  })
})
