/**
 * The pure decisions of a step of a consent: what the answers of the bank and the electronic ID make of it (decisions 6, 9;
 * spec 3.2).
 */
import * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { Identity } from "@sheaf/domain/CreateConsent"
import { statusOfFailure } from "@sheaf/domain/ElectronicId"
import type { AuthenticationFailure } from "@sheaf/domain/ElectronicId"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type {
  BankConsent,
  BankConsentState,
  BankError,
  ConsentProgress,
  ConsentShown,
  ConsentWork,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress
} from "@sheaf/ports"
import { Redacted } from "effect"
import { dateOf } from "../Day.ts"
import type { Timeouts } from "../Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import { expired, failed, revoked, stay, withoutPerson } from "./Settlement.ts"
import type { Outcome } from "./Settlement.ts"

/** How soon a bank is asked again whether the person has authorized, in milliseconds (decisions 4, 9). */
const watchMillis = 2_000

/** Asks less often the longer the person takes. A person who comes back from the bank is looked up at once. */
const watchAgain = (waitedMillis: number): number => Math.min(10_000, Math.max(watchMillis, waitedMillis / 6))

/** The longest pause between attempts while a person waits for them. */
const impatientMillis = 10_000

/** When the person's time to authorize is over. */
export const authorizeUntil = (
  { createdAt, status, statusChangedAt }: ConsentWork,
  { consentAuthorization }: Timeouts
): number => (status === "INITIATED" ? createdAt : statusChangedAt) + consentAuthorization

const once = (progress: ConsentProgress): ConsentProgress => ({ ...progress, attempts: 0 })
const onceMore = (progress: ConsentProgress): ConsentProgress => ({ ...progress, attempts: progress.attempts + 1 })
const withoutOrder = ({ orderRef: _, ...progress }: ConsentProgress): ConsentProgress => progress

/** Tries again later what may pass; a refusal is final. */
const unlessPassing = (work: ConsentWork, passes: boolean, failure: ConsentFailureCode): Outcome =>
  passes
    ? stay(work, onceMore(work.progress), BankCall.backoff(work.progress.attempts, impatientMillis))
    : failed(failure)

/** The bank gave no answer, or refused. */
export const onBankError = (work: ConsentWork, error: BankError): Outcome =>
  unlessPassing(work, BankCall.mayPass(error), error.reason === "BROKEN" ? "BANK_UNAVAILABLE" : "REJECTED_BY_BANK")

/** The electronic ID gave no answer, or refused. */
export const onElectronicIdError = (work: ConsentWork, { reason }: ElectronicIdError): Outcome =>
  reason === "ALREADY_IN_PROGRESS"
    ? failed("USER_CANCELLED")
    : unlessPassing(work, reason !== "REFUSED", "REJECTED_BY_BANK")

/** The bank has made the consent: the person identifies, or authorizes on the bank's page. */
export const onCreated = (work: ConsentWork, { bankConsentId, redirectUrl }: BankConsent): Outcome => {
  const progress = { ...once(work.progress), bankConsentId }
  if (progress.identity !== undefined) return stay(work, progress, 0)
  if (redirectUrl === undefined) return { ...failed("BANK_UNAVAILABLE"), progress }
  return { status: "AWAITING_AUTHORIZATION", shown: { redirectUrl }, progress, afterMillis: watchMillis }
}

const shownOf = (
  { loginMethod }: Identity,
  { autoStartToken, qrStartSecret, qrStartToken, startedAt }: ElectronicIdOrder
): ConsentShown => {
  const { animatedQr, autostart } = LoginMethod.describe(loginMethod)
  return {
    ...(autostart && { autoStartToken }),
    ...(animatedQr && { animatedQr: { startToken: qrStartToken, startSecret: qrStartSecret, startedAt } })
  }
}

/** The electronic ID waits for the person. */
export const onOrdered = ({ progress }: ConsentWork, identity: Identity, order: ElectronicIdOrder): Outcome => ({
  status: "AWAITING_AUTHORIZATION",
  shown: shownOf(identity, order),
  progress: { ...once(progress), orderRef: order.orderRef },
  afterMillis: 0
})

const failures: Record<AuthenticationFailure, ConsentFailureCode> = {
  AUTHENTICATION_TIMEOUT: "AUTHENTICATION_TIMEOUT",
  AUTHENTICATION_CANCELLED: "USER_CANCELLED",
  AUTHENTICATION_CONFLICT: "USER_CANCELLED",
  AUTHENTICATION_ERROR: "REJECTED_BY_BANK"
}

