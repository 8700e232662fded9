/** Request keys with two writers, like two processes on one database. */
import { assert, it } from "@effect/vitest"
import { CollectionStore, RequestKeyStore } from "@sheaf/ports"
import type { KeyClaim } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { Sqlite } from "../src/index.ts"
import * as Database from "./Database.ts"

/** A process's stores, with its own handles on the file. */
const process = (filename: string) =>
  Layer.build(
    Layer.fresh(
      Database.everyStore.pipe(Layer.provideMerge(Layer.merge(Layer.fresh(Sqlite.layer(filename)), Database.sealing)))
    )
  )

it.effect("a write fails if its result does not say whether it accepted the request", () =>
  Effect.gen(function* () {
    const store = yield* RequestKeyStore
    const clientId = yield* CollectionSample.newClient
    const claim: KeyClaim = { id: Uint8Array.of(1), request: Uint8Array.of(1), clientId, at: 0, until: 1000 }
    const keepingAll = store.within(claim, { id: "made", isNew: true }, store.eraseExpired(0))
    assert.include(Cause.pretty(yield* Effect.flip(Effect.sandbox(keepingAll))), "must return a boolean")
    assert.deepStrictEqual(yield* store.find(claim.id), Option.none())
  }).pipe(Effect.provide(Database.stores))
)

it.effect("a request takes effect in only one of two processes", () =>
  Effect.gen(function* () {
    const filename = yield* Database.DatabaseFile
    const [one, other] = [yield* process(filename), yield* process(filename)]
    const clientId = yield* Effect.provideContext(CollectionSample.newClient, one)
    for (let round = 0; round < 10; round++) {
      const claim: KeyClaim = { id: Uint8Array.of(round), request: Uint8Array.of(1), clientId, at: 0, until: 1000 }
      const accept = (of: typeof one) =>
        Effect.gen(function* () {
          const collection = yield* CollectionSample.make(clientId)
          const made = { id: collection.identity.collectionId, isNew: true }
          return yield* Context.get(of, RequestKeyStore).within(
            claim,
            made,
            Context.get(of, CollectionStore).accept(collection)
          )
        }).pipe(Effect.catchTag("KeyTaken", () => Effect.succeed("TAKEN")))
      const accepted = yield* Effect.all([accept(one), accept(other), accept(one), accept(other)], {
        concurrency: "unbounded"
      })
      assert.lengthOf(
        accepted.filter((result) => result === "ACCEPTED"),
        1
      )
    }
    assert.lengthOf(yield* Effect.provideContext(CollectionSample.list(clientId, { limit: 100 }), one), 10)
  }).pipe(Effect.provide(Database.file), Effect.scoped)
)
