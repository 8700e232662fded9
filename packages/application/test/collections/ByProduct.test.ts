/** Collections of one product, as 2025-01-01 starts and reads them (decisions 3). */
import { assert, describe, it } from "@effect/vitest"
import { Collections, CollectionStore } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as World from "./World.ts"

const waiting = World.steps(World.poll("LOGIN"), World.askForCode)
const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const

describe("a collection of one product", () => {
  it.effect("covers that one alone", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const store = yield* CollectionStore
      const { id } = (yield* collections.start(World.caller, World.request, "WEALTH")).body
      assert.deepStrictEqual(Option.getOrThrow(yield* store.work(id)).products, ["WEALTH"])
      const error = yield* Effect.flip(collections.insuranceData(World.caller, id))
      assert.strictEqual(error._tag, "ProductNotCollected")
    }).pipe(Effect.provide(World.layer(waiting)))
  )

  it.effect("is not started where the company does not offer it", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const error = yield* Effect.flip(collections.start(World.caller, World.request, "PSD2_AIS"))
      assert.strictEqual(error._tag === "ProductNotSupported" && error.product, "PSD2_AIS")
    }).pipe(Effect.provide(World.layer(waiting)))
  )

  it.effect("is found only by who asks for what it covers", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { id } = (yield* collections.start(World.caller, World.request, "WEALTH")).body
      yield* World.until(id, "TWO_FACTOR_PENDING")
      const unread = yield* Effect.flip(collections.status(World.caller, id, ["INSURANCE"]))
      const unanswered = yield* Effect.flip(collections.supply(World.caller, id, code, ["INSURANCE"]))
      assert.deepStrictEqual([unread._tag, unanswered._tag], ["CollectionNotFound", "CollectionNotFound"])
      const found = yield* collections.status(World.caller, id, ["WEALTH", "PSD2_AIS"])
      assert.strictEqual(found.body.status, "TWO_FACTOR_PENDING")
      yield* collections.supply(World.caller, id, code, ["WEALTH", "PSD2_AIS"])
    }).pipe(Effect.provide(World.layer(waiting)))
  )
})