/** The person has identified, as the right person or another, or is not done yet. */
export const onIdentification = (
  work: ConsentWork,
  { personalNumber: requested }: Identity,
  given: ElectronicIdProgress,
  now: number
): Outcome => {
  if (given._tag === "Pending") return stay(work, once(work.progress), given.afterMillis)
  if (given._tag === "Failed") {
    return { ...failed(failures[statusOfFailure(given.hint)]), progress: withoutOrder(work.progress) }
  }
  const fromElectronicId = given.personalNumber && Redacted.value(given.personalNumber)
  const progress = once(withoutOrder(work.progress))
  return AuthenticationMismatch.check({ requested, fromElectronicId }, dateOf(now)) === "MISMATCH"
    ? { ...failed("PERSON_MISMATCH"), progress }
    : { status: work.status, progress, afterMillis: 0 }
}

/** The bank says where a consent stands that awaits authorization. */
export const onBankState = (
  work: ConsentWork,
  { granted, status }: BankConsentState,
  now: number,
  { consentCheck }: Timeouts
): Outcome => {
  if (status === "received" || status === "partiallyAuthorised") {
    return stay(work, once(work.progress), Math.round(watchAgain(now - work.statusChangedAt)))
  }
  if (status === "rejected") return failed("REJECTED_BY_BANK")
  if (status === "expired") return failed("AUTHENTICATION_TIMEOUT")
  if (status !== "valid") return revoked
  const { terms } = work.progress
  const scope = ConsentScope.grant(terms.scope, granted)
  if (scope === undefined) return failed("REJECTED_BY_BANK")
  return {
    status: "AUTHORIZED",
    scope,
    expiresAt: Date.parse(ConsentScope.expiresAt(terms.validUntil, granted.expiresAt)),
    progress: once(withoutPerson(work.progress)),
    afterMillis: consentCheck
  }
}

/** The time to authorize is over. If the bank could be reached, the person did not answer; otherwise the bank did not. */
export const outOfTime = ({ progress, status }: ConsentWork): Outcome =>
  failed(status === "INITIATED" || progress.attempts > 0 ? "BANK_UNAVAILABLE" : "AUTHENTICATION_TIMEOUT")

/** How long until the bank is asked after an authorized consent that it was not reached for, in milliseconds. */
const checkAgainMillis = 600_000

/** The bank could not be asked after an authorized consent. */
export const onCheckFailed = (work: ConsentWork, { reason }: BankError): Outcome =>
  reason === "CONSENT_INVALID" ? revoked : stay(work, once(work.progress), checkAgainMillis)

/** The bank says where an authorized consent stands. */
export const onChecked = (
  work: ConsentWork,
  { status }: BankConsentState,
  now: number,
  { consentCheck }: Timeouts
): Outcome => {
  if (status === "expired") return { ...expired, expiresAt: now }
  return status === "valid" ? stay(work, once(work.progress), consentCheck) : revoked
}

const dayMillis = 86_400_000

/** A bank that was away for a day is asked every hour whether it is back. */
const longAwayMillis = 3_600_000

/** When the bank is told again of an end that it could not be told of, in milliseconds from now. */
const tellAgainMillis = ({ progress, statusChangedAt }: ConsentWork, now: number): number =>
  now < statusChangedAt + dayMillis ? BankCall.backoff(progress.attempts) : longAwayMillis

/** Nothing is left to be done about an ended consent. */
export const closed = ({ status }: ConsentWork): Outcome => ({ status, afterMillis: 0, closed: true })

/** The bank could not be told of the end. A consent that has ended there by itself needs no more. */
export const onCloseFailed = (work: ConsentWork, { reason }: BankError, now: number): Outcome =>
  reason === "CONSENT_INVALID" || now >= work.expiresAt
    ? closed(work)
    : stay(work, onceMore(withoutOrder(work.progress)), tellAgainMillis(work, now))

/** Whether the log hears of an attempt to tell the bank: the first one, and the last of every day since the end. */
export const isCloseLogged = (work: ConsentWork, now: number): boolean => {
  const daysAt = (time: number) => Math.floor((time - work.statusChangedAt) / dayMillis)
  return work.progress.attempts === 0 || daysAt(now) < daysAt(now + tellAgainMillis(work, now))
}
