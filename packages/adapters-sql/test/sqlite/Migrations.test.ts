/** Tests that migrations run once and keep existing rows. */
import { assert, layer } from "@effect/vitest"
import { ClientStore, CollectionStore, Sealer } from "@sheaf/ports"
import { Effect, Layer, Option } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { migrate, migrations } from "../../src/database/Migrations.ts"
import { table } from "../../src/database/Releases.ts"
import { KeyCheck, Sqlite } from "../../src/index.ts"
import * as Database from "../Database.ts"
import * as Entries from "./Entries.ts"

const empty = Entries.database(Layer.empty)

const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ sql: string }>`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name`
  return rows.map((row) => row.sql)
})

layer(empty)("the migrations", (it) => {
  it.effect("run once, in order", () =>
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
})

/** Migrates a database to the version before users existed. */
const migrateToFour = Migrator.make({})({
  loader: Migrator.fromRecord(Object.fromEntries(Object.entries(migrations).slice(0, 4))),
  table
})

const at = 1_775_000_000_000
const hash = new Uint8Array(32).fill(1)

const oldRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const collection = {
    id: "collection-1",
    client_id: "brask",
    company: "se-nordhem",
    market: "se",
    login_method: "EMAIL",
    products: "INSURANCE,WEALTH",
    status: "COMPLETED_EMPTY",
    revision: 2,
    created_at: at,
    status_changed_at: at + 1,
    ended_at: at + 1,
    deadline: at + 600_000,
    due_at: at,
    step: 1,
    identified: 1
  }
  yield* sql`INSERT INTO client ${sql.insert({ id: "brask", name: "Brask", environment: "test", created_at: at })}`
  yield* sql`INSERT INTO api_key ${sql.insert({ hash, client_id: "brask", created_at: at })}`
  yield* sql`INSERT INTO collection ${sql.insert(collection)}`
  // Releases from that time sealed only this word.
  const sealer = yield* Sealer
  const place = { tenant: "sheaf", record: "key-check" }
  const sealed = yield* sealer.seal(place, new TextEncoder().encode("sheaf"))
  yield* sql`INSERT INTO key_check ${sql.insert({ id: 1, sealed, blind: sealer.blindIndex(place, "sheaf") })}`
  const entry = { collection_id: "collection-1", revision: 1, status: "RUNNING", at }
  yield* sql`INSERT INTO collection_history ${sql.insert(entry)}`
})

layer(empty)("a database that predates users", (it) => {
  it.effect("keeps its clients, keys and collections, which have no user", () =>
    Effect.gen(function* () {
      assert.lengthOf(yield* migrateToFour, 4)
      yield* Effect.provide(oldRows, Database.sealing)
      const upgraded = Database.everyStore.pipe(
        Layer.provide(KeyCheck.layer),
        Layer.provide([Sqlite.layer(yield* Database.DatabaseFile), Database.sealing])
      )
      yield* Effect.gen(function* () {
        const [clients, collections] = [yield* ClientStore, yield* CollectionStore]
        assert.strictEqual(Option.getOrThrow(yield* clients.findByKey(hash)).id, "brask")
        assert.deepStrictEqual(yield* clients.keys("brask"), [{ clientId: "brask", createdAt: at }])
        assert.isTrue(yield* clients.addKey("brask", new Uint8Array(32).fill(2), "second"))
        const status = Option.getOrThrow(yield* collections.status("brask", "collection-1"))
        assert.strictEqual(status.loginMethod, "EMAIL")
        assert.notProperty(status, "userId")
        const listed = yield* collections.list({ clientId: "brask", latest: false, limit: 10 })
        assert.lengthOf(listed, 1)
        assert.lengthOf(yield* collections.history("collection-1"), 1)
        assert.isTrue(yield* collections.eraseDataOf("brask", "collection-1", at + 2))
      }).pipe(Effect.provide(upgraded))
    })
  )
})
