/** The SQLite database that a migration reads. It is locked against writers during the migration. */
import { Effect, Layer, Schema } from "effect"
import { DatabaseSync } from "node:sqlite"
import { newestMigration } from "../database/DatabaseSchema.ts"
import { migrationTable } from "../database/Releases.ts"
import { toPostgresValue } from "../postgres/PostgresClient.ts"
import * as DatabaseFile from "../sqlite/DatabaseFile.ts"
import { attempt } from "../database/SqlErrors.ts"
import * as SqliteTables from "../sqlite/SqliteTables.ts"
import { DataMigrationError } from "./DataMigrationError.ts"
import type { TableRow } from "./TableChecksum.ts"

export type SourceTable = SqliteTables.DatabaseTable

export interface Source {
  /** Each table comes after the tables that its foreign keys refer to. */
  readonly tables: ReadonlyArray<SourceTable>
  readonly count: (table: SourceTable) => number
  readonly rows: (table: SourceTable) => Iterable<TableRow>
}

/** How long to wait for a command that holds the write lock, in milliseconds. */
const lockTimeoutMillis = 5_000

/** These tables are not copied, because each database records its own migrations and supported releases. */
const records = [migrationTable, "schema_release"]

const decodeMigration = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.NullOr(Schema.Finite) }))

const tablesIn = (db: DatabaseSync): ReadonlyArray<SourceTable> =>
  SqliteTables.tablesIn(db).filter(({ name }) => !records.includes(name))

const refuse = (file: string, why: string) => new DataMigrationError({ message: `${file} ${why}` })

const checkRelease = (file: string, own: number) =>
  attempt(() => {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const isOurs =
        SqliteTables.selectNames(db, "SELECT name FROM sqlite_schema WHERE name = ?", migrationTable).length > 0
      if (!isOurs)
        return refuse(file, "is not a Sheaf database: set SHEAF_DATA_DIR to the data folder that you want to move")
      const { id } = decodeMigration(db.prepare(`SELECT max(migration_id) AS id FROM ${migrationTable}`).get())
      if (id === null || id <= own) return undefined
      return refuse(
        file,
        `belongs to a newer release (migration ${id}, and this release knows ${own}): use that release`
      )
    } finally {
      db.close()
    }
  }).pipe(Effect.flatMap((refusal) => (refusal === undefined ? Effect.void : Effect.fail(refusal))))

/** Migrates the schema, because an earlier release may have created it. */
export const prepare = (file: string) =>
  Effect.flatMap(newestMigration, (own) => checkRelease(file, own)).pipe(
    Effect.andThen(Effect.scoped(Layer.build(DatabaseFile.layer(file))))
  )

/** Opens a prepared database and locks it against writers until the scope closes. */
export const open = (file: string) =>
  Effect.acquireRelease(
    attempt(() => {
      const db = new DatabaseSync(file, { timeout: lockTimeoutMillis })
      try {
        db.exec("BEGIN IMMEDIATE")
        return db
      } catch (cause) {
        db.close()
        throw cause
      }
    }),
    (db) => Effect.sync(() => db.close())
  ).pipe(
    Effect.map((db): Source => ({
      tables: tablesIn(db),
      count: (table) => SqliteTables.countRows(db, table),
      rows: function* (table) {
        for (const row of SqliteTables.readRows(db, table)) yield row.map(toPostgresValue)
      }
    }))
  )
