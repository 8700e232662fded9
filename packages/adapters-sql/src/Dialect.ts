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
