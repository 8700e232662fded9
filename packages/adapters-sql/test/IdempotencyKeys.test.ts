/** Tests idempotency keys with two writers that act like two processes on one database. */
import { assert, it } from "@effect/vitest"
import { BlindIndex, CollectionStore, IdempotencyKeyStore } from "@sheaf/ports"
import type { NewIdempotencyRecord } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { Sqlite } from "../src/index.ts"
import * as Database from "./Database.ts"

const hashed = (...hashes: ReadonlyArray<number>) => {
  const [current = Uint8Array.of(), ...others] = hashes.map((byte) => Uint8Array.of(byte))
  return new BlindIndex(current, ...others)
}

const process = (filename: string) =>
  Layer.build(
    Layer.fresh(
      Database.everyStore.pipe(Layer.provideMerge(Layer.merge(Layer.fresh(Sqlite.layer(filename)), Database.sealing)))
    )
  )

it.effect("a write fails if its result does not say whether it accepted the request", () =>
  Effect.gen(function* () {
    const store = yield* IdempotencyKeyStore
    const clientId = yield* CollectionSample.newClient
    const record: NewIdempotencyRecord = { id: hashed(1), request: hashed(1), clientId, at: 0, until: 1000 }
    const keepingAll = store.within(record, { id: "made", isNew: true }, store.eraseExpired(0))
    assert.include(Cause.pretty(yield* Effect.flip(Effect.sandbox(keepingAll))), "must return a boolean")
    assert.deepStrictEqual(yield* store.find(record.id), Option.none())
  }).pipe(Effect.provide(Database.stores))
)

it.effect("a key that is taken under one pepper is not kept under another", () =>
  Effect.gen(function* () {
    const store = yield* IdempotencyKeyStore
    const clientId = yield* CollectionSample.newClient
    const keep = (id: BlindIndex) =>
      store.keep({ id, request: hashed(1), clientId, at: 0, until: 1000 }, { id: "made", isNew: true })
    assert.isTrue(yield* keep(hashed(3)))
    assert.isFalse(yield* keep(hashed(2, 3)))
    assert.isTrue(Option.isNone(yield* store.find(hashed(2))))
    assert.isTrue(Option.isSome(yield* store.find(hashed(2, 3))))
  }).pipe(Effect.provide(Database.stores))
)

it.effect("a request takes effect in only one of two processes", () =>
  Effect.gen(function* () {
    const filename = yield* Database.DatabaseFile
    const [one, other] = [yield* process(filename), yield* process(filename)]
    const clientId = yield* Effect.provideContext(CollectionSample.newClient, one)
    for (let round = 0; round < 10; round++) {
      const record: NewIdempotencyRecord = { id: hashed(round), request: hashed(1), clientId, at: 0, until: 1000 }
      const accept = (of: typeof one) =>
        Effect.gen(function* () {
          const collection = yield* CollectionSample.make(clientId)
          const made = { id: collection.identity.collectionId, isNew: true }
          return yield* Context.get(of, IdempotencyKeyStore).within(
            record,
            made,
            Context.get(of, CollectionStore).accept(collection)
          )
        }).pipe(Effect.catchTag("IdempotencyKeyTaken", () => Effect.succeed("TAKEN")))
      const accepted = yield* Effect.all([accept(one), accept(other), accept(one), accept(other)], {
        concurrency: "unbounded"
      })
      assert.lengthOf(
        accepted.filter((result) => result === "ACCEPTED"),
        1
      )
    }
    assert.lengthOf(yield* Effect.provideContext(CollectionSample.listCollections(clientId, { limit: 100 }), one), 10)
  }).pipe(Effect.provide(Database.file), Effect.scoped)
)
