/** Database errors that an operator can fix, such as a locked or damaged file, in SQLite's own words. */
import { Cause, Option } from "effect"

/**
 * PERM, BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB (sqlite.org/rescode.html). Other codes indicate bugs in
 * Sheaf.
 */
const fixable = [3, 5, 8, 10, 11, 13, 14, 26]

/** Reads the primary code, which is the lowest byte of an extended code. */
const codeOf = (error: Error): number | undefined =>
  "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined

/** Unwraps our own error and Effect's error to get SQLite's error. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** Returns SQLite's message if the operator can fix the cause. */
export const sentenceOf = (cause: Cause.Cause<unknown>): Option.Option<string> => {
  const root = rootOf(Cause.squash(cause))
  if (!(root instanceof Error)) return Option.none()
  const code = codeOf(root)
  return code !== undefined && fixable.includes(code) ? Option.some(root.message) : Option.none()
}
