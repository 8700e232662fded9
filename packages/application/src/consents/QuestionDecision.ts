/**
 * Pure decisions about what a bank asks the person to do: choose a method, enter a code, or open the bank's app (spec
 * 2.4, 2.5).
 */
import type {
  AuthorizationAnswer,
  BankConsentState,
  BankError,
  ConsentInstructions,
  ConsentProgressIn,
  ConsentState,
  DecoupledAuthorization,
  RecordedAnswer
} from "@sheaf/ports"
import { Redacted, Result } from "effect"
import { onBankError, watchMillis } from "./Decision.ts"
import { failedOutcome, unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import { resetAttempts } from "./Progress.ts"

type Identified = ConsentProgressIn<"Identified">

type Asked = Pick<BankConsentState, "challenge" | "question">

const askedBy = (authorization: DecoupledAuthorization): Asked => {
  if (authorization._tag !== "Started") return { question: authorization }
  const { challenge } = authorization
  return challenge === undefined ? {} : { challenge }
}

const shownOf = ({ challenge, question }: Asked): ConsentInstructions => {
  if (question !== undefined) return { question }
  return challenge === undefined ? {} : { challenge }
}

/**
 * Shows the bank's question to the person. If the bank offers only one method, chooses it without asking the person.
 * Polls the bank again soon, because its challenges change every few seconds.
 */
export const onAsked = (
  consent: ConsentState,
  identified: Identified,
  asked: Asked,
  afterMillis = watchMillis
): StepOutcome => {
  const { question } = asked
  const progress = resetAttempts(identified)
  if (question?._tag === "Choice" && question.methods.length === 1) {
    const { authorizationId, methods } = question
    const answer = { _tag: "Method", answerId: "only", authorizationId, methodId: methods[0].id } as const
    return { ...unchangedOutcome(consent, { ...progress, answer }, 0), shown: {} }
  }
  return { ...unchangedOutcome(consent, progress, afterMillis), shown: shownOf(asked) }
}

export const onBegun = (
  consent: ConsentState,
  progress: Identified,
  authorization: DecoupledAuthorization
): StepOutcome => onAsked(consent, { ...progress, isReported: true }, askedBy(authorization), 0)

export const answerFor = (answer: RecordedAnswer): AuthorizationAnswer => {
  const { authorizationId } = answer
  return answer._tag === "Code"
    ? { authorizationId, code: Redacted.make(answer.code) }
    : { authorizationId, methodId: answer.methodId }
}

/** Decides what the bank's response to the person's answer means for the consent. A wrong code ends the consent. */
export const onAnswered = (
  consent: ConsentState,
  { answer, ...progress }: Identified,
  response: Result.Result<DecoupledAuthorization, BankError>
): StepOutcome => {
  if (Result.isSuccess(response)) return onAsked(consent, progress, askedBy(response.success))
  const isWrong = answer?._tag === "Code" && response.failure.reason === "REFUSED"
  return isWrong ? failedOutcome("INCORRECT_TWO_FACTOR_CODE") : onBankError(consent, response.failure)
}
