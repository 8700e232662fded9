/**
 * Reads of single rows by key that are on the path of every request. They see what is committed, never wait behind a
 * transaction, and cost as little as the database allows.
 */
import { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import { DatabaseSync } from "node:sqlite"
import { SqliteDatabase } from "./SqliteClient.ts"

/** A moment of the writer, such as its recovery of the log after a crash. */
const busyTimeoutMillis = 1000

/** A key by which a row is read. */
export type Key = string | Uint8Array

export class PointReads extends Context.Service<
  PointReads,
  {
    /** Prepares a read; run with its parameters, it gives the row or `undefined`. */
    readonly prepare: (
      operation: string,
      sql: string
    ) => (...keys: ReadonlyArray<Key>) => Effect.Effect<Record<string, unknown> | undefined, StoreError>
  }
>()("@sheaf/adapters-sql/PointReads") {}

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
        prepare: (operation, sql) => {
          const statement = db.prepare(sql)
          return (...keys) =>
            Effect.try({ try: () => statement.get(...keys), catch: (cause) => new StoreError({ operation, cause }) })
        }
      })
    })
  )
