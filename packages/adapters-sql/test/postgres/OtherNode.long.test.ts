/** Tests processes that are in another node's shards (ADR 4). */
import { assert, layer } from "@effect/vitest"
import { CollectionStore, Shards } from "@sheaf/ports"
import { CollectionSample, isDue } from "@sheaf/ports/testing"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const [installation] = PostgresServer.installations()
const database = Layer.merge(PostgresDatabase.layer(installation), Database.sealing)
const shards = Layer.succeed(Shards, {
  isShared: true,
  own: () => [7, 8],
  has: (shard) => shard === 7 || shard === 8,
  subscribe: () => Effect.void
})

layer(Database.everyStore.pipe(Layer.provideMerge(database), Layer.provide(shards)))(
  "a collection in another node's shard",
  (it) => {
    const isOwn = (collectionId: string) => isDue("collection", collectionId, CollectionSample.questionDeadline + 1)

    const left = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const collectionId = yield* CollectionSample.acceptWaitingCollection(yield* CollectionSample.newClient)
      assert.isTrue(yield* isOwn(collectionId), "a node chooses one of its own shards")
      yield* sql`UPDATE collection SET shard = 9 WHERE id = ${collectionId}`
      assert.isFalse(yield* isOwn(collectionId))
      return collectionId
    })

    it.effect("belongs to the node that takes its answer", () =>
      Effect.gen(function* () {
        const collectionId = yield* left
        yield* (yield* CollectionStore).supply(
          CollectionSample.precondition(collectionId, 2, 3),
          CollectionSample.answerChange(CollectionSample.codeAnswer)
        )
        assert.isTrue(yield* isOwn(collectionId))
      })
    )

    it.effect("belongs to the node that ends its wait early", () =>
      Effect.gen(function* () {
        const collectionId = yield* left
        const entry = CollectionSample.timeoutEntry(4, CollectionSample.startTime + 10_000)
        assert.isTrue(yield* (yield* CollectionStore).timeOut(CollectionSample.precondition(collectionId, 2, 3), entry))
        assert.isTrue(yield* isOwn(collectionId))
      })
    )

    it.effect("stays there when a step is recorded", () =>
      Effect.gen(function* () {
        const collectionId = yield* left
        yield* (yield* CollectionStore).advance(CollectionSample.precondition(collectionId, 2, 3), [
          CollectionSample.changeToStatus("LOGIN", 4, { dueAt: CollectionSample.questionDeadline })
        ])
        assert.isFalse(yield* isOwn(collectionId))
      })
    )
  }
)
