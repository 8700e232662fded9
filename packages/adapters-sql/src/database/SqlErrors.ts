/** Converts database errors to the ports' error type. */
import { StoreError } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import * as SqliteFileError from "./SqliteFileError.ts"

/**
 * PostgreSQL's errors while it cannot serve: insufficient resources (class 53), shutting down or starting (57P), and
 * read-only after another server became the primary (25006). Statements (57014) and transactions (25P03) that exceed
 * their timeouts count too, because only an overloaded or frozen machine needs that long.
 */
const outages = /^(?:53...|57P..|57014|25006|25P03)$/

const codeOf = ({ reason: { cause } }: SqlError.SqlError): unknown =>
  cause instanceof Error && "code" in cause ? cause.code : undefined

/** Returns true if the database cannot be used at the moment, so that most requests fail until it can. */
export const isOutage = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" || outages.test(String(codeOf(error))) || SqliteFileError.isOutage(error)

/** Returns an error's first cause in one line, in the words of the database or its driver. */
export const rootCauseMessageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message.replaceAll("\n", " ") : rootCauseMessageOf(error.cause)
}

/** Converts a database error. */
export const toStoreError = (operation: string, cause: SqlError.SqlError): StoreError =>
  new StoreError({ operation, cause, ...(isOutage(cause) && { isOutage: true }) })

/** Converts database errors to {@link StoreError}. Leaves other errors unchanged. */
export const mapToStoreError =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> =>
    Effect.catchIf(
      effect,
      (error: unknown) => SqlError.isSqlError(error),
      (cause) => Effect.fail(toStoreError(operation, cause as SqlError.SqlError))
    ) as Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> // catchIf does not narrow a generic E
