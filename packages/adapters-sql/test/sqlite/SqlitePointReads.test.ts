/** Tests reads of single rows together with writes in the same turn of the event loop. */
import { assert, it, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { setImmediate as turn } from "node:timers/promises"
import { PointReads } from "../../src/database/PointReads.ts"
import * as Database from "../Database.ts"
import * as Entries from "./Entries.ts"
import * as SqliteClient from "../../src/sqlite/SqliteClient.ts"

const tables = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`CREATE TABLE entry (id TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT`
  )
)

const reads = Layer.unwrap(Effect.map(Database.DatabaseFile, SqliteClient.pointReadsLayer))

it.effect("a closed database is one file, even after reads that shared the lock", () =>
  Effect.gen(function* () {
    const path = yield* Database.DatabaseFile
    const opened = SqliteClient.pointReadsLayer(path).pipe(
      Layer.provide(tables),
      Layer.provideMerge(SqliteClient.layer(path))
    )
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const points = yield* PointReads
      const read = points.prepare("test", "SELECT number FROM entry WHERE id = ?", ({ number }) =>
        Effect.succeed(number)
      )
      yield* sql`INSERT INTO entry VALUES ('one', 1)`
      // The first read takes the lock, and later reads in the same turn of the event loop share it.
      assert.deepStrictEqual(yield* Effect.all([read("one"), read("one")]), [Option.some(1), Option.some(1)])
    }).pipe(Effect.provide(opened))
    assert.isTrue(existsSync(path))
    assert.isFalse(existsSync(`${path}-wal`))
  }).pipe(Effect.provide(Database.file))
)

layer(reads.pipe(Layer.provideMerge(Entries.database(tables))))("reads of single rows", (it) => {
  const test = testsOf(it, PointReads)

  test("see all commits of the same turn, and delay a checkpoint neither after a transaction nor after the turn", function* (points) {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* SqliteClient.SqliteWriteHandle
    yield* sql`INSERT INTO entry VALUES ('one', 0)`
    const read = points.prepare("test", "SELECT number FROM entry WHERE id = ?", ({ number }) => Effect.succeed(number))
    const increment = sql.withTransaction(sql`UPDATE entry SET number = number + 1`)
    const checkpoint = () => ({ ...writer.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() })
    const complete = { busy: 0, log: 0, checkpointed: 0 }
    for (const number of [1, 2, 3]) {
      Effect.runSync(increment)
      assert.deepStrictEqual(checkpoint(), complete)
      for (const found of [read("one"), read("one"), read("one")]) {
        assert.deepStrictEqual(Effect.runSync(found), Option.some(number))
      }
    }
    yield* Effect.promise(() => turn())
    assert.deepStrictEqual(checkpoint(), complete)
  })
})
