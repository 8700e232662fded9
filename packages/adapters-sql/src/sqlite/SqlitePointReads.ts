/** Fast reads of single rows from a SQLite file. */
import { stopwatch } from "@sheaf/ports"
import { Effect, Layer } from "effect"
import { DatabaseSync } from "node:sqlite"
import * as DatabaseMetrics from "../database/DatabaseMetrics.ts"
import { PointReads } from "../database/PointReads.ts"
import type { PointReadKey, PointReadRow } from "../database/PointReads.ts"
import { toStoreError } from "../database/SqlErrors.ts"
import { FailureReporter } from "../database/FileHealth.ts"
import { busyTimeoutMillis, ReadLock } from "./ReadLock.ts"
import { SqliteWriteHandle } from "./SqliteClient.ts"
import { toSqlError } from "./SqliteConnection.ts"

/** Prepares a read of one row. Reuses the column names, because `node:sqlite` would create them again for every row. */
const reader = (db: DatabaseSync, share: () => void, sql: string) => {
  const statement = db.prepare(sql)
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  // Copies of this object have all columns from the beginning. Adding columns one by one would be slower.
  const form: PointReadRow = Object.fromEntries(names.map((name) => [name, undefined]))
  return (keys: ReadonlyArray<PointReadKey>): PointReadRow | undefined => {
    share()
    const values = statement.get(...keys)
    if (!Array.isArray(values)) return undefined
    const row = { ...form }
    let index = 0
    for (const name of names) row[name] = values[index++]
    return row
  }
}

/**
 * Reads through a second, read-only SQLite handle. On the writing handle, a read would either wait for the semaphore or
 * see uncommitted rows from another fiber's transaction.
 */
export const layer = (filename: string) =>
  Layer.effect(
    PointReads,
    Effect.gen(function* () {
      // The writer must come first, because it creates the file.
      yield* SqliteWriteHandle
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMillis })),
        (handle) => Effect.sync(() => handle.close())
      )
      const { share } = yield* ReadLock
      const notice = yield* FailureReporter
      const { now, record } = yield* stopwatch
      const durations = {
        OK: DatabaseMetrics.durationMetricOf("sqlite", "read", "OK"),
        ERROR: DatabaseMetrics.durationMetricOf("sqlite", "read", "ERROR")
      }
      const prepareOption: PointReads["Service"]["prepareOption"] = (operation, sql, view) => {
        const read = reader(db, share, sql)
        return (...keys) =>
          // A single effect, because polls depend on its speed.
          Effect.suspend(() => {
            let row: PointReadRow | undefined
            const start = now()
            try {
              row = read(keys)
            } catch (cause) {
              record(durations.ERROR, start)
              const error = toStoreError(operation, toSqlError(cause, "read"))
              return Effect.andThen(notice(cause), Effect.fail(error))
            }
            record(durations.OK, start)
            return row === undefined ? Effect.succeedNone : view(row)
          })
      }
      return PointReads.of({
        prepareOption,
        prepare: (operation, sql, view) => prepareOption(operation, sql, (row) => Effect.asSome(view(row)))
      })
    })
  )
