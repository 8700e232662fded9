/** The differences between SQLite and PostgreSQL. All other SQL in this package works on both. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"
import { advisoryLockKeyOf } from "./DatabaseLock.ts"
import { numberPlaceholders } from "../unitsOfWork/Placeholders.ts"
import { LockStatement } from "../unitsOfWork/Statement.ts"
import type { Statement as UnitStatement } from "../unitsOfWork/Statement.ts"

/** Column types: `bytes` for binary data, `millis` for milliseconds since 1970, `count` for small integers. */
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

/** Returns an effect that runs statements in order. */
export const createTables = (
  statements: (
    sql: SqlClient.SqlClient,
    types: ReturnType<typeof columnTypes>
  ) => ReadonlyArray<Statement.Statement<object>>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements(sql, columnTypes(sql)), (each) => each, { discard: true })
  )

/** Returns statements that create, on PostgreSQL, the functions of SQLite that Sheaf uses. */
export const compatibilityFunctions = (sql: SqlClient.SqlClient): ReadonlyArray<Statement.Statement<object>> =>
  sql.onDialectOrElse({
    pg: () => [
      sql`CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN upper(encode($1, 'hex'))`
    ],
    orElse: () => []
  })

/** Runs a single statement outside of units, although it was written for units. */
export const runStatement = <Row extends object>(sql: SqlClient.SqlClient, { text, values }: UnitStatement<Row>) =>
  sql.unsafe<Row>(sql.onDialectOrElse({ pg: () => numberPlaceholders(text), orElse: () => text }), values)

/** What to append to a SELECT to lock its rows until the end of the transaction. */
const lockingEnds = {
  /** Other transactions cannot change the rows, but can take the same lock. */
  shared: "FOR SHARE",
  /** Other transactions can neither change nor lock the rows, but can add rows that refer to them. */
  exclusive: "FOR NO KEY UPDATE"
} as const

/** Returns what to append to a SELECT to lock its rows: nothing on SQLite, which has one writer at a time. */
export const lockClause = (sql: SqlClient.SqlClient, lock: keyof typeof lockingEnds) =>
  sql.onDialectOrElse({ pg: () => lockingEnds[lock], orElse: () => "" })

type TakeLock = (name: Uint8Array | string) => Generator<UnitStatement, void>

const inTurn: TakeLock = function* (name) {
  yield* new LockStatement("SELECT pg_advisory_xact_lock(?)", advisoryLockKeyOf(name))
}

const together: TakeLock = function* (name) {
  yield* new LockStatement("SELECT pg_advisory_xact_lock_shared(?)", advisoryLockKeyOf(name))
}

/** Concurrency control for units whose decision depends on rows that do not exist yet. */
export interface Concurrency {
  /** Serializes units that take the same lock. SQLite serializes all units. */
  readonly lock: TakeLock
  /** Like `lock`, but runs units that share the lock concurrently. */
  readonly share: TakeLock
  /** How many units a process may run concurrently. */
  readonly maxConcurrentUnits: number
}

export const singleWriter: Concurrency = { lock: function* () {}, share: function* () {}, maxConcurrentUnits: 1 }

export const concurrencyOf = (sql: SqlClient.SqlClient): Concurrency =>
  sql.onDialectOrElse({
    pg: () => ({ lock: inTurn, share: together, maxConcurrentUnits: 64 }),
    orElse: () => singleWriter
  })
