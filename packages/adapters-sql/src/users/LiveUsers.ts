/** A check that a user has not been erased, for units that store something about the user. */
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"

/** Returns true if a user has not been erased, and prevents an erasure until the unit ends. */
export const isLive = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  const found = yield* statement`SELECT id FROM app_user
    WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL ${literal(lockClause(sql, "shared"))}`
  return found.length > 0
}
