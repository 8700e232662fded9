/** Reads of single rows, with writes in the same turn of the event loop. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { setImmediate as turn } from "node:timers/promises"
import { PointReads } from "../../src/database/PointReads.ts"
import * as SqliteClient from "../../src/sqlite/SqliteClient.ts"
import * as SqlitePointReads from "../../src/sqlite/SqlitePointReads.ts"
import * as Database from "../Database.ts"
import * as Entries from "./Entries.ts"

const tables = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`CREATE TABLE entry (id TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT`
  )
)

const reads = Layer.unwrap(Effect.map(Database.DatabaseFile, SqlitePointReads.layer))

layer(reads.pipe(Layer.provideMerge(Entries.database(tables))))("reads of single rows", (it) => {
  const test = testsOf(it, PointReads)

  test("see all earlier commits, and delay a checkpoint no longer than their turn", function* (points) {
    const writer = yield* SqliteClient.SqliteDatabase
    writer.exec("INSERT INTO entry VALUES ('one', 0)")
    const increment = writer.prepare("UPDATE entry SET number = number + 1")
    const read = points.prepare("test", "SELECT number FROM entry WHERE id = ?", ({ number }) => Effect.succeed(number))
    // All of them run in one turn.
    for (const number of [1, 2, 3, 4]) {
      increment.run()
      assert.deepStrictEqual(Effect.runSync(read("one")), Option.some(number))
    }
    yield* Effect.promise(() => turn())
    const checkpoint = writer.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()
    assert.deepStrictEqual({ ...checkpoint }, { busy: 0, log: 0, checkpointed: 0 })
  })
})
