/** Pure decisions about answers from the bank and the electronic-ID provider (spec 2.4, 3.2, 17). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import { lateGrantMillis } from "@sheaf/ports"
import type {
  BankConsent,
  BankConsentState,
  BankError,
  BlindIndex,
  ClientReturn,
  ConsentProgressIn,
  ConsentProgress,
  ConsentState,
  UnconfirmedGrant
} from "@sheaf/ports"
import { Option, Redacted } from "effect"
import type { Timeouts } from "../settings/Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Renewal from "./Renewal.ts"
import {
  toAuthorizedStage,
  credentialsOf,
  expectsCode,
  isUnconfirmed,
  toIdentifiedStage,
  resetAttempts,
  countFailedAttempt,
  withCredentials
} from "./Progress.ts"
import {
  discardedOutcome,
  expiredOutcome,
  earlyExpiryOutcome,
  failedOutcome,
  revokedOutcome,
  unchangedOutcome
} from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"

/** The minimum pause before checking for the authorization again, in milliseconds (spec 2.4, 2.5). */
export const watchMillis = 2_000

/**
 * Returns the pause before the next check, in milliseconds. The pause grows with the time that the person takes, and
 * ends early when the person returns from the bank.
 */
export const nextWatchMillis = (waitedMillis: number): number =>
  Math.min(10_000, Math.max(watchMillis, waitedMillis / 6))

/** The maximum pause between attempts while a person is waiting, in milliseconds. */
const impatientMillis = 10_000

export const authorizationDeadline = (
  { createdAt, status, statusChangedAt }: ConsentState,
  { consentAuthorization }: Timeouts
): number => (status === "INITIATED" ? createdAt : statusChangedAt) + consentAuthorization

export const retryOrFail = (
  consent: ConsentState,
  canSucceed: boolean,
  failure: ConsentFailureCode,
  pauseMillis = 0
): StepOutcome =>
  canSucceed
    ? unchangedOutcome(
        consent,
        countFailedAttempt(consent.progress),
        Math.max(pauseMillis, BankCall.backoffMillis(consent.progress.attempts, impatientMillis))
      )
    : failedOutcome(failure)

export const renewCredentialsFirst = (consent: ConsentState): StepOutcome =>
  unchangedOutcome(consent, Renewal.markRenewalDue(consent.progress), 0)

export const onBankError = (consent: ConsentState, error: BankError): StepOutcome =>
  error.reason === "CREDENTIALS_EXPIRED"
    ? renewCredentialsFirst(consent)
    : retryOrFail(
        consent,
        BankCall.isRetryable(error),
        error.reason === "BROKEN" ? "BANK_UNAVAILABLE" : "REJECTED_BY_BANK",
        error.retryAfterMillis
      )

export const onConsentCreated = (
  consent: ConsentState,
  { attempts: _, authorization, terms }: ConsentProgressIn<"Requested">,
  { bankConsentId, credentials, redirectUrl }: BankConsent
): StepOutcome => {
  const bank = {
    bankConsentId,
    ...(credentials !== undefined && { credentials: { value: Redacted.value(credentials) } })
  }
  if (authorization._tag === "ElectronicId") {
    const { _tag: __, ...person } = authorization
    return unchangedOutcome(consent, { _tag: "Created", terms, attempts: 0, bank, ...person }, 0)
  }
  const progress: ConsentProgress = { _tag: "Redirected", terms, attempts: 0, bank, returns: authorization }
  if (redirectUrl === undefined) return { ...failedOutcome("BANK_UNAVAILABLE"), progress }
  return { status: "AWAITING_AUTHORIZATION", shown: { redirectUrl }, progress, afterMillis: watchMillis }
}

export const onOtherConsentsChecked = (
  consent: ConsentState,
  { othersUnchecked: _, ...progress }: ConsentProgressIn<"Authorized">,
  { consentCheck }: Timeouts
): StepOutcome => unchangedOutcome(consent, progress, consentCheck)

