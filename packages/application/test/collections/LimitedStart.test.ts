/** Collections that are limited to some of the products that the company offers. */
import { assert, describe, it } from "@effect/vitest"
import { Collections, CollectionStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as World from "./World.ts"

const waiting = World.steps(World.poll("LOGIN"), World.askForCode)

describe("a collection of some products", () => {
  it.effect("covers those of them that the company offers, and says so with each status", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const store = yield* CollectionStore
      const started = yield* collections.start(World.caller, { ...World.request, products: ["WEALTH", "PSD2_AIS"] })
      const { id } = started.body
      assert.deepStrictEqual(started.products, ["WEALTH"])
      assert.deepStrictEqual(Option.getOrThrow(yield* store.work(id)).products, ["WEALTH"])
      assert.deepStrictEqual((yield* collections.status(World.caller, id)).products, ["WEALTH"])
      const error = yield* Effect.flip(collections.insuranceData(World.caller, id))
      assert.strictEqual(error._tag, "ProductNotCollected")
    }).pipe(Effect.provide(World.layer(waiting)))
  )

  it.effect("is not started if the company offers none of them", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const limited = { ...World.request, products: ["PSD2_AIS"] } as const
      const error = yield* Effect.flip(collections.start(World.caller, limited))
      assert.strictEqual(error._tag === "ProductNotSupported" && error.product, "PSD2_AIS")
    }).pipe(Effect.provide(World.layer(waiting)))
  )
})
