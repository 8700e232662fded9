/** When a node on a PostgreSQL database counts as dead. */
import type { SqlClient } from "effect/sql"

/**
 * The time without a heartbeat after which a node counts as dead. A killed process ends its session, so only frozen and
 * unreachable nodes reach the end of their lease. The lease is longer than a heartbeat interval and the limit on idle
 * transactions together, so a frozen node no longer locks rows when other nodes take over. It is also longer than the pauses
 * of an overloaded machine.
 */
export const lease = "6 seconds"

/** The condition that a node is alive. */
export const isFresh = (sql: SqlClient.SqlClient) =>
  sql.literal(`node.seen_at > clock_timestamp() - interval '${lease}'`)
