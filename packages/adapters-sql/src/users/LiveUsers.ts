/** Checks of users who have not been erased, for units that store something about the user. */
import type { UserMismatch } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** The kind of a user: for tests, real, or undecided until the first start. */
interface UserKind {
  readonly test: number | null
}

const find = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  const [found] = yield* statement<UserKind>`SELECT test FROM app_user
    WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL ${literal(lockClause(sql, "shared"))}`
  return found
}

/** Returns true if a user has not been erased, and prevents an erasure until the unit ends. */
export const isLive = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  return (yield* find(sql, clientId, userId)) !== undefined
}

const mismatchOf = (isTestUser: boolean): UserMismatch => (isTestUser ? "USER_IS_TEST" : "USER_IS_REAL")

/**
 * Returns why a user cannot start a collection or consent, if so, and prevents an erasure until the unit ends. UNDECIDED is
 * no obstacle: an accepted start must {@link fixKind}.
 */
export const obstacleOf = function* (
  sql: SqlClient.SqlClient,
  clientId: string,
  userId: string,
  isTest: boolean
): Generator<Statement, "UNDECIDED" | "USER_ERASED" | UserMismatch | undefined> {
  const user = yield* find(sql, clientId, userId)
  if (user === undefined) return "USER_ERASED"
  if (user.test === null) return "UNDECIDED"
  const isTestUser = user.test !== 0
  return isTestUser === isTest ? undefined : mismatchOf(isTestUser)
}

/**
 * Fixes the kind of a user whose first start is accepted. Returns the mismatch if another start has fixed another kind in
 * the meantime, which a unit in the same transaction can do.
 */
export const fixKind = function* (userId: string, isTest: boolean): Generator<Statement, UserMismatch | undefined> {
  const kind = isTest ? 1 : 0
  const fixed = yield* statement`UPDATE app_user SET test = ${kind}
    WHERE id = ${userId} AND coalesce(test, ${kind}) = ${kind} RETURNING id`
  return fixed.length > 0 ? undefined : mismatchOf(!isTest)
}
