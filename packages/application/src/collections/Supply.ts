/** The client's answers to a company's questions (decisions 5). */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { withoutInstruction, withoutRequests } from "@sheaf/domain/ExtraInformation"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import { CollectionStore, InvalidSupplement, NotAwaitingInput } from "@sheaf/ports"
import type { Answered, Shown, Work } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { dateOf } from "../Day.ts"
import { announced } from "../durable/Engine.ts"
import type { Accept } from "../requests/Repeats.ts"
import { CollectionEngine } from "./Process.ts"

/** Returns the information to show after an accepted answer. `remaining` is the unanswered part of the question. */
const afterAnswer = (
  { information = {}, ...rest }: Shown,
  answer: SupplementInfo.SupplementInfo,
  remaining: SupplementInfo.Question | undefined
): Shown => {
  const left =
    remaining !== undefined && answer.type === "RESPONSE_OBJECT"
      ? withoutInstruction(information, answer.etag)
      : withoutRequests(information)
  return Object.keys(left).length === 0 ? rest : { ...rest, information: left }
}

/** Accepts an answer to the pending question. Returns false if the collection has changed since `work` was read. */
export const supply = Effect.fnUntraced(function* (work: Work, input: SupplementInfo.SupplementInfo, accept: Accept) {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  const { answeredEtags, collectionId, company, pending, status } = work
  const isResponse = input.type === "RESPONSE_OBJECT"
  if (isResponse && answeredEtags.includes(input.etag)) return true
  const now = yield* Clock.currentTimeMillis
  const notAwaiting = new NotAwaitingInput({ company, status })
  if (pending === undefined || now >= pending.until) return yield* notAwaiting
  const { question } = pending
  const violations = SupplementInfo.check(question, input, dateOf(now))
  if (violations.length > 0) return yield* new InvalidSupplement({ violations })
  const transition = CollectionLifecycle.transition(work, { status, changed: true })
  if (transition._tag === "Refused") return yield* notAwaiting
  const remaining = SupplementInfo.remaining(question, input)
  const answered: Answered = {
    revision: transition.state.revision,
    shown: afterAnswer(work.shown, input, remaining),
    at: now,
    answers: [...work.answers, SupplementInfo.normalize(input, dateOf(now))],
    answeredEtags: isResponse ? [...answeredEtags, input.etag] : answeredEtags,
    ...(remaining !== undefined && { remaining })
  }
  const tell = remaining === undefined ? engine.wake(collectionId, work.step) : Effect.void
  return yield* announced(accept({ id: collectionId, isNew: false }, store.supply(work, answered)), tell)
})
