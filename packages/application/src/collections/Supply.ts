/** The client's answers to a company's questions (spec 2.5). */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { InputType, withoutInstruction, withoutRequests } from "@sheaf/domain/ExtraInformation"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import { CollectionStore, InputNoLongerPending, InvalidSupplementInfo, NotAwaitingInput, Sealer } from "@sheaf/ports"
import type {
  AnswerChange,
  AnsweredQuestion,
  BlindIndex,
  PendingQuestion,
  StatusInformation,
  CollectionState
} from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { dateOf } from "../views/Display.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import { CollectionRunner } from "./Process.ts"

const afterAnswer = (
  { information = {}, ...rest }: StatusInformation,
  answer: SupplementInfo.SupplementInfo,
  remaining: SupplementInfo.Question | undefined
): StatusInformation => {
  const left =
    remaining !== undefined && answer.type === "RESPONSE_OBJECT"
      ? withoutInstruction(information, answer.etag)
      : withoutRequests(information)
  return Object.keys(left).length === 0 ? rest : { ...rest, information: left }
}

/** Returns an answer's canonical string, which is the same for all equal answers to a question. */
const textOf = (answer: SupplementInfo.SupplementInfo): string =>
  answer.type === "COLLECTION_INPUT"
    ? JSON.stringify(InputType.literals.map((type) => answer.inputs[type] ?? ""))
    : JSON.stringify(answer)

/** Returns an answer's keyed hashes, which let Sheaf recognize a repeated answer without storing a code or name. */
const indexOf = (
  { blindIndex }: Sealer["Service"],
  { clientId, collectionId }: CollectionState,
  inputId: string,
  answer: SupplementInfo.SupplementInfo
): BlindIndex => blindIndex({ tenant: clientId, record: `${collectionId}/${inputId}` }, textOf(answer))

const isOpen = ({ pending }: CollectionState, now: number): boolean => pending !== undefined && now < pending.until

const fateOf = (
  { answeredQuestions, lapsed, pending, statusChangedAt }: CollectionState,
  inputId: string
): InputNoLongerPending["reason"] => {
  if (answeredQuestions.some((question) => question.inputId === inputId)) return "ANSWERED"
  if (pending?.inputId === inputId) return "TIMED_OUT"
  if (lapsed?.inputId !== inputId) return "UNKNOWN"
  return lapsed.until <= statusChangedAt ? "TIMED_OUT" : "REPLACED"
}

const isRepeated = (
  sealer: Sealer["Service"],
  collection: CollectionState,
  { answerHash, inputId, question }: AnsweredQuestion,
  input: SupplementInfo.SupplementInfoRequest,
  today: string
): boolean =>
  answerHash !== undefined &&
  SupplementInfo.check(question, input, today).length === 0 &&
  indexOf(sealer, collection, inputId, SupplementInfo.normalize(question, input, today)).matches(answerHash)

const answering = (
  sealer: Sealer["Service"],
  collection: CollectionState,
  { inputId, question }: PendingQuestion,
  input: SupplementInfo.SupplementInfoRequest,
  revision: number,
  now: number
): AnswerChange => {
  const answer = SupplementInfo.normalize(question, input, dateOf(now))
  const remaining = SupplementInfo.remainingQuestion(question, answer)
  const isResponse = answer.type === "RESPONSE_OBJECT"
  const answerHash = isResponse ? undefined : indexOf(sealer, collection, inputId, answer).written.text
  const answered: AnsweredQuestion = { inputId, question, ...(answerHash !== undefined && { answerHash }) }
  return {
    revision,
    shown: afterAnswer(collection.shown, answer, remaining),
    at: now,
    answers: [...collection.answers, answer],
    answeredQuestions:
      remaining === undefined ? [...collection.answeredQuestions, answered] : collection.answeredQuestions,
    answeredEtags: isResponse ? [...collection.answeredEtags, answer.etag] : collection.answeredEtags,
    ...(remaining !== undefined && { remaining })
  }
}

export const stateAfterAnswer = (
  { openQuestion: _, pending: __, ...collection }: CollectionState,
  { answeredEtags, answeredQuestions, answers, at, revision, shown }: AnswerChange
): CollectionState => ({ ...collection, revision, shown, answers, answeredQuestions, answeredEtags, dueAt: at })

/** Accepts an answer to the pending question. Returns false if the collection has changed since it was read. */
export const acceptAnswer = Effect.fnUntraced(function* (
  collection: CollectionState,
  input: SupplementInfo.SupplementInfoRequest,
  accept: AcceptWrite
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const sealer = yield* Sealer
  const { answeredEtags, collectionId, company, pending, status } = collection
  if (input.type === "RESPONSE_OBJECT" && answeredEtags.includes(input.etag)) return true
  const now = yield* Clock.currentTimeMillis
  const today = dateOf(now)
  const inputId = input.type === "RESPONSE_OBJECT" ? undefined : input.inputId
  if (inputId !== undefined && !(pending?.inputId === inputId && isOpen(collection, now))) {
    const earlier = collection.answeredQuestions.find((question) => question.inputId === inputId)
    if (earlier !== undefined && isRepeated(sealer, collection, earlier, input, today)) return true
    return yield* new InputNoLongerPending({ reason: fateOf(collection, inputId) })
  }
  const notAwaiting = new NotAwaitingInput({ company, status })
  if (pending === undefined || !isOpen(collection, now)) return yield* notAwaiting
  const violations = SupplementInfo.check(pending.question, input, today)
  if (violations.length > 0) return yield* new InvalidSupplementInfo({ violations })
  const transition = CollectionLifecycle.transition(collection, { status, changed: true })
  if (transition._tag === "Refused") return yield* notAwaiting
  const answered = answering(sealer, collection, pending, input, transition.state.revision, now)
  const record = accept({ id: collectionId, isNew: false }, store.supply(collection, answered))
  if (answered.remaining !== undefined) return yield* record
  return yield* runner.advance(collectionId, record, () => stateAfterAnswer(collection, answered))
})
