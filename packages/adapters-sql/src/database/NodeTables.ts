/** The nodes on a PostgreSQL database, and the releases that can use it. */
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
 * How long a node may go without a heartbeat before it counts as dead. A killed process loses its session, so only
 * suspended or unreachable nodes get to the end of their lease. The lease is longer than the pauses on an overloaded
 * machine. It is also longer than a heartbeat interval plus the limit on idle transactions: when others take over from
 * a suspended node, that node no longer holds row locks.
 */
export const leaseInterval = "6 seconds"

/** The condition for a node to be alive, in SQL. */
export const nodeAliveSql = `node.seen_at > clock_timestamp() - interval '${leaseInterval}'`

export const whereNodeAlive = (sql: SqlClient.SqlClient) => sql.literal(nodeAliveSql)
