/** Turns database errors into the ports' error. */
import { StoreError } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlError } from "effect/sql"
import * as SqliteFileError from "./SqliteFileError.ts"

/**
 * PostgreSQL's errors when it cannot serve: insufficient resources (class 53), starting or shutting down (57P), and
 * read-only since another server became the primary (25006). They include timeouts of statements (57014) and
 * transactions (25P03), because only an overloaded or suspended machine takes that long.
 */
const outages = /^(?:53...|57P..|57014|25006|25P03)$/

const codeOf = ({ reason: { cause } }: SqlError.SqlError): unknown =>
  cause instanceof Error && "code" in cause ? cause.code : undefined

/** Returns true if the database is unavailable, so that most requests currently fail. */
export const isOutage = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" || outages.test(String(codeOf(error))) || SqliteFileError.isOutage(error)

/** Returns the first cause of an error on one line, in the words of the database or its driver. */
export const rootCauseMessageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message.replaceAll("\n", " ") : rootCauseMessageOf(error.cause)
}

/** Converts a database error. */
export const toStoreError = (operation: string, cause: SqlError.SqlError): StoreError =>
  new StoreError({ operation, cause, ...(isOutage(cause) && { isOutage: true }) })

/** Turns database errors into {@link StoreError}, and leaves other errors unchanged. */
export const mapToStoreError =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> =>
    Effect.catchIf(
      effect,
      (error: unknown) => SqlError.isSqlError(error),
      (cause) => Effect.fail(toStoreError(operation, cause as SqlError.SqlError))
    ) as Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> // catchIf does not narrow a generic E
