/** The differences between SQLite and PostgreSQL. All other SQL in this package works on both. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"
import { advisoryLockKeyOf } from "./DatabaseLock.ts"
import { numberPlaceholders } from "../unitsOfWork/Placeholders.ts"
import { LockStatement } from "../unitsOfWork/Statement.ts"
import type { Statement as UnitStatement } from "../unitsOfWork/Statement.ts"

/** Column types: `bytes` is for binary data, `millis` for milliseconds since 1970, and `count` for small integers. */
const columnTypes = (sql: SqlClient.SqlClient) => {
  const [bytes, millis, count, strict] = sql.onDialectOrElse({
    sqlite: () => ["BLOB", "INTEGER", "INTEGER", "STRICT"] as const,
    pg: () => ["bytea", "bigint", "integer", ""] as const,
    orElse: () => ["BLOB", "INTEGER", "INTEGER", ""] as const
  })
  return {
    bytes: sql.literal(bytes),
    millis: sql.literal(millis),
    count: sql.literal(count),
    strict: sql.literal(strict)
  }
}

export const createTables = (
  statements: (
    sql: SqlClient.SqlClient,
    types: ReturnType<typeof columnTypes>
  ) => ReadonlyArray<Statement.Statement<object>>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements(sql, columnTypes(sql)), (each) => each, { discard: true })
  )

/** On PostgreSQL, creates the SQLite functions that Sheaf uses. */
export const compatibilityFunctions = (sql: SqlClient.SqlClient): ReadonlyArray<Statement.Statement<object>> =>
  sql.onDialectOrElse({
    pg: () => [
      sql`CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN upper(encode($1, 'hex'))`
    ],
    orElse: () => []
  })

/** Runs a single statement outside a unit of work. */
export const runStatement = <Row extends object>(sql: SqlClient.SqlClient, { text, values }: UnitStatement<Row>) =>
  sql.unsafe<Row>(sql.onDialectOrElse({ pg: () => numberPlaceholders(text), orElse: () => text }), values)

/** Clauses that lock the rows of a SELECT until the transaction ends. They are appended to the statement. */
const lockingEnds = {
  /** Other transactions cannot change the rows, but they can take the same lock. */
  shared: "FOR SHARE",
  /** Other transactions can neither change nor lock the rows, but they can add rows that refer to them. */
  exclusive: "FOR NO KEY UPDATE"
} as const

/** Returns the SQL that locks the rows of a SELECT. It is empty on SQLite, which allows only one writer at a time. */
export const lockClause = (sql: SqlClient.SqlClient, lock: keyof typeof lockingEnds) =>
  sql.onDialectOrElse({ pg: () => lockingEnds[lock], orElse: () => "" })

type TakeLock = (name: Uint8Array | string) => Generator<UnitStatement, void>

const inTurn: TakeLock = function* (name) {
  yield* new LockStatement("SELECT pg_advisory_xact_lock(?)", advisoryLockKeyOf(name))
}

const together: TakeLock = function* (name) {
  yield* new LockStatement("SELECT pg_advisory_xact_lock_shared(?)", advisoryLockKeyOf(name))
}

/** Concurrency control for units of work that depend on rows that do not exist yet. */
export interface Concurrency {
  /**
   * Serializes the units of work that take the same lock. SQLite serializes all units of work, so it needs no lock.
   */
  readonly lock: TakeLock
  /** Like `lock`, except that units of work that share the lock can run concurrently. */
  readonly share: TakeLock
  readonly maxConcurrentUnits: number
}

export const singleWriter: Concurrency = { lock: function* () {}, share: function* () {}, maxConcurrentUnits: 1 }

export const concurrencyOf = (sql: SqlClient.SqlClient): Concurrency =>
  sql.onDialectOrElse({
    pg: () => ({ lock: inTurn, share: together, maxConcurrentUnits: 64 }),
    orElse: () => singleWriter
  })
