/** Database errors that an operator can fix, such as a locked or damaged file, in SQLite's own words. */
import { Cause, Option } from "effect"

/** The error codes (sqlite.org/rescode.html). Any other code is a bug, and its full cause is wanted. */
const fixable: ReadonlySet<number> = new Set([
  3, // PERM
  5, // BUSY
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  26 // NOTADB
])

/** Reads the primary code, which is the lowest byte of an extended code. */
const codeOf = (error: Error): number | undefined =>
  "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined

/** Unwraps our error and Effect's down to SQLite's. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** Returns SQLite's message if the operator can fix the cause. */
export const sentenceOf = (cause: Cause.Cause<unknown>): Option.Option<string> => {
  const root = rootOf(Cause.squash(cause))
  if (!(root instanceof Error)) return Option.none()
  const code = codeOf(root)
  return code !== undefined && fixable.has(code) ? Option.some(root.message) : Option.none()
}
