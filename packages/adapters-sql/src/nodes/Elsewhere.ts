/** The processes that other nodes run in memory. */
import type { SqlClient } from "effect/sql"
import { literal } from "../units/Statement.ts"

/**
 * The time without a heartbeat after which a node counts as dead. A killed process ends its session, so only frozen and
 * unreachable nodes reach the end of their lease. The lease is longer than a heartbeat interval and the limit on idle
 * transactions together, so a frozen node no longer locks rows when other nodes take them over. It is also longer than the
 * pauses of an overloaded machine.
 */
export const lease = "6 seconds"

/** The condition that a node is alive. */
export const isFresh = (sql: SqlClient.SqlClient) =>
  sql.literal(`node.seen_at > clock_timestamp() - interval '${lease}'`)

/**
 * Returns a further assignment for an UPDATE of a process that this node continues in memory. Inserted rows name their node
 * by default.
 */
export const taken = (sql: SqlClient.SqlClient) =>
  literal(sql.onDialectOrElse({ pg: () => ", node = DEFAULT", orElse: () => "" }))

/**
 * Returns the condition that another node may be running the process of a row in memory. On SQLite, there are no other
 * nodes.
 */
export const isElsewhere = (sql: SqlClient.SqlClient, table: string) =>
  sql.onDialectOrElse({
    pg: () => sql`EXISTS (SELECT 1 FROM node WHERE node.id = ${sql(table)}.node AND ${isFresh(sql)}
      AND node.id IS DISTINCT FROM current_setting('sheaf.node', true))`,
    orElse: () => sql.literal("FALSE")
  })
