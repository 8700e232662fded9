/**
 * Effect's `SqlClient` for Node's SQLite, with one writing connection behind a semaphore and one process per file. A
 * published driver for this Effect version could replace it.
 */
import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, SqlError, Statement } from "effect/sql"
import type { SqlConnection } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import type { SQLInputValue, StatementSync } from "node:sqlite"
import { Durability } from "./Durability.ts"

/** The writing handle, for operations that `SqlClient` does not cover. */
export class SqliteDatabase extends Context.Service<SqliteDatabase, DatabaseSync>()(
  "@sheaf/adapters-sql/SqliteDatabase"
) {}

/** The time to wait for another process's lock, in milliseconds. The wait blocks the event loop. */
const busyTimeoutMillis = 5000
const cachedStatements = 256

/** Effect's classifier expects `errno` instead of node:sqlite's `errcode`, and lacks the code for duplicate keys. */
const primaryKeyViolation = 1555
const uniqueViolation = 2067

const fail = (cause: unknown, operation: string) => {
  if (typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number") {
    Object.assign(cause, { errno: cause.errcode === primaryKeyViolation ? uniqueViolation : cause.errcode })
  }
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(cause, { message: `SQLite: ${operation} failed`, operation })
  })
}

const bind = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

const attempt = <A>(evaluate: () => A) => Effect.try({ try: evaluate, catch: (cause) => fail(cause, "execute") })

/** Returns a cache of prepared statements by SQL text. A full cache drops the least recently used statement. */
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

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

const makeConnection = (db: DatabaseSync): SqlConnection.Connection => {
  const cached = statementCache(db)
  const rows = (statement: StatementSync, params: ReadonlyArray<unknown>, transform?: Transform) => {
    const found = statement.all(...params.map(bind))
    return transform === undefined ? found : transform(found)
  }
  const values = (statement: StatementSync, params: ReadonlyArray<unknown>) =>
    rows(statement, params).map((row) => Object.values(row))
  return {
    execute: (sql, params, transform) => attempt(() => rows(cached(sql), params, transform)),
    executeRaw: (sql, params) =>
      attempt(() => {
        const statement = cached(sql)
        return statement.columns().length > 0 ? rows(statement, params) : statement.run(...params.map(bind))
      }),
    executeValues: (sql, params) => attempt(() => values(cached(sql), params)),
    executeUnprepared: (sql, params, transform) => attempt(() => rows(db.prepare(sql), params, transform)),
    executeValuesUnprepared: (sql, params) => attempt(() => values(db.prepare(sql), params)),
    executeStream: (sql, params, transform) =>
      Stream.unwrap(attempt(() => Stream.fromIterable(rows(cached(sql), params, transform))))
  }
}

const open = (filename: string) =>
  Effect.acquireRelease(
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

const make = Effect.fnUntraced(function* (filename: string) {
  const db = yield* open(filename)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(makeConnection(db)),
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => db.isTransaction
  })
  let synchronous: Durability = "NORMAL"
  /** SQLite sets durability per connection, and only outside transactions. */
  const useDurability = Effect.flatMap(Durability, (wanted) =>
    wanted === synchronous
      ? Effect.void
      : attempt(() => {
          db.exec(`PRAGMA synchronous = ${wanted}`)
          synchronous = wanted
        })
  )
  const client = yield* SqlClient.make({
    ...acquirers,
    transactionAcquirer: Effect.tap(acquirers.transactionAcquirer, () => useDurability),
    compiler: Statement.makeCompilerSqlite(),
    driver: "sqlite-node",
    spanAttributes: [["db.system.name", "sqlite"]],
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true
  })
  return Context.make(SqlClient.SqlClient, client).pipe(Context.add(SqliteDatabase, db))
})

/** Opens or creates the database in this file. */
export const layer = (filename: string) => Layer.effectContext(make(filename)).pipe(Layer.provide(Reactivity.layer))
