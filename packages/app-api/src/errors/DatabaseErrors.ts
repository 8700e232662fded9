/**
 * Explains database errors that an operator can fix, such as a locked or damaged file. Uses SQLite's own message and,
 * for some errors, adds what to do.
 */
import { Cause, Effect, Layer, Option } from "effect"
import { failWith } from "./OperatorError.ts"
import type { OperatorError } from "./OperatorError.ts"

const advice: Readonly<Record<number, string>> = {
  11: "restore a backup",
  13: "free some space",
  26: "restore a backup"
}

/**
 * The SQLite result codes that an operator can fix: PERM, BUSY, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB
 * (sqlite.org/rescode.html). Any other code indicates a bug in Sheaf.
 */
const fixable = [3, 5, 8, 10, 11, 13, 14, 26]

const codeOf = (error: Error): number | undefined =>
  "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined

const rootOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error

export const explainCause = (cause: Cause.Cause<unknown>): Option.Option<string> => {
  const root = rootOf(Cause.squash(cause))
  if (!(root instanceof Error)) return Option.none()
  const code = codeOf(root)
  if (code === undefined || !fixable.includes(code)) return Option.none()
  const remedy = advice[code]
  return Option.some(remedy === undefined ? root.message : `${root.message}; ${remedy}`)
}

/** If the operator can fix the layer's error, fails with one line that names the database. */
export const explainErrors =
  (database: string) =>
  <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E | OperatorError, R> =>
    Layer.catchCause(layer, (cause) =>
      Layer.effectContext(
        Option.match(explainCause(cause), {
          onNone: (): Effect.Effect<never, E | OperatorError> => Effect.failCause(cause),
          onSome: (why) => failWith(`cannot use the database ${database}: ${why}`)
        })
      )
    )
