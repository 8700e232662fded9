/** Classifies the errors of SQLite and PostgreSQL, and turns them into the ports' error. */
import { StoreError } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlError } from "effect/sql"

/** A failure of a SQLite file or its disk, as opposed to a statement's error (sqlite.org/rescode.html). */
export type SqliteFileError = "DAMAGED" | "DISK" | "FULL"

/** The SQLite error codes READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB, in this order. */
const faults: Readonly<Record<number, SqliteFileError>> = {
  8: "DISK",
  10: "DISK",
  11: "DAMAGED",
  13: "FULL",
  14: "DISK",
  26: "DAMAGED"
}

const busy = 5

/** Returns SQLite's primary error code, which is the lowest byte of the extended code. */
const sqliteCodeOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff
  return sqliteCodeOf(error.cause)
}

export const fileErrorOf = (error: unknown): SqliteFileError | undefined => faults[sqliteCodeOf(error) ?? 0]

/** Returns true if SQLite is unavailable, for example because another process has locked the file for too long. */
const isSqliteOutage = (error: unknown): boolean => fileErrorOf(error) !== undefined || sqliteCodeOf(error) === busy

/**
 * PostgreSQL errors that mean that the server is unavailable: insufficient resources (class 53), starting or shutting
 * down (57P), and read-only because another server became the primary (25006). Timeouts of statements (57014) and
 * transactions (25P03) also count, because only an overloaded or suspended machine takes that long.
 */
const outages = /^(?:53...|57P..|57014|25006|25P03)$/

const postgresCodeOf = ({ reason: { cause } }: SqlError.SqlError): unknown =>
  cause instanceof Error && "code" in cause ? cause.code : undefined

/** Returns true if the database is unavailable, which makes most requests fail. */
export const isOutage = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "ConnectionError" || outages.test(String(postgresCodeOf(error))) || isSqliteOutage(error)

/** Effect's classifier reads `errno`, not node:sqlite's `errcode`, and has no code for a duplicate primary key. */
const primaryKeyViolation = 1555
const uniqueViolation = 2067

export const toSqlError = (cause: unknown, operation: string) => {
  if (typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number") {
    Object.assign(cause, { errno: cause.errcode === primaryKeyViolation ? uniqueViolation : cause.errcode })
  }
  return new SqlError.SqlError({
    reason: SqlError.classifySqliteError(cause, { message: `SQLite: ${operation} failed`, operation })
  })
}

/** Runs functions of node:sqlite, and converts their errors. */
export const attempt = <A>(evaluate: () => A) =>
  Effect.try({ try: evaluate, catch: (cause) => toSqlError(cause, "execute") })

/** Returns the message of an error's root cause on one line, as the database or its driver worded it. */
export const rootCauseMessageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message.replaceAll("\n", " ") : rootCauseMessageOf(error.cause)
}

export const toStoreError = (operation: string, cause: SqlError.SqlError): StoreError =>
  new StoreError({ operation, cause, ...(isOutage(cause) && { isOutage: true }) })

/** Converts database errors to {@link StoreError} and leaves other errors unchanged. */
export const mapToStoreError =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> =>
    Effect.catchIf(
      effect,
      (error: unknown) => SqlError.isSqlError(error),
      (cause) => Effect.fail(toStoreError(operation, cause as SqlError.SqlError))
    ) as Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> // catchIf does not narrow a generic E
