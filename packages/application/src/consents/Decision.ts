/** The pure decisions about answers from the bank and the electronic ID (spec 2.4, 3.2, 17). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import { statusOfFailure } from "@sheaf/domain/ElectronicIdHint"
import type { AuthenticationFailure } from "@sheaf/domain/ElectronicIdHint"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type {
  BankConsent,
  BankConsentState,
  BankError,
  BlindIndex,
  ConsentProgressIn,
  ConsentProgress,
  ConsentInstructions,
  ConsentState,
  DisplayEntry,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress,
  UnconfirmedGrant
} from "@sheaf/ports"
import { Option, Redacted } from "effect"
import { dateOf } from "../views/DateFormat.ts"
import type { Timeouts } from "../settings/Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Renewal from "./Renewal.ts"
import {
  toAuthorizedStage,
  credentialsOf,
  expectsCode,
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
const retryOrFail = (
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

export const onElectronicIdError = (consent: ConsentState, { reason }: ElectronicIdError): StepOutcome =>
  reason === "ALREADY_IN_PROGRESS"
    ? failedOutcome("USER_CANCELLED")
    : retryOrFail(consent, reason !== "REFUSED", "REJECTED_BY_BANK")

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
    return unchangedOutcome(consent, { _tag: "Created", terms, attempts: 0, bank, identity: authorization.identity }, 0)
  }
  const progress: ConsentProgress = { _tag: "Redirected", terms, attempts: 0, bank, returns: authorization }
  if (redirectUrl === undefined) return { ...failedOutcome("BANK_UNAVAILABLE"), progress }
  return { status: "AWAITING_AUTHORIZATION", shown: { redirectUrl }, progress, afterMillis: watchMillis }
}

const shownOf = (
  { loginMethod }: ElectronicIdIdentity,
  { animatedCode, autoStartToken, controlCode, deviceLink, pageUrl }: ElectronicIdOrder
): ConsentInstructions => {
  const { animatedQr, autostart } = LoginMethod.describe(loginMethod)
  const display: ReadonlyArray<DisplayEntry> = [
    ...(animatedQr && animatedCode ? [{ _tag: "AnimatedCode", ...animatedCode } as const] : []),
    ...(deviceLink ? [{ _tag: "DeviceLink", ...deviceLink } as const] : [])
  ]
  return {
    ...(pageUrl !== undefined && { orderPageUrl: pageUrl }),
    ...(autostart && autoStartToken !== undefined && { autoStartToken }),
    ...(controlCode !== undefined && { referenceNumber: controlCode }),
    ...(display.length > 0 && { display })
  }
}

export const onOrderPlaced = (progress: ConsentProgressIn<"Created">, order: ElectronicIdOrder): StepOutcome => ({
  status: "AWAITING_AUTHORIZATION",
  shown: shownOf(progress.identity, order),
  progress: { ...progress, _tag: "Ordered", attempts: 0, orderRef: order.orderRef },
  afterMillis: 0
})

const failures: Record<AuthenticationFailure, ConsentFailureCode> = {
  AUTHENTICATION_TIMEOUT: "AUTHENTICATION_TIMEOUT",
  AUTHENTICATION_CANCELLED: "USER_CANCELLED",
  AUTHENTICATION_CONFLICT: "USER_CANCELLED",
  AUTHENTICATION_ERROR: "REJECTED_BY_BANK"
}

/** Decides on an order's progress. A completed order can belong to someone else, whose proof is not kept. */
export const onIdentification = (
  consent: ConsentState,
  ordered: ConsentProgressIn<"Ordered">,
  given: ElectronicIdProgress,
  now: number
): StepOutcome => {
  if (given._tag === "Pending") return unchangedOutcome(consent, resetAttempts(ordered), given.afterMillis)
  const progress = resetAttempts(toIdentifiedStage(ordered))
  if (given._tag === "Failed") return { ...failedOutcome(failures[statusOfFailure(given.hint)]), progress }
  const fromElectronicId = Redacted.value(given.personalNumber)
  const verdict = LoginIdentity.compare(ordered.identity.login, { fromElectronicId }, dateOf(now))
  const kept = given.completion?.proof && { proof: Redacted.value(given.completion.proof) }
  if (verdict === "VERIFIED") return { status: consent.status, progress: { ...progress, ...kept }, afterMillis: 0 }
  return { ...failedOutcome(verdict === "MISMATCH" ? "PERSON_MISMATCH" : failures.AUTHENTICATION_ERROR), progress }
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
  if (returns?._tag === "Client" && returns.hasReturned) return failedOutcome("NOT_CONFIRMED")
  const scope = ConsentScope.intersectScope(terms.scope, granted)
  if (scope === undefined) return failedOutcome("REJECTED_BY_BANK")
  const expiresAt = Date.parse(ConsentScope.expirationOf(terms.validUntil, granted.expiresAt))
  if (returns?._tag !== "Client") {
    const late = returns?.state === undefined ? undefined : ({ _tag: "Return", state: returns.state } as const)
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
  if (progress._tag !== "Redirected" && progress._tag !== "Granted") return Option.none()
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
  if (status !== "AWAITING_AUTHORIZATION" || progress._tag !== "Granted") return Option.none()
  const { codeHash: hash } = progress.returns
  const { expiresAt, scope, until } = progress.grant
  if (now >= until || !code.matches(hash)) return Option.some(failedOutcome("NOT_CONFIRMED"))
  const confirmed = toAuthorizedStage(progress, { _tag: "Code", hash, until })
  return Option.some({ status: "AUTHORIZED", scope, expiresAt, progress: confirmed, afterMillis: 0 })
}

/** Returns whether a confirmed consent still accepts its code. Reloading the page later must not affect the consent. */
export const acceptsCode = (progress: ConsentProgress, code: BlindIndex, now: number): boolean =>
  progress._tag === "Authorized" &&
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
  return progress._tag === "Granted" && code.matches(progress.returns.codeHash)
    ? Option.some(failedOutcome("NOT_CONFIRMED"))
    : Option.none()
}

/**
 * Returns the outcome of an authorization that timed out because the bank was unavailable or the person was too
 * late.
 */
export const onAuthorizationTimeout = ({ progress, status }: ConsentState): StepOutcome =>
  failedOutcome(status === "INITIATED" || progress.attempts > 0 ? "BANK_UNAVAILABLE" : "AUTHENTICATION_TIMEOUT")

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
