/** Whether somebody is a user who was not erased, asked in the transaction that keeps something of that user. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { locked } from "../sqlite/Dialect.ts"

/** Until the transaction is over, nobody erases the user. */
export const isLive = (sql: SqlClient.SqlClient, clientId: string, userId: string) =>
  Effect.map(
    sql`SELECT id FROM app_user
      WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL ${locked(sql)}`,
    (found) => found.length > 0
  )
