/** Failures of a SQLite file or its disk, as opposed to statement errors (sqlite.org/rescode.html). */

export type SqliteFileError = "DAMAGED" | "DISK" | "FULL"

/** READONLY, IOERR, CORRUPT, FULL, CANTOPEN and NOTADB. */
const faults: Readonly<Record<number, SqliteFileError>> = {
  8: "DISK",
  10: "DISK",
  11: "DAMAGED",
  13: "FULL",
  14: "DISK",
  26: "DAMAGED"
}

const busy = 5

/** Returns the primary code of the underlying SQLite error: the lowest byte of the extended code. */
const codeOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff
  return codeOf(error.cause)
}

export const fileErrorOf = (error: unknown): SqliteFileError | undefined => faults[codeOf(error) ?? 0]

/** Returns true if the database is unavailable, possibly because another process has locked it for too long. */
export const isOutage = (error: unknown): boolean => fileErrorOf(error) !== undefined || codeOf(error) === busy
