/** The SQLite database that a move reads. It is locked against writers in the meantime. */
import { Effect, Layer, Schema } from "effect"
import { SqlMessageStorage } from "effect/cluster"
import { DatabaseSync } from "node:sqlite"
import { newest } from "../database/Migrations.ts"
import { table as migrationTable } from "../database/Releases.ts"
import { bind } from "../postgres/PostgresClient.ts"
import * as Sqlite from "../sqlite/Sqlite.ts"
import { attempt } from "../sqlite/SqliteConnection.ts"
import { MoveRefused } from "./MoveRefused.ts"
import type { TableRow } from "./TableChecksum.ts"

/** A table that a move copies. */
export interface MovedTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

export interface Source {
  /** The tables, each after the tables that its foreign keys refer to. */
  readonly tables: ReadonlyArray<MovedTable>
  readonly count: (table: MovedTable) => number
  readonly rows: (table: MovedTable) => Iterable<TableRow>
}

/** The longest wait for a command that holds the write lock, in milliseconds. */
const lockTimeoutMillis = 5_000

/** The tables that a move does not copy. Each database keeps its own record of migrations and supported releases. */
const records = [migrationTable, "schema_release", "cluster_migrations"]

/** A column that only the running engine needs: the time at which it read a message. */
const omitted = "cluster_messages.last_read"

const decodeNames = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))
const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ count: Schema.Finite }))
const decodeMigration = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.NullOr(Schema.Finite) }))

const namesIn = (db: DatabaseSync, query: string, ...values: ReadonlyArray<string>): ReadonlyArray<string> =>
  decodeNames(db.prepare(query).all(...values)).map(({ name }) => name)

/** Derives the tables from the database, so that no table can be forgotten. */
const tablesIn = (db: DatabaseSync): ReadonlyArray<MovedTable> => {
  const names = namesIn(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
  )
  const sorted = new Set<string>()
  const place = (name: string): void => {
    if (sorted.has(name)) return
    for (const parent of namesIn(db, 'SELECT "table" AS name FROM pragma_foreign_key_list(?)', name)) place(parent)
    sorted.add(name)
  }
  for (const name of names) if (!records.includes(name)) place(name)
  return Array.from(sorted, (name) => ({
    name,
    columns: namesIn(db, "SELECT name FROM pragma_table_info(?)", name).filter(
      (column) => `${name}.${column}` !== omitted
    )
  }))
}

const refuse = (file: string, why: string) => new MoveRefused({ message: `${file} ${why}` })

/** Rejects a file that is not a database of this release or an earlier one. */
const checkRelease = (file: string) =>
  attempt(() => {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const isOurs = namesIn(db, "SELECT name FROM sqlite_schema WHERE name = ?", migrationTable).length > 0
      if (!isOurs)
        return refuse(file, "is not a Sheaf database: set SHEAF_DATA_DIR to the data folder that you want to move")
      const { id } = decodeMigration(db.prepare(`SELECT max(migration_id) AS id FROM ${migrationTable}`).get())
      if (id === null || id <= newest) return undefined
      return refuse(
        file,
        `belongs to a newer release (migration ${id}, and this release knows ${newest}): use that release`
      )
    } finally {
      db.close()
    }
  }).pipe(Effect.flatMap((refusal) => (refusal === undefined ? Effect.void : Effect.fail(refusal))))

/** Migrates the database, including the engine's tables, because an earlier release may have created it. */
export const prepare = (file: string) =>
  Effect.andThen(
    checkRelease(file),
    Effect.scoped(Layer.build(SqlMessageStorage.layerMigrations({}).pipe(Layer.provide(Sqlite.layer(file)))))
  )

/** Opens a prepared database until the scope closes, and locks it against writers. */
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
      count: ({ name }) => decodeCount(db.prepare(`SELECT count(*) AS count FROM "${name}"`).get()).count,
      rows: function* ({ columns, name }) {
        const select = db.prepare(
          `SELECT ${columns.map((column) => `"${column}"`).join(", ")} FROM "${name}" ORDER BY rowid`
        )
        select.setReadBigInts(true)
        for (const row of select.iterate()) yield Object.values(row).map(bind)
      }
    }))
  )
