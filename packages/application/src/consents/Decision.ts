/** The pure decisions about answers from the bank and the electronic ID (spec 2.4, 3.2, 17). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { Identity } from "@sheaf/domain/CreateConsent"
import { statusOfFailure } from "@sheaf/domain/ElectronicIdHint"
import type { AuthenticationFailure } from "@sheaf/domain/ElectronicIdHint"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type {
  BankConsent,
  BankConsentState,
  BankError,
  BlindIndex,
  ConsentIn,
  ConsentProgress,
  ConsentShown,
  ConsentWork,
  DisplayEntry,
  ElectronicIdError,
  ElectronicIdOrder,
  ElectronicIdProgress,
  UnconfirmedGrant
} from "@sheaf/ports"
import { personalNumberOf } from "@sheaf/ports"
import { Option, Redacted } from "effect"
import { dateOf } from "../views/Day.ts"
import type { Timeouts } from "../settings/Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Renewal from "./Renewal.ts"
import { authorized, credentialsOf, identified, reached, unreached, withCredentials } from "./Progress.ts"
import { discarded, expired, expiredBefore, failed, revoked, stay } from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"

/** The shortest pause before the next check for the authorization, in milliseconds (spec 2.4, 2.5). */
const watchMillis = 2_000

/** Returns a pause that grows the longer the person takes. It ends early if the person returns from the bank. */
const watchAgain = (waitedMillis: number): number => Math.min(10_000, Math.max(watchMillis, waitedMillis / 6))

/** The longest pause between attempts while a person waits, in milliseconds. */
const impatientMillis = 10_000

/** Returns the time at which the authorization times out. */
export const authorizeUntil = (
  { createdAt, status, statusChangedAt }: ConsentWork,
  { consentAuthorization }: Timeouts
): number => (status === "INITIATED" ? createdAt : statusChangedAt) + consentAuthorization

/** Forgets a canceled order. */
const withoutOrder = (progress: ConsentProgress): ConsentProgress => {
  if (progress._tag !== "Ended") return progress
  const { orderRef: _, ...rest } = progress
  return rest
}

/** Retries after a growing pause, which is at least `pauseMillis`. */
const retryOrFail = (work: ConsentWork, canSucceed: boolean, failure: ConsentFailureCode, pauseMillis = 0): Settled =>
  canSucceed
    ? stay(
        work,
        unreached(work.progress),
        Math.max(pauseMillis, BankCall.backoff(work.progress.attempts, impatientMillis))
      )
    : failed(failure)

/** Lets the next step renew the consent's credentials. */
const renewFirst = (work: ConsentWork): Settled => stay(work, Renewal.needed(work.progress), 0)

export const onBankError = (work: ConsentWork, error: BankError): Settled =>
  error.reason === "CREDENTIALS_EXPIRED"
    ? renewFirst(work)
    : retryOrFail(
        work,
        BankCall.mayPassLater(error),
        error.reason === "BROKEN" ? "BANK_UNAVAILABLE" : "REJECTED_BY_BANK",
        error.retryAfterMillis
      )

export const onElectronicIdError = (work: ConsentWork, { reason }: ElectronicIdError): Settled =>
  reason === "ALREADY_IN_PROGRESS"
    ? failed("USER_CANCELLED")
    : retryOrFail(work, reason !== "REFUSED", "REJECTED_BY_BANK")

/**
 * Decides the next step once the bank has created the consent: the person authenticates with the electronic ID, or
 * authorizes the consent on the bank's page.
 */
export const onCreated = (
  work: ConsentWork,
  { attempts: _, authorization, terms }: ConsentIn<"Requested">,
  { bankConsentId, credentials, redirectUrl }: BankConsent
): Settled => {
  const bank = {
    bankConsentId,
    ...(credentials !== undefined && { credentials: { value: Redacted.value(credentials) } })
  }
  if (authorization._tag === "ElectronicId") {
    return stay(work, { _tag: "Created", terms, attempts: 0, bank, identity: authorization.identity }, 0)
  }
  const progress: ConsentProgress = { _tag: "Redirected", terms, attempts: 0, bank, returns: authorization }
  if (redirectUrl === undefined) return { ...failed("BANK_UNAVAILABLE"), progress }
  return { status: "AWAITING_AUTHORIZATION", shown: { redirectUrl }, progress, afterMillis: watchMillis }
}

