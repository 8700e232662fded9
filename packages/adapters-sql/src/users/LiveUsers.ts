/** A check that a user is not erased, for transactions that store something about the user. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { locked } from "../sqlite/Dialect.ts"

/** Checks whether a user is live, and prevents an erasure until the transaction ends. */
export const isLive = (sql: SqlClient.SqlClient, clientId: string, userId: string) =>
  Effect.map(
    sql`SELECT id FROM app_user
      WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL ${locked(sql)}`,
    (found) => found.length > 0
  )
