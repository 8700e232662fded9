/** Creates a database with the tables that a test needs, and reads the ids in its `entry` table. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"
import * as SqliteClient from "../../src/sqlite/SqliteClient.ts"
import * as Database from "../Database.ts"

export const database = (tables: Layer.Layer<never, SqlError.SqlError, SqlClient.SqlClient>) =>
  tables.pipe(
    Layer.provideMerge(Layer.unwrap(Effect.map(Database.DatabaseFile, SqliteClient.layer))),
    Layer.provideMerge(Database.file)
  )

export const entries = (prefix: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: string }>`SELECT id FROM entry WHERE id LIKE ${`${prefix}%`} ORDER BY id`
    return rows.map(({ id }) => id)
  })
