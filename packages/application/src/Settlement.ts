/**
 * What one step of a connector makes of a collection: the pure middle of the workflow. Whatever a connector says, the
 * result is something the table of statuses allows (decisions 4).
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import * as FailureReason from "@sheaf/domain/FailureReason"
import type { Advance, AnimatedQrSource, Pending, Shown, StoredData, StoredDocument, Work } from "@sheaf/ports"
import { Equal } from "effect"

/** What the service makes of a step: go on after a pause, ask the client, or end. */
export type Outcome =
  | {
      readonly _tag: "Poll"
      readonly status: CollectionStatus
      readonly information?: ExtraInformation
      readonly animatedQr?: AnimatedQrSource
      readonly session: string
    }
  | {
      readonly _tag: "Ask"
      readonly status: CollectionStatus
      readonly information?: ExtraInformation
      readonly animatedQr?: AnimatedQrSource
      readonly session: string
      readonly pending: Pending
    }
  | {
      readonly _tag: "End"
      readonly status: CollectionStatus
      readonly reason?: FailureReason.FailureReason
      readonly data?: StoredData
      readonly documents?: ReadonlyArray<StoredDocument>
    }

/** An end without data, for this reason. */
export const ended = (status: CollectionStatus, reason?: FailureReason.FailureReason): Outcome => ({
  _tag: "End",
  status,
  ...(reason !== undefined && { reason })
})

/** The collection as a whole took too long. */
export const collectionTimedOut = ended("FAILED", FailureReason.make("COLLECTION_TIMEOUT"))

/** The connector threw, broke its schema, or named a status that may not follow. */
export const connectorFailed = ended("FAILED", FailureReason.make("CONNECTOR_ERROR"))
const unexpectedStatus = ended("FAILED", FailureReason.make("UNEXPECTED_STATUS"))

const shownBy = (outcome: Outcome): Shown => {
  if (outcome._tag === "End") {
    const reason = outcome.reason ?? FailureReason.forStatus(outcome.status)
    return reason === undefined ? {} : { information: { FAILURE_REASON: reason } }
  }
  const { animatedQr, information } = outcome
  return {
    ...(information !== undefined && Object.keys(information).length > 0 && { information }),
    ...(animatedQr !== undefined && { animatedQr })
  }
}

const stateOf = ({ revision, status }: Work): CollectionLifecycle.State => ({ status, revision })

/** How long the client has to authenticate: counted from when it was first asked to. */
const authenticateUntil = (work: Work, status: CollectionStatus, at: number, electronicId: number) =>
  status === "WAITING_FOR_USER_ACTION" ? (work.authenticateUntil ?? at + electronicId) : undefined

const apply = (work: Work, outcome: Outcome, at: number, electronicId: number): Advance | undefined => {
  if (isFinal(outcome.status) !== (outcome._tag === "End")) return undefined
  const shown = shownBy(outcome)
  const transition = CollectionLifecycle.transition(stateOf(work), {
    _tag: "Reported",
    status: outcome.status,
    informationChanged: !Equal.equals(shown, work.shown)
  })
  if (transition._tag === "Refused") return undefined
  const until = authenticateUntil(work, outcome.status, at, electronicId)
  return {
    ...transition.state,
    statusChangedAt: transition._tag === "Moved" ? at : work.statusChangedAt,
    at,
    shown,
    ...(until !== undefined && { authenticateUntil: until }),
    ...(outcome._tag !== "End" && { session: outcome.session }),
    ...(outcome._tag === "Ask" && { pending: outcome.pending }),
    ...(outcome._tag === "End" && outcome.data !== undefined && { data: outcome.data }),
    ...(outcome._tag === "End" && outcome.documents !== undefined && { documents: outcome.documents })
  }
}

/**
 * The change that `outcome` makes to a collection that has not ended, at the time `at`. What is not allowed ends the
 * collection as FAILED; `allowed` tells which of the two it was.
 */
export const settle = (
  work: Work,
  outcome: Outcome,
  at: number,
  electronicId: number
): { readonly allowed: boolean; readonly change: Advance } => {
  const change = apply(work, outcome, at, electronicId)
  if (change !== undefined) return { allowed: true, change }
  const failure = apply(work, unexpectedStatus, at, electronicId)
  if (failure === undefined) throw new Error(`a collection in ${work.status} cannot fail: it has ended`)
  return { allowed: false, change: failure }
}
