/**
 * Reads of single rows by key that are on the path of every request. They see what is committed, never wait behind a
 * transaction, and cost as little as the database allows.
 */
import { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import type { Option } from "effect"
import { DatabaseSync } from "node:sqlite"
import { SqliteDatabase } from "./SqliteClient.ts"

/** A moment of the writer, such as its recovery of the log after a crash. */
const busyTimeoutMillis = 1000

/** A key by which a row is read. */
export type Key = string | Uint8Array

/** The values of a row by the names of their columns. */
export type Row = Record<string, unknown>

export class PointReads extends Context.Service<
  PointReads,
  {
    /** Prepares a read. Run with its parameters, it returns the row as `view` shows it, if there is a row. */
    readonly prepare: <A>(
      operation: string,
      sql: string,
      view: (row: Row) => Effect.Effect<A, StoreError>
    ) => (...keys: ReadonlyArray<Key>) => Effect.Effect<Option.Option<A>, StoreError>
  }
>()("@sheaf/adapters-sql/PointReads") {}

/**
 * A read of one row. It keeps the names of its columns: `node:sqlite` would make them again for every row, and an object
 * of them that is slow to read.
 */
const reader = (db: DatabaseSync, sql: string) => {
  const statement = db.prepare(sql)
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  // A copy has room for every column from the start, where an empty object would grow with each of them.
  const form: Row = Object.fromEntries(names.map((name) => [name, undefined]))
  return (keys: ReadonlyArray<Key>): Row | undefined => {
    const values = statement.get(...keys)
    if (!Array.isArray(values)) return undefined
    const row = { ...form }
    names.forEach((name, index) => {
      row[name] = values[index]
    })
    return row
  }
}

/**
 * On SQLite: a second handle on the file, which only reads. On the handle that writes, a read would either wait for the
 * permit or see the uncommitted rows of another fiber's transaction.
 */
export const layerSqlite = (filename: string) =>
  Layer.effect(
    PointReads,
    Effect.gen(function* () {
      // The writer makes the file; a reader that comes first would find none.
      yield* SqliteDatabase
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMillis })),
        (handle) => Effect.sync(() => handle.close())
      )
      return PointReads.of({
        prepare: (operation, sql, view) => {
          const read = reader(db, sql)
          return (...keys) =>
            Effect.flatMap(
              Effect.try({ try: () => read(keys), catch: (cause) => new StoreError({ operation, cause }) }),
              (row) => (row === undefined ? Effect.succeedNone : Effect.asSome(view(row)))
            )
        }
      })
    })
  )
