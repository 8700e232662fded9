/**
 * What one step of a connector makes of a collection: the pure middle of the workflow. Whatever a connector says, the
 * result is something the table of statuses allows (decisions 4).
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { asks } from "@sheaf/domain/ExtraInformation"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import type {
  Advance,
  AnimatedQrSource,
  CollectionOutline,
  HistoryEntry,
  Pending,
  Shown,
  StoredData,
  StoredDocument,
  Work
} from "@sheaf/ports"
import { Equal, Result } from "effect"

/** What the service makes of a step: go on after a pause, ask the client, or end. */
export type Settled =
  | {
      readonly _tag: "Poll"
      readonly status: CollectionStatus
      readonly information?: ExtraInformation
      readonly animatedQr?: AnimatedQrSource
      readonly session: string
      readonly identified?: true
    }
  | {
      readonly _tag: "Ask"
      readonly status: CollectionStatus
      readonly information?: ExtraInformation
      readonly animatedQr?: AnimatedQrSource
      readonly session: string
      readonly pending: Pending
      readonly identified?: true
    }
  | {
      readonly _tag: "End"
      readonly status: CollectionStatus
      readonly reason?: FailureReason.FailureReason
      readonly data?: StoredData
      readonly documents?: ReadonlyArray<StoredDocument>
    }

/** An end without data, for this reason. */
export const ended = (status: CollectionStatus, reason?: FailureReason.FailureReason): Settled => ({
  _tag: "End",
  status,
  ...(reason !== undefined && { reason })
})

/** The collection as a whole took too long. */
export const collectionTimedOut = ended("FAILED", FailureReason.make("COLLECTION_TIMEOUT"))

/** The connector threw, broke its schema, or asked what cannot be answered there. */
export const connectorFailed = ended("FAILED", FailureReason.make("CONNECTOR_ERROR"))
const unexpectedStatus = ended("FAILED", FailureReason.make("UNEXPECTED_STATUS"))

/** Another person authenticated than the one to collect for (spec 3.2). */
export const mismatched = ended("AUTHENTICATION_MISMATCH")

const shownBy = (settled: Settled): Shown => {
  if (settled._tag === "End") {
    const reason = settled.reason ?? FailureReason.forStatus(settled.status)
    return reason === undefined ? {} : { information: { FAILURE_REASON: reason } }
  }
  const { animatedQr, information } = settled
  return {
    ...(information !== undefined && Object.keys(information).length > 0 && { information }),
    ...(animatedQr !== undefined && { animatedQr })
  }
}

const stateOf = ({ revision, status }: Work): CollectionLifecycle.State => ({ status, revision })

/** Until when the client may authenticate: counted from when it was first asked to, whatever comes in between. */
const authenticateUntil = (work: Work, status: CollectionStatus, at: number, electronicId: number) =>
  work.authenticateUntil ?? (status === "WAITING_FOR_USER_ACTION" ? at + electronicId : undefined)

/** What is asked has to fit what is shown: the time that an answer may take depends on it (decisions 5). */
const isAskedIn = ({ question }: Pending, status: CollectionStatus): boolean =>
  SupplementInfo.askedIn[question.kind].includes(status)

/** A client executes each request once (decisions 4): one that comes again would never be answered. */
const isNew = ({ question }: Pending, { answeredEtags }: Work): boolean =>
  question.kind !== "RESPONSE_OBJECT" || !question.etags.some((etag) => answeredEtags.includes(etag))

/** Whether a client could answer what is asked. */
const isAnswerable = (work: Work, { information, pending }: Extract<Settled, { _tag: "Ask" }>): boolean =>
  SupplementInfo.isShownIn(pending.question, information) && isNew(pending, work)

/** Whether an outcome says that there is data and has none. */
const lacksData = ({ data, status }: Extract<Settled, { _tag: "End" }>): boolean =>
  (status === "COMPLETED" || status === "COMPLETED_PARTIAL") && data === undefined

