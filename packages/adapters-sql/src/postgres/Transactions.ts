/** PostgreSQL transactions: their isolation and their retries after conflicts. */
import { Cause, Effect, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Isolation } from "../database/Isolation.ts"

export const unknownSqlError = (cause: unknown, operation: string) =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause, message: `PostgreSQL: ${operation} failed`, operation })
  })

/**
 * The maximum number of retries after conflicts. Retries need no delay, because each conflict lets at least one
 * transaction commit, and a retry waits for the locks of the others.
 */
const repeats = 20

/** Returns true if PostgreSQL aborted the transaction because of a conflict (40001, 40P01). Nothing was written. */
const isConflict = (error: unknown): boolean =>
  SqlError.isSqlError(error) && (error.reason._tag === "SerializationError" || error.reason._tag === "DeadlockError")

export const beginStatement = (isolation: Isolation): string =>
  isolation === "READ COMMITTED" ? "BEGIN" : `BEGIN ISOLATION LEVEL ${isolation}`

export const retryOnConflict = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(transaction, { times: repeats, while: isConflict })

/**
 * If the connection is lost, the ROLLBACK fails and Effect reports a defect. This function converts that defect into an
 * error.
 */
const lostConnections = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchCause(transaction, (cause): Effect.Effect<never, E | SqlError.SqlError> => {
    const [defect] = cause.reasons
      .filter(Cause.isDieReason)
      .map(({ defect }) => defect)
      .filter(SqlError.isSqlError)
    return defect === undefined ? Effect.failCause(cause) : Effect.fail(defect)
  })

/**
 * Replaces a client's `withTransaction` so that top-level transactions use the fiber's {@link Isolation} and are
 * retried after conflicts. Mutates the client instead of copying it, because the client is a function with properties.
 */
export const withRetries = <Client extends SqlClient.SqlClient>(client: Client): Client => {
  const { transactionService, withTransaction } = client
  const top = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.withFiber<A, E | SqlError.SqlError, R>((fiber) =>
      retryOnConflict(
        lostConnections(
          Effect.provideService(
            withTransaction(effect),
            SqlClient.BeginTransaction,
            beginStatement(fiber.getRef(Isolation))
          )
        )
      )
    )
  return Object.assign(client, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
      Effect.flatMap(Effect.serviceOption(transactionService), (current) =>
        Option.isSome(current) ? withTransaction(effect) : top(effect)
      )
  })
}
