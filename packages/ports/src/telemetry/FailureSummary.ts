/** What may be logged about a failure: the names of errors and stack frames, but no messages (spec 7). */
import { Cause } from "effect"

export interface FailureSummary {
  readonly kinds: ReadonlyArray<string>
  readonly frames: ReadonlyArray<string>
}

const maxDepth = 5
const maxFrames = 20

const nameOf = (error: object): string => {
  if ("_tag" in error && typeof error._tag === "string") return error._tag
  return error instanceof Error ? error.name : error.constructor.name
}

/** The format of Node's error codes and Sheaf's reasons. User input does not have this format. */
const word = /^[A-Z][A-Z_]{2,39}$/

/** Returns the details that tell errors of one kind apart: a reason, a system error code or a response status. */
const detailsOf = (error: object): ReadonlyArray<string> => {
  const known: Partial<Record<"reason" | "code" | "status", unknown>> = error
  return [known.reason, known.code, known.status].flatMap((value) => {
    if (typeof value === "number") return Number.isInteger(value) ? [String(value)] : []
    return typeof value === "string" && word.test(value) ? [value] : []
  })
}

const kindOf = (error: unknown): string =>
  typeof error === "object" && error !== null ? [nameOf(error), ...detailsOf(error)].join(" ") : typeof error

const kindsOf = (error: unknown): ReadonlyArray<string> => {
  const kinds: Array<string> = []
  for (let at = error; at !== undefined && kinds.length < maxDepth;) {
    kinds.push(kindOf(at))
    at = typeof at === "object" && at !== null && "cause" in at ? at.cause : undefined
  }
  return kinds
}

/** Returns the stack without the message, which may quote personal data. */
const framesOf = (error: unknown): ReadonlyArray<string> => {
  if (!(error instanceof Error) || error.stack === undefined) return []
  return error.stack
    .replace(error.message, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, maxFrames)
}

/** Summarizes each failure and defect in `cause`. Interruptions are omitted. */
export const summarizeFailures = (cause: Cause.Cause<unknown>): ReadonlyArray<FailureSummary> =>
  cause.reasons.flatMap((reason) => {
    if (Cause.isInterruptReason(reason)) return []
    const error = Cause.isFailReason(reason) ? reason.error : reason.defect
    return [{ kinds: kindsOf(error), frames: framesOf(error) }]
  })
