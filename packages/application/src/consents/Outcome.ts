/** Pure functions that compute how the outcome of a step changes a consent (spec 3.4). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { ConsentChange, ConsentEnd, ConsentOutline, ConsentProgress, ConsentState } from "@sheaf/ports"
import { Equal, Option } from "effect"
import { toEndedStage } from "./Progress.ts"

/** What a step changes. Omitted fields keep their values, except `shown`, which is cleared. */
export interface StepOutcome extends Partial<
  Pick<ConsentChange, "closed" | "expiresAt" | "failure" | "progress" | "scope" | "shown">
> {
  readonly status: ConsentStatus
  readonly afterMillis: number
}

export const unchangedOutcome = (
  consent: ConsentState,
  progress: ConsentProgress,
  afterMillis: number
): StepOutcome => {
  const { scope, shown, status } = consent
  return { status, shown, scope, progress, afterMillis }
}

/**
 * Returns the outcome for a consent that fails before it is authorized. The next step also ends the consent at the
 * bank.
 */
export const failedOutcome = (failure: ConsentFailureCode): StepOutcome => ({
  status: "FAILED",
  failure,
  afterMillis: 0
})

export const revokedOutcome: StepOutcome = { status: "REVOKED", afterMillis: 0 }

export const discardedOutcome = ({ scope }: Pick<ConsentState, "scope">): StepOutcome => ({
  ...revokedOutcome,
  scope: ConsentScope.withoutAccounts(scope)
})

/** The outcome for an expired consent. It has expired at the bank too, so Sheaf does not need to end it there. */
export const expiredOutcome: StepOutcome = { status: "EXPIRED", afterMillis: 0, closed: true }

/** Returns the outcome for a consent that ends early, at `at`. The next step tells the bank. */
export const earlyExpiryOutcome = (at: number): StepOutcome => ({ status: "EXPIRED", expiresAt: at, afterMillis: 0 })

/**
 * Returns the change that an outcome makes at `at`, or none if the status table forbids it. Once a consent has ended,
 * its status no longer changes, and steps only inform the bank.
 */
export const applyOutcome = (consent: ConsentState, outcome: StepOutcome, at: number): Option.Option<ConsentChange> => {
  const { closed = false, expiresAt = consent.expiresAt, scope = consent.scope, shown = {}, status } = outcome
  const progress = outcome.progress ?? consent.progress
  const kept = {
    at,
    expiresAt,
    scope,
    shown,
    progress: isFinal(status) && !isFinal(consent.status) ? toEndedStage(progress) : progress,
    // An authorized consent is due no later than its expiry.
    dueAt: Math.min(at + outcome.afterMillis, status === "AUTHORIZED" ? expiresAt : Infinity),
    closed,
    ...(consent.revokedAt !== undefined && { revokedAt: consent.revokedAt }),
    ...(consent.failure !== undefined && { failure: consent.failure })
  }
  const changed =
    !Equal.equals(shown, consent.shown) || !Equal.equals(scope, consent.scope) || expiresAt !== consent.expiresAt
  const transition = ConsentLifecycle.transition(consent, { status, changed })
  const standing = { ...transition.state, statusChangedAt: transition._tag === "Moved" ? at : consent.statusChangedAt }
  if (isFinal(consent.status)) return status === consent.status ? Option.some({ ...kept, ...standing }) : Option.none()
  if (transition._tag === "Refused") return Option.none()
  return Option.some({
    ...kept,
    ...standing,
    ...(status === "REVOKED" && { revokedAt: at }),
    ...(outcome.failure !== undefined && { failure: outcome.failure })
  })
}

/**
 * Returns the final state of an unreadable consent that is abandoned at `at`. AUTHORIZED becomes EXPIRED, an ended
 * consent keeps its status, and every other status becomes FAILED.
 */
export const abandonedEnd = (outline: ConsentOutline, at: number): ConsentEnd => {
  const { expiresAt, status, statusChangedAt } = outline
  const end =
    status === "AUTHORIZED"
      ? { ...expiredOutcome, expiresAt: Math.min(expiresAt, at) }
      : failedOutcome("BANK_UNAVAILABLE")
  const { _tag, state } = ConsentLifecycle.transition(outline, { status: end.status, changed: false })
  if (_tag !== "Moved") return { ...state, at, expiresAt, statusChangedAt }
  return {
    ...state,
    at,
    statusChangedAt: at,
    expiresAt: end.expiresAt ?? expiresAt,
    ...(end.failure !== undefined && { failure: end.failure })
  }
}
