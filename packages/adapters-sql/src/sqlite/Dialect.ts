/** Where SQLite and PostgreSQL differ. Everything else in this package is written once for both. */
import type { SqlClient } from "effect/sql"

/** Column types: `bytes` holds anything, `millis` a time in milliseconds since 1970, `count` a small whole number. */
export const columnTypes = (sql: SqlClient.SqlClient) => {
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

/**
 * Ends a SELECT in a transaction: nobody else changes the rows that it finds until the transaction is over. SQLite needs no
 * word for it: one transaction at a time writes.
 */
export const locked = (sql: SqlClient.SqlClient) =>
  sql.literal(sql.onDialectOrElse({ pg: () => "FOR UPDATE", orElse: () => "" }))