const shownOf = (
  { loginMethod }: Identity,
  { animatedCode, autoStartToken, deviceLink, pageUrl }: ElectronicIdOrder
): ConsentShown => {
  const { animatedQr, autostart } = LoginMethod.describe(loginMethod)
  const display: ReadonlyArray<DisplayEntry> = [
    ...(animatedQr && animatedCode ? [{ _tag: "AnimatedCode", ...animatedCode } as const] : []),
    ...(deviceLink ? [{ _tag: "DeviceLink", ...deviceLink } as const] : []),
    ...(pageUrl === undefined ? [] : [{ _tag: "Page", url: pageUrl } as const])
  ]
  return {
    ...(autostart && autoStartToken !== undefined && { autoStartToken }),
    ...(display.length > 0 && { display })
  }
}

export const onOrdered = (progress: ConsentIn<"Created">, order: ElectronicIdOrder): Settled => ({
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

/** Decides on an order's progress. A completed order can belong to the right person or to someone else. */
export const onIdentification = (
  work: ConsentWork,
  ordered: ConsentIn<"Ordered">,
  given: ElectronicIdProgress,
  now: number
): Settled => {
  if (given._tag === "Pending") return stay(work, reached(ordered), given.afterMillis)
  const proof = given._tag === "Complete" ? given.completion?.proof : undefined
  const progress = { ...reached(identified(ordered)), ...(proof && { proof: Redacted.value(proof) }) }
  if (given._tag === "Failed") return { ...failed(failures[statusOfFailure(given.hint)]), progress }
  const { personalNumber: requested } = ordered.identity
  const fromElectronicId = personalNumberOf(given.person)
  const verdict = AuthenticationMismatch.check({ requested, fromElectronicId }, dateOf(now))
  if (verdict === "VERIFIED") return { status: work.status, progress, afterMillis: 0 }
  return { ...failed(verdict === "MISMATCH" ? "PERSON_MISMATCH" : failures.AUTHENTICATION_ERROR), progress }
}

/** Decides the next step after the person's other consents have been checked. */
export const onOthersChecked = (
  work: ConsentWork,
  { othersUnchecked: _, ...progress }: ConsentIn<"Authorized">,
  { consentCheck }: Timeouts
): Settled => stay(work, progress, consentCheck)

/**
 * Returns the settled step of an additional check, if it ends the consent or is due before the consent's next step.
 */
export const onRechecked = ({ dueAt, status }: ConsentWork, settled: Settled, now: number): Option.Option<Settled> =>
  settled.status !== status || now + settled.afterMillis < dueAt ? Option.some(settled) : Option.none()

/** Decides on the bank's report about a consent that awaits authorization. */
export const onBankState = (
  work: ConsentWork,
  progress: ConsentIn<"Identified" | "Redirected">,
  { granted, status }: BankConsentState,
  now: number,
  { consentConfirmation }: Timeouts
): Settled => {
  if (status === "received" || status === "partiallyAuthorised") {
    return stay(work, reached(progress), Math.round(watchAgain(now - work.statusChangedAt)))
  }
  if (status === "rejected") return failed("REJECTED_BY_BANK")
  if (status === "expired") return failed("AUTHENTICATION_TIMEOUT")
  if (status !== "valid") return revoked
  const { terms } = progress
  const returns = progress._tag === "Redirected" ? progress.returns : undefined
  if (returns?._tag === "Client" && returns.hasReturned) return failed("NOT_CONFIRMED")
  const scope = ConsentScope.grant(terms.scope, granted)
  if (scope === undefined) return failed("REJECTED_BY_BANK")
  const expiresAt = Date.parse(ConsentScope.expiresAt(terms.validUntil, granted.expiresAt))
  if (returns?._tag !== "Client") {
    const late = returns?.state === undefined ? undefined : ({ _tag: "Return", state: returns.state } as const)
    return { status: "AUTHORIZED", scope, expiresAt, progress: reached(authorized(progress, late)), afterMillis: 0 }
  }
  const until = Math.min(now + consentConfirmation, expiresAt)
  return {
    status: work.status,
    shown: work.shown, // Until the person returns, nothing tells the client's user of the grant.
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

/** Returns the settled step of a consent that the bank has granted but the person has not confirmed. */
export const unconfirmed = (work: ConsentWork, { until }: UnconfirmedGrant, now: number): Settled =>
  now >= until ? failed("NOT_CONFIRMED") : stay(work, work.progress, until - now)

/**
 * Returns whether a waiting consent's last step got the bank's answer. It did not while another step exchanges the code,
 * or if a step is due because the tokens have just arrived.
 */
export const isAnswered = ({ dueAt, progress }: ConsentWork, now: number): boolean =>
  progress.attempts === 0 && credentialsOf(progress)?.renewal === undefined && dueAt > now

/**
 * Returns whether a visit to the return address comes from the person who authorized the consent. With OAuth, only a
 * visit with the recorded code counts. Other banks send no code. `visit` has the hashes of the visit's code.
 */
export const isOfPerson = ({ progress }: ConsentWork, visit: BlindIndex | undefined): boolean => {
  const credentials = credentialsOf(progress)
  if (credentials === undefined) return true
  return visit !== undefined && credentials.codeHash !== undefined && visit.matches(credentials.codeHash)
}

/**
 * Records the person's first return after which the bank reported the consent's status. Returns nothing for later
 * returns and other visits, and while the code is being exchanged. If the bank has not granted the consent by then,
 * later returns do not get the code. Otherwise, the first visitor could keep the address and wait for someone else's
 * approval.
 */
export const onReturn = (work: ConsentWork, visit: BlindIndex | undefined, now: number): Option.Option<Settled> => {
  const { dueAt, progress, shown, status } = work
  if (status !== "AWAITING_AUTHORIZATION" || !isOfPerson(work, visit)) return Option.none()
  if (progress._tag !== "Redirected" && progress._tag !== "Granted") return Option.none()
  const { returns } = progress
  const isOpen = returns._tag === "Client" && returns.hasReturned === undefined
  if (!isOpen || progress.bank.credentials?.renewal !== undefined) return Option.none()
  const afterMillis = Math.max(0, dueAt - now)
  return Option.some({
    ...stay(work, { ...progress, returns: { ...returns, hasReturned: true } }, afterMillis),
    shown: progress._tag === "Granted" ? {} : shown
  })
}

/** Decides on a confirmation code, given the code's hashes. Returns nothing if the consent is not waiting for a code. */
export const onConfirmation = (
  { progress, status }: ConsentWork,
  code: BlindIndex,
  now: number
): Option.Option<Settled> => {
  if (status !== "AWAITING_AUTHORIZATION" || progress._tag !== "Granted") return Option.none()
  const { codeHash: hash } = progress.returns
  const { expiresAt, scope, until } = progress.grant
  if (now >= until || !code.matches(hash)) return Option.some(failed("NOT_CONFIRMED"))
  const confirmed = authorized(progress, { _tag: "Code", hash, until })
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
  { progress, scope, status }: ConsentWork,
  code: BlindIndex,
  now: number
): Option.Option<Settled> => {
  if (status === "AUTHORIZED")
    return acceptsCode(progress, code, now) ? Option.some(discarded({ scope })) : Option.none()
  return progress._tag === "Granted" && code.matches(progress.returns.codeHash)
    ? Option.some(failed("NOT_CONFIRMED"))
    : Option.none()
}

/**
 * Returns the settled step of an authorization that timed out because the bank was unavailable or the person was too
 * late.
 */
export const outOfTime = ({ progress, status }: ConsentWork): Settled =>
  failed(status === "INITIATED" || progress.attempts > 0 ? "BANK_UNAVAILABLE" : "AUTHENTICATION_TIMEOUT")

/** The pause after a failed check of an authorized consent, in milliseconds. */
const checkAgainMillis = 600_000

export const onCheckFailed = (work: ConsentWork, { reason }: BankError): Settled => {
  if (reason === "CREDENTIALS_EXPIRED") return renewFirst(work)
  return reason === "CONSENT_INVALID" ? revoked : stay(work, reached(work.progress), checkAgainMillis)
}

/** Returns whether a consent still waits for the response to the request with these credentials. */
const awaitsResponse = ({ progress, status }: ConsentWork, before: string): boolean => {
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
export const onCode = (
  work: ConsentWork,
  { before, credentials, visit }: ReturnedCode,
  now: number
): Option.Option<Settled> => {
  const { progress } = work
  if (!awaitsResponse(work, before) || credentials === before || progress._tag !== "Redirected") return Option.none()
  const { returns } = progress
  const kept: ConsentProgress = { ...progress, returns: returns._tag === "Client" ? returns : { _tag: "Page" } }
  const coded = withCredentials(kept, { value: credentials, codeHash: visit.written.text })
  return Option.some(stay(work, Renewal.needed(coded), Math.max(0, work.dueAt - now)))
}

/**
 * Ends a consent after a response that did not come from its bank's authorization server. Returns nothing if the consent
 * no longer waits for the response.
 */
export const onForeignResponse = (work: ConsentWork, before: string, { reason }: BankError): Option.Option<Settled> =>
  awaitsResponse(work, before) && reason === "REFUSED" ? Option.some(failed("REJECTED_BY_BANK")) : Option.none()

/**
 * Ends a consent after a return that cannot be the person's: in another browser than that of its Connect session, or at
 * another bank's address. Returns nothing if the consent no longer waits.
 */
export const onStrangeReturn = ({ status }: ConsentWork): Option.Option<Settled> =>
  status === "AWAITING_AUTHORIZATION" ? Option.some(failed("NOT_CONFIRMED")) : Option.none()

/**
 * Returns the end of a consent that has expired. A consent with credentials can expire before the bank's own consent
 * does, because it ends with a token that nobody can renew. The next step then ends the consent at the bank.
 */
export const onExpired = ({ expiresAt, progress }: ConsentWork): Settled =>
  credentialsOf(progress) === undefined ? expired : expiredBefore(expiresAt)

/** Decides on the bank's report about an authorized consent. */
export const onChecked = (
  work: ConsentWork,
  { accepts, ...progress }: ConsentIn<"Authorized">,
  { status }: BankConsentState,
  now: number,
  { consentCheck }: Timeouts
): Settled => {
  if (status === "expired") return { ...expired, expiresAt: now }
  if (status !== "valid") return revoked
  const isOver = accepts?._tag === "Code" && now >= accepts.until
  return stay(work, reached({ ...progress, ...(accepts && !isOver && { accepts }) }), consentCheck)
}

/** The pause between attempts after a bank has been unavailable for a day, in milliseconds. */
const longAwayMillis = 3_600_000

/** Returns the pause before the next attempt to revoke a consent at the bank, in milliseconds. */
const tellAgainMillis = ({ progress, statusChangedAt }: ConsentWork, now: number): number =>
  now < statusChangedAt + dayMillis ? BankCall.backoff(progress.attempts) : longAwayMillis

/** The outcome for an ended consent with nothing left to do. */
export const closed = ({ status }: ConsentWork): Settled => ({ status, afterMillis: 0, closed: true })

/**
 * Decides the next step after the bank failed to revoke a consent. If the consent has ended at the bank, no retry is
 * needed.
 */
export const onCloseFailed = (work: ConsentWork, { reason }: BankError, now: number): Settled =>
  reason === "CREDENTIALS_EXPIRED" && now < work.expiresAt
    ? renewFirst(work)
    : reason === "CONSENT_INVALID" || now >= work.expiresAt
      ? closed(work)
      : stay(work, unreached(withoutOrder(work.progress)), tellAgainMillis(work, now))

/** Decides the next step if an ended consent's credentials cannot be renewed. Without credentials, the bank may still accept the end. */
export const onCloseRenewalFailed = (work: ConsentWork, error: BankError, now: number): Settled =>
  error.reason === "CONSENT_INVALID" ? stay(work, work.progress, 0) : onCloseFailed(work, error, now)

/**
 * Returns true if a failed revocation must be logged: the first attempt, and the last attempt of each day since the
 * end.
 */
export const isCloseLogged = (work: ConsentWork, now: number): boolean => {
  const daysAt = (time: number) => Math.floor((time - work.statusChangedAt) / dayMillis)
  return work.progress.attempts === 0 || daysAt(now) < daysAt(now + tellAgainMillis(work, now))
}
