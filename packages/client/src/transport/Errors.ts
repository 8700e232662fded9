/** The errors that the client throws. */

export interface ProblemViolation {
  /** A JSON Pointer (RFC 6901) into the body. Pointers to query parameters start with `/query`. */
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** The members of a problem document (RFC 9457). */
export interface ProblemMembers<Code extends string> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
  readonly requestId: string
  readonly errors?: ReadonlyArray<ProblemViolation>
  readonly oldestAvailable?: string
}

/** Sheaf rejected the request. Branch on `code` or, if you do not know the code, on `status`. */
export class SheafProblem<Code extends string = string> extends Error {
  override readonly name: string = "SheafProblem"
  /** The stable error code. Later releases may add codes. */
  readonly code: Code
  readonly status: number
  /** An explanation of this occurrence, for developers. */
  readonly detail: string
  /** The request's id. Quote it when you report the problem. */
  readonly requestId: string
  readonly violations: ReadonlyArray<ProblemViolation>
  /** How many seconds to wait before the next attempt, if the response says so. */
  readonly retryAfterSeconds: number | undefined
  /** All events since this time are still available. Present only with `EVENTS_EXPIRED`. */
  readonly oldestAvailable: string | undefined

  constructor(members: ProblemMembers<Code>, retryAfterSeconds?: number) {
    super(messageOf(members))
    this.code = members.code
    this.status = members.status
    this.detail = members.detail
    this.requestId = members.requestId
    this.violations = members.errors ?? []
    this.oldestAvailable = members.oldestAvailable
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const shown = 3

/** The message never contains the caller's values, because Sheaf does not repeat them in its problems. */
const messageOf = ({ code, detail, errors = [], status }: ProblemMembers<string>): string => {
  const reasons = errors.slice(0, shown).map((each) => `${each.pointer || "the body"}: ${each.detail}`)
  if (errors.length > shown) reasons.push(`and ${errors.length - shown} more`)
  return `${status} ${code}: ${detail}${reasons.length > 0 ? ` (${reasons.join("; ")})` : ""}`
}

/** `instanceof` narrows `code` to the version's codes. */
export interface ProblemClass<Code extends string> {
  new (members: ProblemMembers<Code>, retryAfterSeconds?: number): SheafProblem<Code>
}

/** There was no usable response: the network failed, the request timed out, or something other than Sheaf responded. */
export class SheafConnectionError extends Error {
  override readonly name: string = "SheafConnectionError"
  /** The HTTP status of a response that did not come from Sheaf, for example a proxy's response. */
  readonly status: number | undefined
  /** How many seconds to wait before the next attempt, if the response says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    message: string,
    options: {
      readonly cause?: unknown
      readonly status?: number
      readonly retryAfterSeconds?: number | undefined
    } = {}
  ) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The time limit for `finished` has elapsed. The collection itself continues. */
export class SheafDeadlineError<Status = unknown> extends Error {
  override readonly name: string = "SheafDeadlineError"
  readonly lastStatus: Status | undefined

  constructor(lastStatus: Status | undefined) {
    super("The deadline passed before the final status.")
    this.lastStatus = lastStatus
  }
}

/** `onInput` has no handler for the collection's question. The collection keeps waiting until the question expires. */
export class SheafQuestionError<Status = unknown> extends Error {
  override readonly name: string = "SheafQuestionError"
  readonly questionType: string
  readonly lastStatus: Status

  constructor(questionType: string, lastStatus: Status) {
    super(`The collection asks for ${questionType}, and onInput has no handler for this type.`)
    this.questionType = questionType
    this.lastStatus = lastStatus
  }
}
