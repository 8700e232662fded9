/** The writing connection to a SQLite file, with its errors and its prepared statements. */
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import type { SQLInputValue, StatementSync } from "node:sqlite"
import type { Durability } from "../database/Durability.ts"

/** The longest wait for another process's lock, in milliseconds. The wait blocks the event loop. */
const busyTimeoutMillis = 5000
const cachedStatements = 256

/**
 * Effect's classifier expects `errno` instead of node:sqlite's `errcode`, and has no code for a duplicate primary key.
 */
const primaryKeyViolation = 1555
const uniqueViolation = 2067

/** Converts an error of node:sqlite. */
export const fail = (cause: unknown, operation: string) => {
  if (typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number") {
    Object.assign(cause, { errno: cause.errcode === primaryKeyViolation ? uniqueViolation : cause.errcode })
  }
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(cause, { message: `SQLite: ${operation} failed`, operation })
  })
}

export const attempt = <A>(evaluate: () => A) => Effect.try({ try: evaluate, catch: (cause) => fail(cause, "execute") })

/** Converts a parameter to a value that SQLite stores. */
export const bind = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

/** A cache of prepared statements, keyed by text. It drops the least recently used statement. */
const statementCache = (db: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const [oldest] = statements.keys()
    if (statements.size > cachedStatements && oldest !== undefined) statements.delete(oldest)
    return statement
  }
}

export interface SqliteConnection {
  readonly db: DatabaseSync
  readonly prepared: (sql: string) => StatementSync
  /**
   * To be called before each transaction, with the transaction's durability. SQLite can only set the durability per
   * connection and outside a transaction.
   */
  readonly prepareTransaction: (wanted: Durability) => void
}

/** Opens or creates the file, and closes it with the scope. */
export const open = Effect.fnUntraced(function* (filename: string) {
  const db = yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        const db = new DatabaseSync(filename, { timeout: busyTimeoutMillis, enableForeignKeyConstraints: true })
        const mode = db.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"]
        if (mode !== "wal") throw new Error("this file system does not support SQLite's write-ahead log")
        db.exec(
          "PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -32768"
        )
        return db
      },
      catch: (cause) => fail(cause, "open")
    }),
    (db) => Effect.sync(() => db.close())
  )
  let durability: Durability = "NORMAL"
  const connection: SqliteConnection = {
    db,
    prepared: statementCache(db),
    prepareTransaction: (wanted) => {
      if (wanted === durability) return
      db.exec(`PRAGMA synchronous = ${wanted}`)
      durability = wanted
    }
  }
  return connection
})
