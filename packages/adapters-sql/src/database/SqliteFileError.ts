/** Failures of a SQLite file or of its disk, apart from failures of statements (sqlite.org/rescode.html). */

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

/** Returns the primary code, which is the lowest byte of an extended code, of the SQLite error that caused this one. */
const codeOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff
  return codeOf(error.cause)
}

export const fileErrorOf = (error: unknown): SqliteFileError | undefined => faults[codeOf(error) ?? 0]

/** Returns true if the database cannot be used at the moment, also because another process has locked it for too long. */
export const isOutage = (error: unknown): boolean => fileErrorOf(error) !== undefined || codeOf(error) === busy
