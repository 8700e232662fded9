/** The pure decisions about answers from the bank, and about the person's return from its page (spec 2.4). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type {
  BankConsent,
  BankConsentState,
  BankError,
  BlindIndex,
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

/** The shortest pause before the next check for the authorization, in milliseconds (spec 2.4, 2.5). */
export const watchMillis = 2_000

/** Returns a pause that grows the longer the person takes. It ends early if the person returns from the bank. */
export const nextWatchMillis = (waitedMillis: number): number =>
  Math.min(10_000, Math.max(watchMillis, waitedMillis / 6))

/** The longest pause between attempts while a person waits, in milliseconds. */
const impatientMillis = 10_000

/** Returns the time at which the authorization times out. */
export const authorizationDeadline = (
  { createdAt, status, statusChangedAt }: ConsentState,
  { consentAuthorization }: Timeouts
): number => (status === "INITIATED" ? createdAt : statusChangedAt) + consentAuthorization

/** Retries after a growing pause, which is at least `pauseMillis`. */
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

/** Lets the next step renew the consent's credentials. */
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

/**
 * Decides the next step once the bank has created the consent: the person authenticates with the electronic ID, or
 * authorizes the consent on the bank's page.
 */
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

/** Decides the next step after the person's other consents have been checked. */
export const onOtherConsentsChecked = (
  consent: ConsentState,
  { othersUnchecked: _, ...progress }: ConsentProgressIn<"Authorized">,
  { consentCheck }: Timeouts
): StepOutcome => unchangedOutcome(consent, progress, consentCheck)

/**
 * Returns the outcome of an additional check, if that outcome ends the consent, or if the check is due before the consent's
 * next step.
 */
export const onAdditionalCheck = (
  { dueAt, status }: ConsentState,
  outcome: StepOutcome,
  now: number
): Option.Option<StepOutcome> =>
  outcome.status !== status || now + outcome.afterMillis < dueAt ? Option.some(outcome) : Option.none()

/** Decides on the bank's report about a consent that awaits authorization. */
export const onBankState = (
  consent: ConsentState,
  progress: ConsentProgressIn<"Identified" | "Redirected">,
  { challenge, granted, status }: BankConsentState,
  now: number,
  { consentConfirmation }: Timeouts
): StepOutcome => {
  if (status === "received" || status === "partiallyAuthorised") {
    const isInApp = progress._tag === "Identified" && challenge !== undefined
    // A challenge changes every few seconds, and ends with the person's login in the bank's app.
    const pause = isInApp ? watchMillis : Math.round(nextWatchMillis(now - consent.statusChangedAt))
    const waiting = unchangedOutcome(consent, resetAttempts(progress), pause)
    return isInApp ? { ...waiting, shown: { challenge } } : waiting
  }
  if (status === "rejected") return failedOutcome("REJECTED_BY_BANK")
  if (status === "expired") return failedOutcome("AUTHENTICATION_TIMEOUT")
  if (status !== "valid") return revokedOutcome
  const { terms } = progress
  const returns = progress._tag === "Redirected" ? progress.returns : undefined
  if (returns?._tag === "Client" && returns.hasReturned) return failedOutcome("NOT_CONFIRMED")
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
    shown: consent.shown, // Until the person returns, nothing tells the client's user of the grant.
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

/** Returns the outcome of a consent that the bank has granted but the person has not confirmed. */
export const onUnconfirmedGrant = (consent: ConsentState, { until }: UnconfirmedGrant, now: number): StepOutcome =>
  now >= until ? failedOutcome("NOT_CONFIRMED") : unchangedOutcome(consent, consent.progress, until - now)

/**
 * Returns whether a waiting consent's last step got the bank's answer. It did not while another step exchanges the code,
 * or if a step is due because the tokens have just arrived.
 */
export const hasBankAnswered = ({ dueAt, progress }: ConsentState, now: number): boolean =>
  progress.attempts === 0 && credentialsOf(progress)?.renewal === undefined && dueAt > now

/** Returns whether a visit is the person's. If the page adds a code, only a visit with the recorded one is. */
export const isVisitByPerson = ({ progress }: ConsentState, visit: BlindIndex | undefined): boolean => {
  const codeHash = credentialsOf(progress)?.codeHash
  return !expectsCode(progress) || (visit !== undefined && codeHash !== undefined && visit.matches(codeHash))
}

/**
 * Records the person's first return after which the bank reported the consent's status. Returns nothing for later
 * returns and other visits, and while the code is being exchanged. If the bank has not granted the consent by then,
 * later returns do not get the code. Otherwise, the first visitor could keep the address and wait for someone else's
 * approval.
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
  const isOpen = returns._tag === "Client" && returns.hasReturned === undefined
  if (!isOpen || progress.bank.credentials?.renewal !== undefined) return Option.none()
  const afterMillis = Math.max(0, dueAt - now)
  return Option.some({
    ...unchangedOutcome(consent, { ...progress, returns: { ...returns, hasReturned: true } }, afterMillis),
    shown: progress._tag === "Granted" ? {} : shown
  })
}

/** Decides on a confirmation code, given the code's hashes. Returns nothing if the consent is not waiting for a code. */
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

/** Returns whether a confirmed consent still accepts its code. Reloading the page later must not affect the consent. */
export const acceptsCode = (progress: ConsentProgress, code: BlindIndex, now: number): boolean =>
  (progress._tag === "Authorized" || progress._tag === "Identified") &&
  progress.accepts?._tag === "Code" &&
  now < progress.accepts.until &&
  code.matches(progress.accepts.hash)

/** Decides on a code from another user, given the code's hashes. Returns nothing if the code is wrong or expired. */
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

/**
 * Returns the outcome of an authorization that timed out because the bank was unavailable or the person was too
 * late.
 */
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

/** Returns whether a consent still waits for the response to the request with these credentials. */
const awaitsResponse = ({ progress, status }: ConsentState, before: string): boolean => {
  const credentials = credentialsOf(progress)
  return status === "AWAITING_AUTHORIZATION" && credentials?.renewal === undefined && credentials?.value === before
}

/** The credentials with the code of a person who returned. */
export interface ReturnedCode {
  /** The credentials without the code. */
  readonly before: string
  readonly credentials: string
  /** The hashes of the code. */
  readonly visit: BlindIndex
}

/**
 * Records the code from a person's return, and uses up the return state in the same write, so that neither is lost
 * alone. With a return address, the state works until the confirmation. Returns nothing if the person has already
 * returned with a code, or if the consent no longer awaits authorization.
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
 * Ends a consent after a response that did not come from its bank's authorization server. Returns nothing if the consent
 * no longer waits for the response.
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
 * Ends a consent after a return that cannot be the person's: in another browser than that of its Connect session, or at
 * another bank's address. Returns nothing if the consent no longer waits.
 */
export const onUntrustedReturn = ({ status }: ConsentState): Option.Option<StepOutcome> =>
  status === "AWAITING_AUTHORIZATION" ? Option.some(failedOutcome("NOT_CONFIRMED")) : Option.none()

/**
 * Returns the end of a consent that has expired. A consent with credentials can expire before the bank's own consent
 * does, because it ends with a token that nobody can renew. The next step then ends the consent at the bank.
 */
export const onConsentExpired = ({ expiresAt, progress }: ConsentState): StepOutcome =>
  credentialsOf(progress) === undefined ? expiredOutcome : earlyExpiryOutcome(expiresAt)

/** Decides on the bank's report about an authorized consent. */
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
