/** The writing connection to a SQLite file, and its log. */
import { Effect } from "effect"
import { DatabaseSync } from "node:sqlite"
import type { SQLInputValue } from "node:sqlite"
import { closeSync, openSync, readSync } from "node:fs"
import { toSqlError } from "../database/SqlErrors.ts"

/** How long to wait for another process's lock, in milliseconds. Meanwhile, the event loop is blocked. */
const busyTimeoutMillis = 5000

/** The log size at which SQLite starts to overwrite the log, in pages. A page has 4,096 bytes, plus 24 in the log. */
const logPages = 10_000

/** Where the log's header counts SQLite's restarts ("salt-1" in the file format). */
const restartsPosition = 16

/** Converts a parameter to something that SQLite can store. */
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
   * Removes from the log everything that was written before the previous call. Returns false immediately if a read in
   * another process needs the log. Call it outside transactions and reads, because they need the log, too.
   */
  readonly eraseLog: () => boolean
}

/** Returns the log's restart count, which starts at an arbitrary number, or nothing if the log is empty. */
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
 * Truncates the log, unless it has been overwritten since the last call. A truncated log has to grow again, which makes
 * commits take twice as long. After two restarts, all of the log has been overwritten. A truncation counts as one more
 * restart.
 */
const logEraser = (db: DatabaseSync, filename: string) => {
  let known: number | undefined
  return (): boolean => {
    const restarts = restartsOf(filename)
    const count = known === undefined || restarts === undefined ? 0 : restarts - known
    known = restarts
    // If a process finds an empty log, the count starts from a random number.
    if (count >= 3 && count < 10_000) return true
    db.exec("PRAGMA busy_timeout = 0")
    try {
      return db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] === 0
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMillis}`)
    }
  }
}

/** Opens or creates the file, which closes with the scope. */
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