/**
 * Returns the outcome of an additional check only if it must be recorded: if it ends the consent, or makes the next
 * step due earlier than planned.
 */
export const onAdditionalCheck = (
  { dueAt, status }: ConsentState,
  outcome: StepOutcome,
  now: number
): Option.Option<StepOutcome> =>
  outcome.status !== status || now + outcome.afterMillis < dueAt ? Option.some(outcome) : Option.none()

/**
 * Returns true if the bank has taken too long to decide since the person's return. If the person returns again after
 * that, Sheaf issues no confirmation code.
 */
export const isDecisionLate = (progress: ConsentProgress, now: number): boolean =>
  progress._tag === "Redirected" &&
  progress.returns._tag === "Client" &&
  progress.returns.undecidedSince !== undefined &&
  now >= progress.returns.undecidedSince + lateGrantMillis

export const onBankState = (
  consent: ConsentState,
  progress: ConsentProgressIn<"Identified" | "Redirected">,
  { granted, status }: BankConsentState,
  now: number,
  { consentConfirmation }: Timeouts
): StepOutcome => {
  if (BankCall.isPending(status))
    return unchangedOutcome(
      consent,
      resetAttempts(progress),
      Math.round(nextWatchMillis(now - consent.statusChangedAt))
    )
  if (status === "rejected") return failedOutcome("REJECTED_BY_BANK")
  if (status === "expired") return failedOutcome("AUTHENTICATION_TIMEOUT")
  if (status !== "valid") return revokedOutcome
  const { terms } = progress
  const returns = progress._tag === "Redirected" ? progress.returns : undefined
  if (isDecisionLate(progress, now)) return failedOutcome("NOT_CONFIRMED")
  const scope = ConsentScope.intersectScope(terms.scope, granted)
  if (scope === undefined) return failedOutcome("REJECTED_BY_BANK")
  const expiresAt = Date.parse(ConsentScope.expirationOf(terms.validUntil, granted.expiresAt))
  if (returns?._tag !== "Client") {
    const confirmed = progress._tag === "Identified" ? progress.accepts : undefined
    const late = returns?.state === undefined ? confirmed : ({ _tag: "Return", state: returns.state } as const)
    return {
      status: "AUTHORIZED",
      scope,
      expiresAt,
      progress: resetAttempts(toAuthorizedStage(progress, late)),
      afterMillis: 0
    }
  }
  const until = Math.min(now + consentConfirmation, expiresAt)
  return {
    status: consent.status,
    shown: consent.shown, // Until the person returns, the client must not learn that the bank has granted the consent.
    progress: {
      _tag: "Granted",
      terms,
      attempts: 0,
      bank: progress.bank,
      returns,
      grant: { scope, expiresAt, until }
    },
    afterMillis: until - now
  }
}

/**
 * Decides what happens to a consent that the bank has granted but nobody has confirmed yet. The consent fails if it is
 * not confirmed in time.
 */
export const onUnconfirmedGrant = (consent: ConsentState, { until }: UnconfirmedGrant, now: number): StepOutcome =>
  now >= until ? failedOutcome("NOT_CONFIRMED") : unchangedOutcome(consent, consent.progress, until - now)

/**
 * Returns true if the bank has answered the last step of a waiting consent. Returns false while another step exchanges
 * the code, or if a step is due because the tokens have just arrived.
 */
export const hasBankAnswered = ({ dueAt, progress }: ConsentState, now: number): boolean =>
  progress.attempts === 0 && credentialsOf(progress)?.renewal === undefined && dueAt > now

/**
 * Returns true if the visitor may be the person who authorizes the consent. If the bank adds a code to the return URL,
 * only a visit with the recorded code qualifies.
 */
export const isVisitByPerson = ({ progress }: ConsentState, visit: BlindIndex | undefined): boolean => {
  const codeHash = credentialsOf(progress)?.codeHash
  return !expectsCode(progress) || (visit !== undefined && codeHash !== undefined && visit.matches(codeHash))
}

