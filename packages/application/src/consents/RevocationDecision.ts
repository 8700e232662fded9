/** Pure decisions about how a consent ends at its bank (spec 2.4). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import type { BankError, ConsentProgress, ConsentState } from "@sheaf/ports"
import * as BankCall from "./BankCall.ts"
import { renewCredentialsFirst } from "./Decision.ts"
import { unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import { countFailedAttempt } from "./Progress.ts"

const withoutOrder = (progress: ConsentProgress): ConsentProgress => {
  if (progress._tag !== "Ended") return progress
  const { orderRef: _, ...rest } = progress
  return rest
}

/** The pause between attempts after a bank has been unavailable for a day, in milliseconds. */
const longAwayMillis = 3_600_000

const tellAgainMillis = ({ progress, statusChangedAt }: ConsentState, now: number): number =>
  now < statusChangedAt + dayMillis ? BankCall.backoffMillis(progress.attempts) : longAwayMillis

export const onConsentClosed = ({ status }: ConsentState): StepOutcome => ({ status, afterMillis: 0, closed: true })

/**
 * Returns true if the bank does not know the consent. A 404 response counts only if the consent's status has not
 * changed for a day, because a deployment can also cause a 404.
 */
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
 * Decides what follows if the credentials of an ended consent cannot be renewed. If the reason is `CONSENT_INVALID`,
 * Sheaf still tries to revoke the consent, because the bank may accept that without new credentials.
 */
export const onCloseRenewalFailed = (consent: ConsentState, error: BankError, now: number): StepOutcome =>
  error.reason === "CONSENT_INVALID"
    ? unchangedOutcome(consent, consent.progress, 0)
    : onCloseFailed(consent, error, now)

/** Returns true if a failed revocation must be logged: the first failure, and then the last one of each day. */
export const isCloseFailureLogged = (consent: ConsentState, now: number): boolean => {
  const daysAt = (time: number) => Math.floor((time - consent.statusChangedAt) / dayMillis)
  return consent.progress.attempts === 0 || daysAt(now) < daysAt(now + tellAgainMillis(consent, now))
}
