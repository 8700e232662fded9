/** Lets a unit of work check that a user has not been erased before it stores something about the user. */
import type { UserMismatch } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** `test` is null until the user's first collection or consent starts. */
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
 * While it is still undecided whether the user is real or a test user, locks the user exclusively, because the start of
 * this collection or consent may decide it. With shared locks, concurrent starts would have to wait for each other
 * before they could update the row.
 */
const findForStart = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  const decided = yield* find(sql, clientId, userId, { condition: literal("AND test IS NOT NULL") })
  return decided ?? (yield* find(sql, clientId, userId, { lock: "exclusive" }))
}

/** Returns true unless the user has been erased. Prevents the user's erasure until the unit of work ends. */
export const isNotErased = function* (sql: SqlClient.SqlClient, clientId: string, userId: string) {
  return (yield* find(sql, clientId, userId)) !== undefined
}

const mismatchOf = (isTestUser: boolean): UserMismatch => (isTestUser ? "USER_IS_TEST" : "USER_IS_REAL")

/**
 * Decides whether the user is real or a test user. Returns the mismatch if another unit in the same transaction decided
 * differently.
 */
const fixKind = function* (userId: string, isTest: boolean): Generator<Statement, UserMismatch | undefined> {
  const kind = isTest ? 1 : 0
  const fixed = yield* statement`UPDATE app_user SET test = ${kind}
    WHERE id = ${userId} AND coalesce(test, ${kind}) = ${kind} RETURNING id`
  return fixed.length > 0 ? undefined : mismatchOf(!isTest)
}

interface UserStart {
  readonly clientId: string
  readonly userId: string
  readonly isTest: boolean
}

/**
 * If the user must not start a collection or consent, returns the reason. `excessOf` can supply an additional reason.
 * Prevents the user's erasure until the unit of work ends. The first admitted start decides whether the user is a real
 * or a test user.
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
