/** The tables and columns that only a database with several nodes needs, and the releases that can use the database. */
import type { SqlClient } from "effect/sql"
import { tables } from "../database/Dialect.ts"

/**
 * The column with the node that runs a row's process in memory, only on PostgreSQL. The default value comes from the
 * connection that inserts the row, so no statement mentions the column.
 */
export const ownNode = (sql: SqlClient.SqlClient) =>
  sql.literal(
    sql.onDialectOrElse({
      pg: () => ", node TEXT DEFAULT current_setting('sheaf.node', true)",
      orElse: () => ""
    })
  )

export const nodes = tables((sql, { count, strict }) => [
  sql`CREATE TABLE schema_release (oldest ${count} NOT NULL) ${strict}`,
  sql`INSERT INTO schema_release (oldest) VALUES (0)`,
  ...sql.onDialectOrElse({
    pg: () => [
      sql`CREATE TABLE node (
        id TEXT PRIMARY KEY,
        address TEXT NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        load integer NOT NULL,
        release integer NOT NULL
      )`
    ],
    orElse: () => []
  })
])
