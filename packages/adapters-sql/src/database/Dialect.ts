/** The differences between SQLite and PostgreSQL. All other SQL in this package works on both databases. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

/** Column types: `bytes` for binary data, `millis` for times in milliseconds since 1970, `count` for small integers. */
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

/** Returns a migration that runs statements in order. */
export const migration = (
  statements: (
    sql: SqlClient.SqlClient,
    types: ReturnType<typeof columnTypes>
  ) => ReadonlyArray<Statement.Statement<object>>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements(sql, columnTypes(sql)), (statement) => statement, { discard: true })
  )

/**
 * Returns the end of a SELECT that locks its rows until the end of the transaction. SQLite needs no lock, because it
 * allows only one writer at a time.
 */
export const locked = (sql: SqlClient.SqlClient) => sql.onDialectOrElse({ pg: () => "FOR UPDATE", orElse: () => "" })
