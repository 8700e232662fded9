/** Processes that another node runs in memory (ADR 23). */
import { assert, layer } from "@effect/vitest"
import { CollectionStore } from "@sheaf/ports"
import { CollectionSample, testsOf } from "@sheaf/ports/testing"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const [installation] = PostgresServer.installations()
const database = Layer.merge(PostgresDatabase.layer(installation), Database.sealing)

layer(Database.everyStore.pipe(Layer.provideMerge(database)))("a collection that another node has run", (it) => {
  const test = testsOf(it, Effect.void)

  /** Leaves a waiting collection to a live node. */
  const left = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const collectionId = yield* CollectionSample.waiting(yield* CollectionSample.newClient)
    yield* sql`INSERT INTO node (id, address, started_at, seen_at, load, release)
      VALUES ('other', '127.0.0.1:1', clock_timestamp(), clock_timestamp() + interval '1 hour', 0, 1) ON CONFLICT DO NOTHING`
    yield* sql`UPDATE collection SET node = 'other' WHERE id = ${collectionId}`
    return collectionId
  })
  const isLeftToOther = (collectionId: string) =>
    Effect.flatMap(CollectionStore, ({ unended }) => Effect.map(unended, (ids) => !ids.includes(collectionId)))

  test("belongs to the node that takes its answer", function* () {
    const store = yield* CollectionStore
    const collectionId = yield* left
    assert.isTrue(yield* isLeftToOther(collectionId))
    yield* store.supply(
      CollectionSample.found(collectionId, 2, 3),
      CollectionSample.answeredWith(CollectionSample.code)
    )
    assert.isFalse(yield* isLeftToOther(collectionId))
    assert.include(yield* store.overdue(CollectionSample.until), collectionId)
  })

  test("belongs to the node that ends its wait early", function* () {
    const store = yield* CollectionStore
    const collectionId = yield* left
    const entry = CollectionSample.timedOut(4, CollectionSample.start + 10_000)
    assert.isTrue(yield* store.timeOut(CollectionSample.found(collectionId, 2, 3), entry))
    assert.isFalse(yield* isLeftToOther(collectionId))
  })
})
