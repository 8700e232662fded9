/**
 * The pure core of a collection: the change that results from a connector's step. Changes always follow the
 * status table, even if the connector does not (spec 3.3).
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { asksForInput } from "@sheaf/domain/ExtraInformation"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import type {
  CollectionChange,
  CollectionOutline,
  NewHistoryEntry,
  PendingQuestion,
  Step,
  CollectionState
} from "@sheaf/ports"
import { Equal, Option, Result } from "effect"
import * as Visit from "./calls/Visit.ts"

/** A connector's step after the service has checked it: continue after a pause, ask the client, or end. */
export interface StepOutcome extends Pick<
  CollectionChange,
  "authenticateUntil" | "data" | "documents" | "once" | "pending" | "proof" | "renewal" | "session" | "shown" | "visit"
> {
  readonly _tag: Step["_tag"]
  readonly status: CollectionStatus
  readonly identified?: boolean
}

/** Returns an end without data. The client sees `reason`, which defaults to the status's usual reason. */
export const endOutcome = (status: CollectionStatus, reason = FailureReason.defaultReasonFor(status)): StepOutcome => ({
  _tag: "End",
  status,
  shown: reason === undefined ? {} : { information: { FAILURE_REASON: reason } }
})

/**
 * The end of a collection whose connector threw, violated its schema, or asked a question that clients cannot answer.
 */
export const connectorErrorOutcome = endOutcome("FAILED", FailureReason.make("CONNECTOR_ERROR"))

/**
 * Checks that this question is allowed in this status, because the status determines the time to answer (spec 2.5).
 */
const isAskedIn = ({ question }: PendingQuestion, status: CollectionStatus): boolean =>
  SupplementInfo.questionStatuses[question.kind].includes(status)

/** Checks that no request has been answered before. A client executes each request only once (spec 3.3). */
const isNew = ({ question }: PendingQuestion, { answeredEtags }: CollectionState): boolean =>
  question.kind !== "RESPONSE_OBJECT" || !question.etags.some((etag) => answeredEtags.includes(etag))

/** Checks whether a client can answer everything that a step asks for. A pause asks for nothing. */
const isAnswerable = (collection: CollectionState, { pending, shown }: StepOutcome): boolean =>
  pending === undefined
    ? !asksForInput(shown.information)
    : SupplementInfo.isQuestionShownIn(pending.question, shown.information) && isNew(pending, collection)

const lacksData = ({ data, status }: StepOutcome): boolean =>
  (status === "COMPLETED" || status === "COMPLETED_PARTIAL") && data === undefined

const apply = (collection: CollectionState, outcome: StepOutcome, at: number): Option.Option<CollectionChange> => {
  const { _tag, identified = false, status, ...kept } = outcome
  if (isFinal(status) !== (_tag === "End")) return Option.none()
  const changed = !Equal.equals(kept.shown, collection.shown)
  const transition = CollectionLifecycle.transition(collection, { status, changed })
  if (transition._tag === "Refused") return Option.none()
  return Option.some({
    // The authentication ends as soon as the company shows data. A later step-up has its own timeout.
    ...(collection.authenticateUntil !== undefined &&
      status !== "COLLECTING" && { authenticateUntil: collection.authenticateUntil }),
    ...(collection.visit !== undefined && { visit: Visit.markReturnReported(collection.visit) }),
    ...(collection.proof && { proof: collection.proof }),
    ...kept,
    ...transition.state,
    statusChangedAt: transition._tag === "Moved" ? at : collection.statusChangedAt,
    at,
    identified: collection.identified || identified
  })
}

/** The ends that replace rejected steps, each with its log message. */
const refusals = {
  "connector failed: status transition not allowed": endOutcome("FAILED", FailureReason.make("UNEXPECTED_STATUS")),
  "connector failed: question cannot be answered": connectorErrorOutcome,
  "connector failed: question does not belong to the status": connectorErrorOutcome,
  "connector failed: completed outcome without data": connectorErrorOutcome
} as const satisfies Record<string, StepOutcome>

type StepViolation = keyof typeof refusals

const judge = (
  collection: CollectionState,
  outcome: StepOutcome,
  at: number
): Result.Result<CollectionChange, StepViolation> => {
  const { pending, status } = outcome
  if (outcome._tag === "End" && lacksData(outcome))
    return Result.fail("connector failed: completed outcome without data")
  const change = apply(collection, outcome, at)
  if (Option.isNone(change)) return Result.fail("connector failed: status transition not allowed")
  if (pending && !isAskedIn(pending, status)) {
    return Result.fail("connector failed: question does not belong to the status")
  }
  if (!isAnswerable(collection, outcome)) return Result.fail("connector failed: question cannot be answered")
  return Result.succeed(change.value)
}

/** Returns the change that a step makes at the time `at`. If the step is rejected, the collection ends as FAILED. */
export const applyOutcome = (
  collection: CollectionState,
  outcome: StepOutcome,
  at: number
): { readonly refusal?: StepViolation; readonly change: CollectionChange } => {
  const judged = judge(collection, outcome, at)
  if (Result.isSuccess(judged)) return { change: judged.success }
  const refusal = judged.failure
  const change = Option.getOrThrowWith(
    apply(collection, refusals[refusal], at),
    () => new Error(`a collection in ${collection.status} cannot fail, because it has ended`)
  )
  return { refusal, change }
}

/** Returns a step after which the collection is as before, except for the session. */
export const unchangedOutcome = (
  { once, shown, status, visit }: CollectionState,
  session: string | undefined
): StepOutcome => ({
  _tag: "Poll",
  status,
  shown,
  ...(once !== undefined && { once }),
  ...(visit !== undefined && { visit }),
  ...(session !== undefined && { session })
})

/** Returns a change at the time `at` that only replaces the session. Without `session`, it replaces nothing. */
export const sessionChange = (
  collection: CollectionState,
  at: number,
  session = collection.session
): CollectionChange => ({
  ...applyOutcome(collection, unchangedOutcome(collection, session), at).change,
  ...(collection.cleanups !== undefined && { cleanups: collection.cleanups })
})

/**
 * Returns the end of an unreadable collection that is abandoned at the time `at`. An ended collection keeps its status.
 */
export const abandonedEntry = (outline: CollectionOutline, at: number): NewHistoryEntry => ({
  ...CollectionLifecycle.transition(outline, { status: "FAILED", changed: false }).state,
  at
})

/** Returns the change that triggers pending timeouts at the time `at`, or none if no timeout is pending. */
export const timeoutEntry = (collection: CollectionState, at: number): Option.Option<NewHistoryEntry> => {
  const { authenticateUntil = 0, pending, status } = collection
  const until = Math.max(pending?.until ?? 0, status === "WAITING_FOR_USER_ACTION" ? authenticateUntil : 0)
  if (isFinal(status) || until <= at) return Option.none()
  return Option.some({ ...CollectionLifecycle.transition(collection, { status, changed: true }).state, at })
}
