/** The nodes of a PostgreSQL database, and the releases that can use the database. */
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
 * The time without a heartbeat after which a node counts as dead. A killed process ends its session, so only frozen and
 * unreachable nodes reach the end of their lease. The lease is longer than a heartbeat interval and the limit on idle
 * transactions together, so a frozen node no longer locks rows when other nodes take over. It is also longer than the pauses
 * of an overloaded machine.
 */
export const leaseInterval = "6 seconds"

/** The condition that a node is alive. */
export const whereNodeAlive = (sql: SqlClient.SqlClient) =>
  sql.literal(`node.seen_at > clock_timestamp() - interval '${leaseInterval}'`)
