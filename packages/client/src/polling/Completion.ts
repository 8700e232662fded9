/** Follows a collection to its end, and answers its questions. */
import { resolveUnlessAborted, withTimeLimit } from "../transport/Clock.ts"
import { SheafProblem, SheafQuestionError } from "../transport/Errors.ts"
import { lastStatus } from "./StatusPolling.ts"
import type { StatusWaitOptions, StatusSource, StatusUpdate } from "./StatusPolling.ts"
import { handlerFor, questionTypeOf } from "./Questions.ts"
import type { StatusWithInput, InputHandlers, Question } from "./Questions.ts"

export interface FinishOptions<
  Status extends StatusWithInput,
  Inputs,
  DeviceResponse
> extends StatusWaitOptions<Status> {
  /** Answers the company's questions. If a question has no handler, `finished` rejects with `SheafQuestionError`. */
  readonly onInput?: InputHandlers<Status, Inputs, DeviceResponse> | undefined
}

interface Finishing<Status> extends StatusSource<Status> {
  readonly answer: (input: object, signal: AbortSignal) => Promise<unknown>
}

/** These codes mean that the question is no longer open. The next status shows why. */
const settled = ["INPUT_NO_LONGER_PENDING", "NOT_AWAITING_INPUT"]

const expired = Symbol("expired")

/**
 * Returns the problem if Sheaf rejected the answer as invalid. Returns `undefined` if Sheaf accepted the answer, or if
 * the question is no longer open.
 */
const post = async <Status>(
  { answer }: Finishing<Status>,
  inputs: ReadonlyArray<object>,
  signal: AbortSignal
): Promise<SheafProblem | undefined> => {
  try {
    for (const input of inputs) await answer(input, signal)
    return undefined
  } catch (error) {
    if (error instanceof SheafProblem && error.code === "INVALID_INPUT") return error
    if (error instanceof SheafProblem && settled.includes(error.code)) return undefined
    throw error
  }
}

const settle = async <Status extends StatusWithInput, Inputs, DeviceResponse extends object>(
  finishing: Finishing<Status>,
  { serverTime, status }: StatusUpdate<Status>,
  handlers: InputHandlers<Status, Inputs, DeviceResponse>,
  signal: AbortSignal
): Promise<void> => {
  const type = questionTypeOf(status)
  if (type === undefined) return
  const { clock } = finishing
  const { expiresAt } = status.pendingInput ?? {}
  // Compares the service's deadline with the service's own time, because this machine's clock may be wrong.
  const milliseconds = expiresAt === undefined ? Infinity : Date.parse(expiresAt) - serverTime
  const end = clock.now() + milliseconds
  const millisecondsLeft = (): number => Math.max(0, end - clock.now())
  const ask = async (signal: AbortSignal): Promise<void> => {
    let rejected: SheafProblem | undefined
    do {
      const question: Question<Status> = { type, status, signal, millisecondsLeft, rejected }
      const handler = handlerFor(handlers, question)
      if (handler === undefined) throw new SheafQuestionError(type, status)
      rejected = await post(finishing, await resolveUnlessAborted(handler(), signal), signal)
    } while (rejected !== undefined)
  }
  const limit = { clock, milliseconds, late: () => expired, signal }
  await withTimeLimit(limit, ask).catch((reason: unknown) => {
    // An expired question is not an error. The next status shows how the collection continues.
    if (reason !== expired) throw reason
  })
}

export const waitUntilFinished = <Status extends StatusWithInput, Inputs, DeviceResponse extends object>(
  finishing: Finishing<Status>,
  { onInput = {}, ...options }: FinishOptions<Status, Inputs, DeviceResponse> = {}
): Promise<Status> => lastStatus(finishing, options, (seen, signal) => settle(finishing, seen, onInput, signal))
