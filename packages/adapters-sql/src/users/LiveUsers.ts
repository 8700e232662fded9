/** Checks that a user has not been erased, in units that store something about the user. */
import type { UserMismatch } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** Whether a user is a test user, real, or undecided until the first start. */
interface UserKind {
  readonly test: number | null
}

const find = function* (
  sql: SqlClient.SqlClient,
  clientId: string,
  userId: string,
  { condition = literal(""), lock = "shared" }: { condition?: Statement; lock?: "exclusive" | "shared" } = {}
) {
  const [found] = yield* statement<UserKind>`SELECT test FROM app_user
    WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL ${condition} ${literal(lockClause(sql, lock))}`
  return found
}

/**
 * Returns a user. Until the first start, nobody knows whether a user is real or for tests, and this start may decide
 * it. An undecided user is locked exclusively: with a shared lock, each unit would have to wait for the others before
 * it could change the row.
 */
const findForStart = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  const decided = yield* find(sql, clientId, userId, { condition: literal("AND test IS NOT NULL") })
  return decided ?? (yield* find(sql, clientId, userId, { lock: "exclusive" }))
}

/** Returns true if a user has not been erased, and prevents an erasure until the unit ends. */
export const isNotErased = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  return (yield* find(sql, clientId, userId)) !== undefined
}

const mismatchOf = (isTestUser: boolean): UserMismatch => (isTestUser ? "USER_IS_TEST" : "USER_IS_REAL")

/** Decides a user's kind. Returns the mismatch if another unit in the same transaction has decided differently. */
const fixKind = function* (userId: string, isTest: boolean): Generator<Statement, UserMismatch | undefined> {
  const kind = isTest ? 1 : 0
  const fixed = yield* statement`UPDATE app_user SET test = ${kind}
    WHERE id = ${userId} AND coalesce(test, ${kind}) = ${kind} RETURNING id`
  return fixed.length > 0 ? undefined : mismatchOf(!isTest)
}

/** The start of a user's collection or consent. */
interface UserStart {
  readonly clientId: string
  readonly userId: string
  readonly isTest: boolean
}

/**
 * Returns why a user must not start a collection or consent, if there is an obstacle. Prevents an erasure until the
 * unit ends. `excessOf` returns any other obstacle. The first start that is admitted decides the user's kind.
 */
export const admitStart = function* <Excess extends string>(
  sql: SqlClient.SqlClient,
  { clientId, isTest, userId }: UserStart,
  excessOf: () => Generator<Statement, Excess | undefined>
): Generator<Statement, Excess | "USER_ERASED" | UserMismatch | undefined> {
  const user = yield* findForStart(sql, clientId, userId)
  if (user === undefined) return "USER_ERASED"
  if (user.test !== null && (user.test !== 0) !== isTest) return mismatchOf(!isTest)
  const excess = yield* excessOf()
  if (excess !== undefined) return excess
  return user.test === null ? yield* fixKind(userId, isTest) : undefined
}
