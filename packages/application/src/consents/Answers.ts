/** The person's answers to a bank's questions about a consent (spec 2.4, 2.5). */
import type { ConsentAnswer, Question } from "@sheaf/domain/SupplementInfo"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import { ConsentNotAwaitingInput, InvalidSupplementInfo } from "@sheaf/ports"
import type { AuthorizationQuestion, ConsentProgressIn, ConsentState, ConsentView } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import { dateOf } from "../views/Display.ts"
import * as Changes from "./Changes.ts"
import { unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"

const questionOf = (question: AuthorizationQuestion): Question => {
  if (question._tag === "Code") return { kind: "TWO_FACTOR_CODE", responseType: question.responseType }
  const [first, ...others] = question.methods
  return { kind: "TWO_FACTOR_CHOICE", methodIds: [first.id, ...others.map(({ id }) => id)] }
}

type Given = { readonly _tag: "Method"; readonly methodId: string } | { readonly _tag: "Code"; readonly code: string }

const onAnswer = (
  consent: ConsentState,
  progress: ConsentProgressIn<"Identified">,
  { authorizationId }: AuthorizationQuestion,
  answer: Given,
  answerId: string
): StepOutcome => ({
  ...unchangedOutcome(consent, { ...progress, answer: { answerId, authorizationId, ...answer } }, 0),
  shown: {}
})

export const supply = Effect.fnUntraced(function* (
  { consentId, status }: Pick<ConsentView, "consentId" | "status">,
  input: ConsentAnswer,
  accept: AcceptWrite
) {
  const answerId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  let violations: ReturnType<typeof SupplementInfo.check> = []
  const isRecorded = yield* Changes.changeConsent(
    consentId,
    (consent, now) => {
      const { progress, shown } = consent
      violations = []
      if (progress._tag !== "Identified" || shown.question === undefined) return Option.none()
      const question = questionOf(shown.question)
      violations = SupplementInfo.check(question, input, dateOf(now))
      if (violations.length > 0) return Option.none()
      const given = SupplementInfo.normalize(question, input, dateOf(now))
      if (given.type !== "TWO_FACTOR_CHOICE" && given.type !== "TWO_FACTOR_CODE") return Option.none()
      const answer: Given =
        given.type === "TWO_FACTOR_CODE"
          ? { _tag: "Code", code: given.value }
          : { _tag: "Method", methodId: given.methodId }
      return Option.some(onAnswer(consent, progress, shown.question, answer, answerId))
    },
    (write) => accept({ id: consentId, isNew: false }, write)
  )
  if (isRecorded) return
  return yield* violations.length > 0
    ? new InvalidSupplementInfo({ violations })
    : new ConsentNotAwaitingInput({ status })
})
