/** Lists a SQLite file's tables, for copying and checksumming whole databases. */
import { Schema } from "effect"
import type { DatabaseSync, SQLOutputValue } from "node:sqlite"

export interface DatabaseTable {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

const decodeNames = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ name: Schema.String })))
const decodeCount = Schema.decodeUnknownSync(Schema.Struct({ count: Schema.Finite }))

export const selectNames = (db: DatabaseSync, query: string, ...values: ReadonlyArray<string>): ReadonlyArray<string> =>
  decodeNames(db.prepare(query).all(...values)).map(({ name }) => name)

/**
 * Lists the tables in an order in which every table follows those that its foreign keys refer to. The list comes from
 * the database itself, so no table can be missed.
 */
export const tablesIn = (db: DatabaseSync): ReadonlyArray<DatabaseTable> => {
  const names = selectNames(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"
  )
  const sorted = new Set<string>()
  const place = (name: string): void => {
    if (sorted.has(name)) return
    for (const parent of selectNames(db, 'SELECT "table" AS name FROM pragma_foreign_key_list(?)', name)) place(parent)
    sorted.add(name)
  }
  for (const name of names) place(name)
  return Array.from(sorted, (name) => ({
    name,
    columns: selectNames(db, "SELECT name FROM pragma_table_info(?)", name)
  }))
}

export const countRows = (db: DatabaseSync, { name }: DatabaseTable): number =>
  decodeCount(db.prepare(`SELECT count(*) AS count FROM "${name}"`).get()).count

/** Returns integers as bigints. */
export function* readRows(
  db: DatabaseSync,
  { columns, name }: DatabaseTable
): Generator<ReadonlyArray<SQLOutputValue>, void> {
  const select = db.prepare(`SELECT ${columns.map((column) => `"${column}"`).join(", ")} FROM "${name}" ORDER BY rowid`)
  select.setReadBigInts(true)
  for (const row of select.iterate()) yield Object.values(row)
}
