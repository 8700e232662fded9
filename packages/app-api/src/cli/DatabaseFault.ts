/** What an operator can mend about a database, in SQLite's own words: it is read-only, locked, somebody else's, or damaged. */
import { Cause, Option } from "effect"

/** The codes of such errors (sqlite.org/rescode.html). All others are faults of ours, of which the whole is wanted. */
const mendable: ReadonlySet<number> = new Set([
  3, // PERM
  5, // BUSY
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  26 // NOTADB
])

/** Extended codes carry more above the lowest byte. */
const codeOf = (error: Error): number | undefined =>
  "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined

/** What an error was in the first place: ours are around Effect's, and those around SQLite's. */
const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

/** What is wrong with the database, if that is why something failed. */
export const sentenceOf = (cause: Cause.Cause<unknown>): Option.Option<string> => {
  const root = rootOf(Cause.squash(cause))
  if (!(root instanceof Error)) return Option.none()
  const code = codeOf(root)
  return code !== undefined && mendable.has(code) ? Option.some(root.message) : Option.none()
}
