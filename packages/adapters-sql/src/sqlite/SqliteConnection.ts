/** The writing connection to a SQLite file, and the file's write-ahead log (WAL). */
import { Effect } from "effect"
import { DatabaseSync } from "node:sqlite"
import type { SQLInputValue } from "node:sqlite"
import { closeSync, openSync, readSync } from "node:fs"
import { toSqlError } from "../database/SqlErrors.ts"

/** How long to wait for another process's lock, in milliseconds. The wait blocks the event loop. */
const busyTimeoutMillis = 5000

/** The log size at which SQLite starts to overwrite the log, in pages. A page takes 4,096 bytes, plus 24 in the log. */
const logPages = 10_000

/** The offset of SQLite's restart counter in the log's header ("salt-1" in the file format). */
const restartsPosition = 16

export const toSqliteValue = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

export interface SqliteConnection {
  readonly db: DatabaseSync
  /**
   * Makes sure that the WAL no longer contains anything that was written before the previous call of this function.
   * Returns false immediately if another process is reading the WAL. Call it outside transactions and reads.
   */
  readonly eraseLog: () => boolean
}

/**
 * Returns the restart counter of the write-ahead log, or `undefined` if the log is empty. The counter starts at an
 * arbitrary number.
 */
const restartsOf = (filename: string): number | undefined => {
  const log = openSync(`${filename}-wal`, "r")
  try {
    const number = Buffer.alloc(4)
    return readSync(log, number, 0, number.length, restartsPosition) === number.length
      ? number.readUInt32BE()
      : undefined
  } finally {
    closeSync(log)
  }
}

/**
 * Truncates the WAL, unless it has been completely overwritten since the last call. Two restarts of the WAL guarantee
 * that it has been overwritten. This function requires three, because a truncation may have caused one of them.
 * Truncating is expensive: the WAL must grow again, and commits then take twice as long.
 */
const logEraser = (db: DatabaseSync, filename: string) => {
  let known: number | undefined
  return (): boolean => {
    const restarts = restartsOf(filename)
    const count = known === undefined || restarts === undefined ? 0 : restarts - known
    known = restarts
    // A count of 10,000 or more means nothing: a process that finds an empty log sets its restart counter to a random
    // number.
    if (count >= 3 && count < 10_000) return true
    db.exec("PRAGMA busy_timeout = 0")
    try {
      return db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMillis}`)
    }
  }
}

export const open = Effect.fnUntraced(function* (filename: string) {
  const db = yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        const db = new DatabaseSync(filename, { timeout: busyTimeoutMillis, enableForeignKeyConstraints: true })
        const mode = db.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"]
        if (mode !== "wal") throw new Error("this file system does not support SQLite's write-ahead log")
        db.exec(
          `PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = ${logPages};
            PRAGMA journal_size_limit = ${logPages * 4120 + 32}; PRAGMA cache_size = -32768`
        )
        return db
      },
      catch: (cause) => toSqlError(cause, "open")
    }),
    (db) => Effect.sync(() => db.close())
  )
  const connection: SqliteConnection = { db, eraseLog: logEraser(db, filename) }
  return connection
})
