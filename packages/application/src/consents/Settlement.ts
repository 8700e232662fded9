/** What one step makes of a consent: the pure middle of its workflow (decisions 9). */
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type {
  ConsentChange,
  ConsentEnd,
  ConsentOutline,
  ConsentProgress,
  ConsentShown,
  ConsentWork
} from "@sheaf/ports"
import { Equal } from "effect"

/** Where a step leaves a consent. What is left out stays as it is, but for what is shown: that is gone. */
export interface Outcome {
  readonly status: ConsentStatus
  readonly shown?: ConsentShown
  readonly scope?: Psd2AisConsentScope
  /** In milliseconds since 1970. */
  readonly expiresAt?: number
  readonly failure?: ConsentFailureCode
  readonly progress?: ConsentProgress
  /** When the next step is worth its while, in milliseconds from now. */
  readonly afterMillis: number
  /** Nothing is left to be done, here or at the bank. */
  readonly closed?: boolean
}

/** The consent stays as it is, and is looked at again later. */
export const stay = (
  { scope, shown, status }: ConsentWork,
  progress: ConsentProgress,
  afterMillis: number
): Outcome => ({
  status,
  shown,
  scope,
  progress,
  afterMillis
})

/** The consent was not authorised. What is open at the bank is closed by the step behind this one. */
export const failed = (failure: ConsentFailureCode): Outcome => ({ status: "FAILED", failure, afterMillis: 0 })

/** The consent ended at the bank, or by the word of its user or client. */
export const revoked: Outcome = { status: "REVOKED", afterMillis: 0 }

/** Its time is over, at the bank too: there is nothing to close. */
export const expired: Outcome = { status: "EXPIRED", afterMillis: 0, closed: true }

/** Its time is made to be over at the time `at`. The bank does not know: it is told by the step behind this one. */
export const expiredBefore = (at: number): Outcome => ({ status: "EXPIRED", expiresAt: at, afterMillis: 0 })

/** Who authorises is forgotten once it is authorised. Whoever is on the way back from the bank still finds the consent. */
export const withoutPerson = ({ identity: _, ...progress }: ConsentProgress): ConsentProgress => progress

/** Once it has ended, nobody comes back to it either; and what the bank is asked from now on, it was never asked before. */
const atEnd = ({ returnState: _, ...progress }: ConsentProgress): ConsentProgress => ({
  ...withoutPerson(progress),
  attempts: 0
})

/**
 * The change that an outcome makes at the time `at`; `undefined` when the table of statuses does not allow it. A consent
 * that has ended changes no more, except that its end is told to the bank.
 */
export const settle = (work: ConsentWork, outcome: Outcome, at: number): ConsentChange | undefined => {
  const { closed = false, expiresAt = work.expiresAt, scope = work.scope, shown = {}, status } = outcome
  const progress = outcome.progress ?? work.progress
  const kept = {
    at,
    expiresAt,
    scope,
    shown,
    progress: isFinal(status) && !isFinal(work.status) ? atEnd(progress) : progress,
    // Whatever else it waits for, an authorised consent is looked at when its time is over.
    dueAt: Math.min(at + outcome.afterMillis, status === "AUTHORIZED" ? expiresAt : Infinity),
    closed,
    ...(work.revokedAt !== undefined && { revokedAt: work.revokedAt }),
    ...(work.failure !== undefined && { failure: work.failure })
  }
  const standing = { status: work.status, revision: work.revision, statusChangedAt: work.statusChangedAt }
  if (isFinal(work.status)) return status === work.status ? { ...kept, ...standing } : undefined
  const transition = ConsentLifecycle.transition(standing, {
    status,
    instructionsChanged:
      !Equal.equals(shown, work.shown) || !Equal.equals(scope, work.scope) || expiresAt !== work.expiresAt
  })
  if (transition._tag === "Refused") return undefined
  return {
    ...kept,
    ...transition.state,
    statusChangedAt: transition._tag === "Moved" ? at : work.statusChangedAt,
    ...(status === "REVOKED" && { revokedAt: at }),
    ...(outcome.failure !== undefined && { failure: outcome.failure })
  }
}

/**
 * The end of a consent that is given up unread at `at`: EXPIRED where it was authorized, else FAILED. One that has ended is
 * closed as it is.
 */
export const abandoned = (outline: ConsentOutline, at: number): ConsentEnd => {
  const { expiresAt, revision, status, statusChangedAt } = outline
  const end: Outcome =
    status === "AUTHORIZED" ? { ...expired, expiresAt: Math.min(expiresAt, at) } : failed("BANK_UNAVAILABLE")
  const transition = ConsentLifecycle.transition(
    { revision, status },
    { status: end.status, instructionsChanged: false }
  )
  if (transition._tag !== "Moved") return { at, expiresAt, revision, status, statusChangedAt }
  return {
    ...transition.state,
    at,
    statusChangedAt: at,
    expiresAt: end.expiresAt ?? expiresAt,
    ...(end.failure !== undefined && { failure: end.failure })
  }
}
