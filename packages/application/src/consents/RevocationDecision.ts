/** Pure decisions about how a consent ends at its bank (spec 2.4). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import type { BankError, ConsentProgress, ConsentState } from "@sheaf/ports"
import * as BankCall from "./BankCall.ts"
import { renewCredentialsFirst } from "./Decision.ts"
import { unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import { countFailedAttempt } from "./Progress.ts"

/** Removes the order after it was canceled. */
const withoutOrder = (progress: ConsentProgress): ConsentProgress => {
  if (progress._tag !== "Ended") return progress
  const { orderRef: _, ...rest } = progress
  return rest
}

/** The pause between attempts after a bank has been unavailable for a day, in milliseconds. */
const longAwayMillis = 3_600_000

/** Returns the pause before the next attempt to revoke a consent at the bank, in milliseconds. */
const tellAgainMillis = ({ progress, statusChangedAt }: ConsentState, now: number): number =>
  now < statusChangedAt + dayMillis ? BankCall.backoffMillis(progress.attempts) : longAwayMillis

/** The outcome when an ended consent has nothing left to do. */
export const onConsentClosed = ({ status }: ConsentState): StepOutcome => ({ status, afterMillis: 0, closed: true })

/** Returns true if a bank does not know a consent, and it is not only a deployment, which ends within a day. */
const isUnknown = ({ statusChangedAt }: ConsentState, { isNotFound, reason }: BankError, now: number): boolean =>
  reason === "CONSENT_INVALID" || (isNotFound === true && now >= statusChangedAt + dayMillis)

/**
 * Decides what follows a failed revocation at the bank. Nothing follows once the bank reports that the consent has
 * ended.
 */
export const onCloseFailed = (consent: ConsentState, error: BankError, now: number): StepOutcome =>
  error.reason === "CREDENTIALS_EXPIRED" && now < consent.expiresAt
    ? renewCredentialsFirst(consent)
    : isUnknown(consent, error, now) || now >= consent.expiresAt
      ? onConsentClosed(consent)
      : unchangedOutcome(consent, countFailedAttempt(withoutOrder(consent.progress)), tellAgainMillis(consent, now))

/**
 * Decides what follows if an ended consent's credentials cannot be renewed. The bank may accept the revocation without
 * them.
 */
export const onCloseRenewalFailed = (consent: ConsentState, error: BankError, now: number): StepOutcome =>
  error.reason === "CONSENT_INVALID"
    ? unchangedOutcome(consent, consent.progress, 0)
    : onCloseFailed(consent, error, now)

/** Returns true if a failed revocation must be logged: the first one, and after that the last one of each day. */
export const isCloseFailureLogged = (consent: ConsentState, now: number): boolean => {
  const daysAt = (time: number) => Math.floor((time - consent.statusChangedAt) / dayMillis)
  return consent.progress.attempts === 0 || daysAt(now) < daysAt(now + tellAgainMillis(consent, now))
}
