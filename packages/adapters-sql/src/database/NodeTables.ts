/** Tables for the nodes that use a PostgreSQL database, and for the oldest release that can use the database. */
import type { SqlClient } from "effect/sql"
import { createTables } from "./Dialect.ts"

export const createNodeTables = createTables((sql, { count, strict }) => [
  sql`CREATE TABLE schema_release (oldest ${count} NOT NULL) ${strict}`,
  sql`INSERT INTO schema_release (oldest) VALUES (0)`,
  ...sql.onDialectOrElse({
    pg: () => [
      sql`CREATE TABLE node (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        load integer NOT NULL,
        release integer NOT NULL
      )`
    ],
    orElse: () => []
  })
])

/**
 * A node counts as dead after this long without a heartbeat. This matters only for suspended or unreachable nodes,
 * because a killed process loses its database session immediately. The interval is longer than the pauses of an
 * overloaded machine. It is also longer than a heartbeat interval plus the limit on idle transactions, so a suspended
 * node no longer holds row locks when others take over its work.
 */
export const leaseInterval = "6 seconds"

/** The SQL condition for a live node. */
export const nodeAliveSql = `node.seen_at > clock_timestamp() - interval '${leaseInterval}'`

export const whereNodeAlive = (sql: SqlClient.SqlClient) => sql.literal(nodeAliveSql)
