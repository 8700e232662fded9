/**
 * Pure functions that return how a connector's step, a timeout or a newer start changes a collection. No change
 * violates the status table, even if the connector violates it (spec 3.3).
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { asksForInput } from "@sheaf/domain/ExtraInformation"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import type {
  CollectionChange,
  CollectionOutline,
  NewHistoryEntry,
  PendingQuestion,
  Step,
  CollectionState,
  CompanyCleanup,
  SupersededCollection,
  SupersedingStart
} from "@sheaf/ports"
import { Equal, Option, Result } from "effect"
import * as Visit from "./calls/Visit.ts"

/** What a connector's validated step makes the collection do: continue after a pause, ask the client, or end. */
export interface StepOutcome extends Pick<
  CollectionChange,
  "authenticateUntil" | "data" | "documents" | "once" | "pending" | "proof" | "renewal" | "session" | "shown" | "visit"
> {
  readonly _tag: Step["_tag"]
  readonly status: CollectionStatus
  readonly identified?: boolean
}

/**
 * Returns an outcome that ends the collection without data. The client sees `reason`, which defaults to the usual
 * reason for the status.
 */
export const endOutcome = (status: CollectionStatus, reason = FailureReason.defaultReasonFor(status)): StepOutcome => ({
  _tag: "End",
  status,
  shown: reason === undefined ? {} : { information: { FAILURE_REASON: reason } }
})

export const connectorErrorOutcome = endOutcome("FAILED", FailureReason.make("CONNECTOR_ERROR"))

/**
 * Returns true if a collection in this status may ask the question. The status determines how long the client has to
 * answer (spec 2.5).
 */
const isAskedIn = ({ question }: PendingQuestion, status: CollectionStatus): boolean =>
  SupplementInfo.questionStatuses[question.kind].includes(status)

/** Returns true if none of the requests was answered before: clients execute each request only once (spec 3.3). */
const isNew = ({ question }: PendingQuestion, { answeredEtags }: CollectionState): boolean =>
  question.kind !== "RESPONSE_OBJECT" || !question.etags.some((etag) => answeredEtags.includes(etag))

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
    // Once the company has sent data, the person has evidently authenticated, so the authentication timeout no longer
    // applies. A later question has its own timeout.
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

/** Returns the change that a step makes at the time `at`. A rejected step ends the collection as FAILED. */
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

/** Returns a change at the time `at` that replaces only what `changed` contains. */
export const partialChange = (
  collection: CollectionState,
  at: number,
  changed: Partial<Pick<StepOutcome, "status" | "shown">> = {}
): CollectionChange => ({
  ...applyOutcome(collection, { ...unchangedOutcome(collection, collection.session), ...changed }, at).change,
  ...(collection.cleanups !== undefined && { cleanups: collection.cleanups })
})

/**
 * Returns how an unreadable collection ends when it is abandoned at the time `at`. A collection that had already ended
 * keeps its status.
 */
export const abandonedEntry = (outline: CollectionOutline, at: number): NewHistoryEntry => ({
  ...CollectionLifecycle.transition(outline, { status: "FAILED", changed: false }).state,
  at
})

export const timeoutEntry = (collection: CollectionState, at: number): Option.Option<NewHistoryEntry> => {
  const { authenticateUntil = 0, pending, status } = collection
  const until = Math.max(pending?.until ?? 0, status === "WAITING_FOR_USER_ACTION" ? authenticateUntil : 0)
  if (isFinal(status) || until <= at) return Option.none()
  return Option.some({ ...CollectionLifecycle.transition(collection, { status, changed: true }).state, at })
}

export const supersededOutcome = endOutcome("FAILED", FailureReason.make("SUPERSEDED"))

const cleanupAt = (
  { answers, collectionId, dueAt, order, pending, session, step }: CollectionState,
  now: number
): CompanyCleanup => {
  // A call may still be running, and may have created an order that no session names yet.
  const isCalling = pending === undefined && dueAt <= now
  const repeats: Pick<CompanyCleanup, "order"> =
    isCalling && order?._tag === "Login" && LoginMethod.describe(order.loginMethod).electronicId ? { order } : {}
  // The person's answers are needed only to repeat a call.
  const given = repeats.order === undefined ? [] : answers
  return { collectionId, step, answers: given, ...(session !== undefined && { session }), ...repeats }
}

/**
 * Returns everything that the company must close if a running collection ends at `now`. A collection under a stored
 * consent itself leaves nothing open.
 */
export const cleanupsAt = (collection: CollectionState, now: number): ReadonlyArray<CompanyCleanup> =>
  [
    ...(collection.cleanups ?? []),
    ...(collection.order?._tag === "StoredConsent" ? [] : [cleanupAt(collection, now)])
  ].filter(({ order, session }) => order !== undefined || session !== undefined)

/**
 * Returns the cleanups that have a session, without the data for repeating a call (`order` and `answers`). A call can
 * be repeated only for a short time, but a session can be closed later.
 */
export const sessionsOf = (cleanups: ReadonlyArray<CompanyCleanup> = []): ReadonlyArray<CompanyCleanup> =>
  cleanups.flatMap(({ order: _, ...cleanup }) => (cleanup.session === undefined ? [] : [{ ...cleanup, answers: [] }]))

/**
 * The maximum number of cleanups that a new collection inherits from the collections that it supersedes. If there are
 * more, the oldest orders are left to expire at their providers.
 */
const maxCleanups = 20

/**
 * Returns what the store must record when a new collection supersedes those in `found`, for example after the person
 * has reloaded the page (spec 2.1). The old collections end when the new one is accepted, at `now`. The first step of
 * the new collection cancels their open orders before it places its own order. Both the end and the cancellation
 * survive a crash.
 */
export const supersedingStart = (
  key: string,
  found: ReadonlyArray<CollectionState>,
  now: number
): SupersedingStart => ({
  key,
  superseded: found.map((collection): SupersededCollection => {
    const { change } = applyOutcome(collection, supersededOutcome, now)
    return { found: collection, end: { ...change, dueAt: now } }
  }),
  cleanups: found.flatMap((collection) => cleanupsAt(collection, now)).slice(-maxCleanups)
})
