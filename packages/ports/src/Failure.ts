/** What may be told of a failure in the log: its kinds and where it arose, never what it says (decisions 12). */
import { Cause } from "effect"

export interface Failure {
  /** The kind of the error, and of the errors that caused it. */
  readonly kinds: ReadonlyArray<string>
  /** Where it arose: the frames of its stack, innermost first. */
  readonly frames: ReadonlyArray<string>
}

const maximumDepth = 5
const maximumFrames = 20

const kindOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return typeof error
  if ("_tag" in error && typeof error._tag === "string") return error._tag
  return error instanceof Error ? error.name : error.constructor.name
}

const kindsOf = (error: unknown): ReadonlyArray<string> => {
  const kinds: Array<string> = []
  for (let at = error; at !== undefined && kinds.length < maximumDepth;) {
    kinds.push(kindOf(at))
    at = typeof at === "object" && at !== null && "cause" in at ? at.cause : undefined
  }
  return kinds
}

/** The frames alone: a message may quote what it was given, and the stack repeats the message. */
const framesOf = (error: unknown): ReadonlyArray<string> => {
  if (!(error instanceof Error) || error.stack === undefined) return []
  return error.stack
    .replace(error.message, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, maximumFrames)
}

/** Every failure of a cause; interruptions are none. */
export const failuresOf = (cause: Cause.Cause<unknown>): ReadonlyArray<Failure> =>
  cause.reasons.flatMap((reason) => {
    if (Cause.isInterruptReason(reason)) return []
    const error = Cause.isFailReason(reason) ? reason.error : reason.defect
    return [{ kinds: kindsOf(error), frames: framesOf(error) }]
  })
