/** Tests that migrations run once, keep existing rows, and reject an unknown database. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migrations, release } from "../../src/Tables.ts"
import { migrateTo, newestMigrationOf, migrationTable } from "../../src/database/Releases.ts"
import { Sqlite } from "../../src/index.ts"
import * as Database from "../Database.ts"
import * as Entries from "./Entries.ts"

const migrate = migrateTo(release)
const newest = newestMigrationOf(release)

const empty = Entries.database(Layer.empty)

const run = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

const schema = run("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")

layer(empty)("the migrations", (it) => {
  it.effect("run once, in order, and a later one keeps the rows", () =>
    Effect.gen(function* () {
      const first = yield* migrate
      assert.deepStrictEqual(
        first.map(([id]) => id),
        Array.from({ length: newest }, (_, index) => index + 1)
      )
      const before = yield* schema
      assert.deepStrictEqual(yield* migrate, [])
      assert.deepStrictEqual(yield* schema, before)
      yield* run("INSERT INTO client (id, name, environment, created_at) VALUES ('brask', 'Brask', 'test', 0)")
      const next = { ...migrations, "0002_nickname": run("ALTER TABLE client ADD COLUMN nickname TEXT") }
      assert.lengthOf(yield* migrateTo({ migrations: next, oldest: newest }), 1)
      assert.deepStrictEqual(
        (yield* run("SELECT name, nickname FROM client")).map((row) => ({ ...row })),
        [{ name: "Brask", nickname: null }]
      )
    })
  )
})

layer(empty)("a database from before the first release", (it) => {
  it.effect("is refused with one line, and keeps its tables", () =>
    Effect.gen(function* () {
      yield* run(
        `CREATE TABLE ${migrationTable} (migration_id INTEGER PRIMARY KEY, created_at TEXT, name TEXT NOT NULL)`
      )
      yield* run(
        `INSERT INTO ${migrationTable} VALUES (1, '2026-11-01', 'clients'), (29, '2026-11-01', 'confirmed_failures')`
      )
      const before = yield* schema
      const opened = Effect.scoped(Layer.build(Sqlite.layer(yield* Database.DatabaseFile)))
      const { message } = yield* Effect.flip(opened)
      assert.strictEqual(
        message,
        "the database is from before the first release, which cannot read it: use a new data folder or an empty database"
      )
      assert.deepStrictEqual(yield* schema, before)
    })
  )
})
