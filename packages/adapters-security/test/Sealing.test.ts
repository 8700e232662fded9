/** Tests the port's contract and the layout of sealed bytes. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { Sealer } from "@sheaf/ports"
import { KeyRotation, sealerContract, testsOf } from "@sheaf/ports/testing"
import { Context, Effect, Layer } from "effect"
import { Sealing } from "../src/index.ts"
import type { KeyRing } from "../src/index.ts"
import * as Keys from "./Keys.ts"

const [old, fresh] = [Keys.key("2025", 1), Keys.key("2026", 2)]

const sealer = (ring: KeyRing.KeyRing) =>
  Effect.map(Layer.build(Sealing.layer(ring, Keys.pepper)), (context) => Context.get(context, Sealer))

const rotation = Layer.effect(
  KeyRotation,
  Effect.gen(function* () {
    return {
      before: yield* sealer(Keys.ring(old)),
      during: yield* sealer(Keys.ring(fresh, old)),
      after: yield* sealer(Keys.ring(fresh))
    }
  })
)

const adapter = Layer.mergeAll(rotation, Sealing.layer(Keys.ring(fresh, old), Keys.pepper)).pipe(
  Layer.provide(NodeCrypto.layer)
)

sealerContract("authenticated encryption", adapter)

const place = { tenant: "client-one", record: "record/column" }
const small = new Uint8Array(16).fill(3)
/** So large that Sheaf seals it with AES-256-GCM. */
const large = new Uint8Array(64 * 1024).fill(3)

layer(adapter)("sealed bytes", (it) => {
  const test = testsOf(it, Sealer)

  test("begin with the layout version, the algorithm, and the key id", function* ({ seal }) {
    const id = [..."2026"].map((character) => character.charCodeAt(0))
    assert.deepStrictEqual([...(yield* seal(place, small)).subarray(0, 7)], [1, 1, 4, ...id])
    assert.deepStrictEqual([...(yield* seal(place, large)).subarray(0, 7)], [1, 2, 4, ...id])
  })

  test("do not open with an unknown layout, or with an unknown or different algorithm", function* ({ open, seal }) {
    for (const [plain, index, value] of [
      [small, 0, 2],
      [small, 1, 3],
      [small, 1, 2],
      [large, 1, 1]
    ] as const) {
      const error = yield* Effect.flip(open(place, (yield* seal(place, plain)).with(index, value)))
      assert.strictEqual(error.reason, "NOT_AUTHENTIC")
    }
  })

  test("do not open with different key bytes under the same id", function* ({ seal }) {
    const sealed = yield* seal(place, small)
    const impostor = yield* sealer(Keys.ring(Keys.key("2026", 7))).pipe(Effect.provide(NodeCrypto.layer))
    assert.strictEqual((yield* Effect.flip(impostor.open(place, sealed))).reason, "NOT_AUTHENTIC")
  })

  test("can carry every valid key id", function* () {
    for (const id of ["a", "-_", "k".repeat(32)]) {
      const one = yield* sealer(Keys.ring(Keys.key(id, 5))).pipe(Effect.provide(NodeCrypto.layer))
      assert.deepStrictEqual(yield* one.open(place, yield* one.seal(place, small)), small)
    }
  })

  test("do not depend on the pepper, unlike blind indexes", function* (one) {
    const ring = Keys.ring(fresh, old)
    const built = yield* Layer.build(Sealing.layer(ring, Keys.key("other", 8).bytes)).pipe(
      Effect.provide(NodeCrypto.layer)
    )
    const other = Context.get(built, Sealer)
    assert.deepStrictEqual(yield* other.open(place, yield* one.seal(place, small)), small)
    assert.notDeepEqual(other.blindIndex(place, "text").all, one.blindIndex(place, "text").all)
  })
})
