/** The tables come to be once, whoever asks how often. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migrate } from "../src/Migrations.ts"
import { Sqlite } from "../src/index.ts"
import * as SqliteClient from "../src/SqliteClient.ts"
import * as Database from "./Database.ts"

const empty = Layer.unwrap(Effect.map(Database.DatabaseFile, SqliteClient.layer)).pipe(
  Layer.provideMerge(Database.file)
)

const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ sql: string }>`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name`
  return rows.map((row) => row.sql)
})

layer(empty)("the migrations", (it) => {
  it.effect("run in their order on an empty database, and not again", () =>
    Effect.gen(function* () {
      const first = yield* migrate
      assert.deepStrictEqual(
        first.map(([id]) => id),
        first.map((_, i) => i + 1)
      )
      assert.isNotEmpty(first)
      const before = yield* schema
      assert.deepStrictEqual(yield* migrate, [])
      assert.deepStrictEqual(yield* schema, before)
    })
  )

  it.effect("leave what a service has stored before it was started again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* migrate
      yield* sql`INSERT INTO client ${sql.insert({ id: "brask", name: "Brask", environment: "test", created_at: 0 })}`
      const again = yield* Layer.build(Sqlite.layer(yield* Database.DatabaseFile))
      const found = yield* sql`SELECT id FROM client`.pipe(Effect.provide(again))
      assert.lengthOf(found, 1)
    })
  )
})