/**
 * Records that the person has returned from the bank's page. Records at most two returns: the first one at which the
 * bank reported a status but was undecided, and the first one after the bank granted the consent. Returns nothing for
 * any other visit, or while the code is being exchanged.
 *
 * If the bank does not grant the consent soon after the first recorded return, later returns get no code. Otherwise,
 * the first visitor could keep the URL and wait for somebody else to approve.
 */
export const onReturn = (
  consent: ConsentState,
  visit: BlindIndex | undefined,
  now: number
): Option.Option<StepOutcome> => {
  const { dueAt, progress, shown, status } = consent
  if (status !== "AWAITING_AUTHORIZATION" || !isVisitByPerson(consent, visit)) return Option.none()
  if (progress._tag !== "Redirected" && !isUnconfirmed(progress)) return Option.none()
  const { returns } = progress
  if (returns._tag !== "Client" || progress.bank.credentials?.renewal !== undefined) return Option.none()
  const isRecorded = progress._tag === "Redirected" ? returns.undecidedSince !== undefined : returns.hasReturned
  if (isRecorded) return Option.none()
  const returned: ClientReturn =
    progress._tag === "Redirected" ? { ...returns, undecidedSince: now } : { ...returns, hasReturned: true }
  const afterMillis = Math.max(0, dueAt - now)
  return Option.some({
    ...unchangedOutcome(consent, { ...progress, returns: returned }, afterMillis),
    shown: progress._tag === "Granted" ? {} : shown
  })
}

/**
 * Decides whether to accept a confirmation code. `code` contains only the code's hashes. A wrong or late code ends the
 * consent. Returns nothing if the consent is not waiting for a code.
 */
export const onConfirmation = (
  { progress, status }: ConsentState,
  code: BlindIndex,
  now: number
): Option.Option<StepOutcome> => {
  if (status !== "AWAITING_AUTHORIZATION" || !isUnconfirmed(progress)) return Option.none()
  const { codeHash: hash } = progress.returns
  const { until } = progress._tag === "Granted" ? progress.grant : progress
  if (now >= until || !code.matches(hash)) return Option.some(failedOutcome("NOT_CONFIRMED"))
  const accepts = { _tag: "Code", hash, until } as const
  if (progress._tag === "Unconfirmed")
    return Option.some({ status, progress: toIdentifiedStage(progress, accepts), afterMillis: 0 })
  const { expiresAt, scope } = progress.grant
  const confirmed = toAuthorizedStage(progress, accepts)
  return Option.some({ status: "AUTHORIZED", scope, expiresAt, progress: confirmed, afterMillis: 0 })
}

/**
 * Returns true if a confirmed consent still accepts its code. A reload of the client's page can send the code again.
 */
export const acceptsCode = (progress: ConsentProgress, code: BlindIndex, now: number): boolean =>
  (progress._tag === "Authorized" || progress._tag === "Identified") &&
  progress.accepts?._tag === "Code" &&
  now < progress.accepts.until &&
  code.matches(progress.accepts.hash)

/**
 * Ends the consent if another user has sent its confirmation code. `code` contains the hashes of the code that was
 * sent. Returns nothing if that code is wrong or expired.
 */
export const onStolenCode = (
  { progress, scope, status }: ConsentState,
  code: BlindIndex,
  now: number
): Option.Option<StepOutcome> => {
  if (status === "AUTHORIZED")
    return acceptsCode(progress, code, now) ? Option.some(discardedOutcome({ scope })) : Option.none()
  const isRight = isUnconfirmed(progress) ? code.matches(progress.returns.codeHash) : acceptsCode(progress, code, now)
  return isRight ? Option.some(failedOutcome("NOT_CONFIRMED")) : Option.none()
}

