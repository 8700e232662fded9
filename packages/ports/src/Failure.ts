/** What may be told of a failure in the log: its kinds and where it arose, never what it says (decisions 12). */
import { Cause } from "effect"

export interface Failure {
  /** The kind of the error, and of the errors that caused it; with what it is closer, where that is a word of a closed list. */
  readonly kinds: ReadonlyArray<string>
  /** Where it arose: the frames of its stack, innermost first. */
  readonly frames: ReadonlyArray<string>
}

const maximumDepth = 5
const maximumFrames = 20

const nameOf = (error: object): string => {
  if ("_tag" in error && typeof error._tag === "string") return error._tag
  return error instanceof Error ? error.name : error.constructor.name
}

/** The codes of Node and the reasons of our own errors look like this; nothing that anybody entered does. */
const word = /^[A-Z][A-Z_]{2,39}$/

/** What tells errors of one kind apart: a reason, the code of a system, the status of an answer. */
const closerOf = (error: object): ReadonlyArray<string> => {
  const told: Partial<Record<"reason" | "code" | "status", unknown>> = error
  return [told.reason, told.code, told.status].flatMap((value) => {
    if (typeof value === "number") return Number.isInteger(value) ? [String(value)] : []
    return typeof value === "string" && word.test(value) ? [value] : []
  })
}

const kindOf = (error: unknown): string =>
  typeof error === "object" && error !== null ? [nameOf(error), ...closerOf(error)].join(" ") : typeof error

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