const apply = (work: Work, settled: Settled, at: number, electronicId: number): Advance | undefined => {
  if (isFinal(settled.status) !== (settled._tag === "End")) return undefined
  const shown = shownBy(settled)
  const transition = CollectionLifecycle.transition(stateOf(work), {
    _tag: "Reported",
    status: settled.status,
    informationChanged: !Equal.equals(shown, work.shown)
  })
  if (transition._tag === "Refused") return undefined
  const until = authenticateUntil(work, settled.status, at, electronicId)
  return {
    ...transition.state,
    statusChangedAt: transition._tag === "Moved" ? at : work.statusChangedAt,
    at,
    shown,
    identified: work.identified || (settled._tag !== "End" && settled.identified === true),
    ...(until !== undefined && { authenticateUntil: until }),
    ...(settled._tag !== "End" && { session: settled.session }),
    ...(settled._tag === "Ask" && { pending: settled.pending }),
    ...(settled._tag === "End" && settled.data !== undefined && { data: settled.data }),
    ...(settled._tag === "End" && settled.documents !== undefined && { documents: settled.documents })
  }
}

/** The reason that a step of a connector is refused, in words for the log. */
export type StepRefusal =
  | "status may not follow"
  | "question cannot be answered"
  | "question is not of this status"
  | "connector failed: its outcome lacks what was collected"

const refusalOf = (work: Work, settled: Settled): StepRefusal | undefined => {
  if (settled._tag === "End") return undefined
  if (settled._tag === "Poll") return asks(settled.information) ? "question cannot be answered" : undefined
  if (!isAskedIn(settled.pending, settled.status)) return "question is not of this status"
  return isAnswerable(work, settled) ? undefined : "question cannot be answered"
}

const judge = (work: Work, settled: Settled, at: number, electronicId: number): Result.Result<Advance, StepRefusal> => {
  if (settled._tag === "End" && lacksData(settled)) {
    return Result.fail("connector failed: its outcome lacks what was collected")
  }
  const change = apply(work, settled, at, electronicId)
  if (change === undefined) return Result.fail("status may not follow")
  const refusal = refusalOf(work, settled)
  return refusal === undefined ? Result.succeed(change) : Result.fail(refusal)
}

const failures = {
  "status may not follow": unexpectedStatus,
  "question cannot be answered": connectorFailed,
  "question is not of this status": connectorFailed,
  "connector failed: its outcome lacks what was collected": connectorFailed
} as const satisfies Record<StepRefusal, Settled>

/**
 * The change that `settled` makes to a collection that has not ended, at the time `at`. What is refused ends the
 * collection as FAILED.
 */
export const settle = (
  work: Work,
  settled: Settled,
  at: number,
  electronicId: number
): { readonly refusal?: StepRefusal; readonly change: Advance } => {
  const judged = judge(work, settled, at, electronicId)
  if (Result.isSuccess(judged)) return { change: judged.success }
  const refusal = judged.failure
  const change = apply(work, failures[refusal], at, electronicId)
  if (change === undefined) throw new Error(`a collection in ${work.status} cannot fail: it has ended`)
  return { refusal, change }
}

/** The end of a collection that is given up unread at `at`. One that has ended stays as it is. */
export const abandoned = ({ revision, status }: CollectionOutline, at: number): HistoryEntry => {
  const failing: CollectionLifecycle.Event = { _tag: "Reported", status: "FAILED", informationChanged: false }
  return { ...CollectionLifecycle.transition({ revision, status }, failing).state, at }
}

/** The change that makes the timeouts fall due at `at` that a collection waits for; `undefined` when it waits for none. */
export const timedOut = (work: Work, at: number): HistoryEntry | undefined => {
  const { authenticateUntil = 0, pending, status } = work
  const until = Math.max(pending?.until ?? 0, status === "WAITING_FOR_USER_ACTION" ? authenticateUntil : 0)
  if (isFinal(status) || until <= at) return undefined
  const nearer: CollectionLifecycle.Event = { _tag: "Reported", status, informationChanged: true }
  return { ...CollectionLifecycle.transition(stateOf(work), nearer).state, at }
}