export const onAuthorizationTimeout = ({ progress, status }: ConsentState): StepOutcome => {
  if (isUnconfirmed(progress)) return failedOutcome("NOT_CONFIRMED")
  return failedOutcome(status === "INITIATED" || progress.attempts > 0 ? "BANK_UNAVAILABLE" : "AUTHENTICATION_TIMEOUT")
}

/** The pause after a failed check of an authorized consent, in milliseconds. */
const checkAgainMillis = 600_000

export const onStatusCheckFailed = (consent: ConsentState, { reason }: BankError): StepOutcome => {
  if (reason === "CREDENTIALS_EXPIRED") return renewCredentialsFirst(consent)
  return reason === "CONSENT_INVALID"
    ? revokedOutcome
    : unchangedOutcome(consent, resetAttempts(consent.progress), checkAgainMillis)
}

const awaitsResponse = ({ progress, status }: ConsentState, before: string): boolean => {
  const credentials = credentialsOf(progress)
  return status === "AWAITING_AUTHORIZATION" && credentials?.renewal === undefined && credentials?.value === before
}

export interface ReturnedCode {
  /** The consent's credentials before the bank's code was added to them. */
  readonly before: string
  readonly credentials: string
  readonly visit: BlindIndex
}

/**
 * Records the code that a person brought from the bank. Without a return URL, the same write also invalidates the
 * return state. With a return URL, the state stays valid until the confirmation. Returns nothing if there is already a
 * code, or if the consent is no longer waiting.
 */
export const onReturnedCode = (
  consent: ConsentState,
  { before, credentials, visit }: ReturnedCode,
  now: number
): Option.Option<StepOutcome> => {
  const { progress } = consent
  if (!awaitsResponse(consent, before) || credentials === before) return Option.none()
  if (progress._tag !== "Login" && progress._tag !== "Redirected") return Option.none()
  const { returns } = progress
  const kept: ConsentProgress = { ...progress, returns: returns._tag === "Client" ? returns : { _tag: "Page" } }
  const coded = withCredentials(kept, { value: credentials, codeHash: visit.written.text })
  return Option.some(unchangedOutcome(consent, Renewal.markRenewalDue(coded), Math.max(0, consent.dueAt - now)))
}

/**
 * Ends a consent because the wrong authorization server responded. Returns nothing if the consent is not waiting for a
 * response.
 */
export const onForeignResponse = (
  consent: ConsentState,
  before: string,
  { reason }: BankError
): Option.Option<StepOutcome> =>
  awaitsResponse(consent, before) && reason === "REFUSED"
    ? Option.some(failedOutcome("REJECTED_BY_BANK"))
    : Option.none()

/**
 * Ends a consent after a return that cannot be the person's: the return came from a browser other than the Connect
 * session's, or it arrived at another bank's URL. Returns nothing if the consent is no longer waiting.
 */
export const onUntrustedReturn = ({ status }: ConsentState): Option.Option<StepOutcome> =>
  status === "AWAITING_AUTHORIZATION" ? Option.some(failedOutcome("NOT_CONFIRMED")) : Option.none()

/**
 * Returns how an expired consent ends. A consent whose token can no longer be renewed expires together with the token.
 * It may then still be valid at the bank, so the next step ends it there.
 */
export const onConsentExpired = ({ expiresAt, progress }: ConsentState): StepOutcome =>
  credentialsOf(progress) === undefined ? expiredOutcome : earlyExpiryOutcome(expiresAt)

export const onAuthorizedState = (
  consent: ConsentState,
  { accepts, ...progress }: ConsentProgressIn<"Authorized">,
  { status }: BankConsentState,
  now: number,
  { consentCheck }: Timeouts
): StepOutcome => {
  if (status === "expired") return { ...expiredOutcome, expiresAt: now }
  if (status !== "valid") return revokedOutcome
  const isOver = accepts?._tag === "Code" && now >= accepts.until
  return unchangedOutcome(consent, resetAttempts({ ...progress, ...(accepts && !isOver && { accepts }) }), consentCheck)
}
