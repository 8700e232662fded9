/**
 * The steps of a consent: what to ask the bank or the electronic ID next, and what their answer makes of it (decisions 6,
 * 9). Each runs at least once, with the same key when it runs again.
 */
import * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { ConsentFailureCode } from "@sheaf/domain/ConsentStatusObject"
import type { Identity } from "@sheaf/domain/CreateConsent"
import { statusOfFailure } from "@sheaf/domain/ElectronicId"
import type { AuthenticationFailure } from "@sheaf/domain/ElectronicId"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { failuresOf, PublicAddress } from "@sheaf/ports"
import type {
  AccountHoldingBanks,
  BankConsentRequest,
  BankConsentState,
  BankError,
  ConsentProgress,
  ConsentShown,
  ConsentWork,
  ElectronicId,
  ElectronicIdError,
  ElectronicIdOrder
} from "@sheaf/ports"
import { Cause, Clock, Effect, Redacted } from "effect"
import { dateOf } from "../Day.ts"
import { Timeouts } from "../Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import { expired, failed, revoked, stay, withoutPerson } from "./ConsentSettlement.ts"
import type { Outcome } from "./ConsentSettlement.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"

/** How soon a bank is asked again whether the person has authorised, in milliseconds (decisions 4, 9). */
const watchMillis = 2_000

/** The longer a person takes, the less is lost by asking less often; who comes back from the bank is looked up at once. */
const watchAgain = (waitedMillis: number): number => Math.min(10_000, Math.max(watchMillis, waitedMillis / 6))

/** The longest pause between attempts while a person waits for them. */
const impatientMillis = 10_000

/** Each of these is done once for a consent: what is tried again, because no answer came, comes with the same key. */
const keyOf = ({ consentId }: ConsentWork, action: "consent" | "order" | "identify"): string => `${consentId}/${action}`

/** When the person's time to authorise is over. */
const authorizeUntil = ({ createdAt, status, statusChangedAt }: ConsentWork, { consentAuthorization }: Timeouts) =>
  (status === "INITIATED" ? createdAt : statusChangedAt) + consentAuthorization

const once = (progress: ConsentProgress): ConsentProgress => ({ ...progress, attempts: 0 })
const onceMore = (progress: ConsentProgress): ConsentProgress => ({ ...progress, attempts: progress.attempts + 1 })

/** Tries again later what may pass; a refusal is final. */
const unlessPassing = (work: ConsentWork, passes: boolean, failure: ConsentFailureCode): Outcome =>
  passes
    ? stay(work, onceMore(work.progress), BankCall.backoff(work.progress.attempts, impatientMillis))
    : failed(failure)

const bankFailure = (work: ConsentWork, error: BankError): Outcome =>
  unlessPassing(work, BankCall.mayPass(error), error.reason === "BROKEN" ? "BANK_UNAVAILABLE" : "REJECTED_BY_BANK")

/** At INITIATED: the bank makes the consent. */
const create = Effect.fnUntraced(function* (work: ConsentWork) {
  const { company, progress } = work
  const { identity, returnState, terms } = progress
  const { base } = yield* PublicAddress
  const authorisation: BankConsentRequest["authorisation"] =
    identity === undefined
      ? { _tag: "REDIRECT", returnUrl: `${yield* base}/consents/return/${returnState}` }
      : { _tag: "ELECTRONIC_ID", personalNumber: Redacted.make(identity.personalNumber) }
  return yield* BankCall.createConsent(company, { ...terms, authorisation }, keyOf(work, "consent")).pipe(
    Effect.match({
      onFailure: (error) => bankFailure(work, error),
      onSuccess: ({ bankConsentId, redirectUrl }): Outcome => {
        const made = { ...once(progress), bankConsentId }
        if (identity !== undefined) return stay(work, made, 0)
        if (redirectUrl === undefined) return { ...failed("BANK_UNAVAILABLE"), progress: made }
        return { status: "AWAITING_AUTHORIZATION", shown: { redirectUrl }, progress: made, afterMillis: watchMillis }
      }
    })
  )
})

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

const electronicIdFailure = (work: ConsentWork, { reason }: ElectronicIdError): Outcome =>
  reason === "ALREADY_IN_PROGRESS"
    ? failed("USER_CANCELLED")
    : unlessPassing(work, reason !== "REFUSED", "REJECTED_BY_BANK")

/** At INITIATED, when the bank has made it: the person is asked to identify. */
const orderIdentification = Effect.fnUntraced(function* (work: ConsentWork, identity: Identity) {
  const { company, progress } = work
  const { loginMethod, personalNumber } = identity
  const request = { company, loginMethod, personalNumber: Redacted.make(personalNumber) }
  return yield* ElectronicIdCall.order(request, keyOf(work, "order")).pipe(
    Effect.match({
      onFailure: (error) => electronicIdFailure(work, error),
      onSuccess: (order): Outcome => ({
        status: "AWAITING_AUTHORIZATION",
        shown: shownOf(identity, order),
        progress: { ...once(progress), orderRef: order.orderRef },
        afterMillis: 0
      })
    })
  )
})

const failures: Record<AuthenticationFailure, ConsentFailureCode> = {
  AUTHENTICATION_TIMEOUT: "AUTHENTICATION_TIMEOUT",
  AUTHENTICATION_CANCELLED: "USER_CANCELLED",
  AUTHENTICATION_CONFLICT: "USER_CANCELLED",
  AUTHENTICATION_ERROR: "REJECTED_BY_BANK"
}

const withoutOrder = ({ orderRef: _, ...progress }: ConsentProgress): ConsentProgress => progress

/** At AWAITING_AUTHORIZATION: whether the person has identified, and as whom (spec 3.2). */
const collectIdentification = Effect.fnUntraced(function* (work: ConsentWork, identity: Identity, orderRef: string) {
  const now = yield* Clock.currentTimeMillis
  return yield* ElectronicIdCall.collect(orderRef).pipe(
    Effect.match({
      onFailure: (error) => electronicIdFailure(work, error),
      onSuccess: (progress): Outcome => {
        if (progress._tag === "Pending") return stay(work, once(work.progress), progress.afterMillis)
        if (progress._tag === "Failed") {
          return { ...failed(failures[statusOfFailure(progress.hint)]), progress: withoutOrder(work.progress) }
        }
        const { personalNumber } = progress
        const verdict = AuthenticationMismatch.check(
          {
            requested: identity.personalNumber,
            fromElectronicId: personalNumber && Redacted.value(personalNumber)
          },
          dateOf(now)
        )
        const done = once(withoutOrder(work.progress))
        return verdict === "MISMATCH"
          ? { ...failed("PERSON_MISMATCH"), progress: done }
          : { status: work.status, progress: done, afterMillis: 0 }
      }
    })
  )
})

/** At AWAITING_AUTHORIZATION: what the bank's word makes of the consent. */
const judge = (work: ConsentWork, { granted, status }: BankConsentState, now: number, check: number): Outcome => {
  if (status === "received" || status === "partiallyAuthorised") {
    return stay(work, once(work.progress), Math.round(watchAgain(now - work.statusChangedAt)))
  }
  if (status === "rejected") return failed("REJECTED_BY_BANK")
  if (status === "expired") return failed("AUTHENTICATION_TIMEOUT")
  if (status !== "valid") return revoked
  const { terms } = work.progress
  const scope = ConsentScope.grant(terms.scope, granted)
  if (scope === undefined) return failed("REJECTED_BY_BANK")
  const expiresAt = Date.parse(ConsentScope.expiresAt(terms.validUntil, granted.expiresAt))
  return {
    status: "AUTHORIZED",
    scope,
    expiresAt,
    progress: once(withoutPerson(work.progress)),
    afterMillis: check
  }
}

const askBank = Effect.fnUntraced(
  function* (work: ConsentWork, bankConsentId: string) {
    const { company } = work
    const { identity } = work.progress
    if (identity !== undefined) {
      yield* BankCall.identify(company, bankConsentId, identity.personalNumber, keyOf(work, "identify"))
    }
    const { consentCheck } = yield* Timeouts
    const state = yield* BankCall.status(company, bankConsentId)
    return judge(work, state, yield* Clock.currentTimeMillis, consentCheck)
  },
  (effect, work) => Effect.catch(effect, (error) => Effect.succeed(bankFailure(work, error)))
)

/** What is next on the way to being authorised. */
const goOn = (work: ConsentWork): Effect.Effect<Outcome, never, AccountHoldingBanks | ElectronicId | PublicAddress> => {
  const { bankConsentId, identity, orderRef } = work.progress
  if (bankConsentId === undefined) return create(work)
  if (identity === undefined) return askBank(work, bankConsentId)
  if (work.status === "INITIATED") return orderIdentification(work, identity)
  return orderRef === undefined ? askBank(work, bankConsentId) : collectIdentification(work, identity, orderRef)
}

/** An answer that never came is the person's affair where the bank could be reached, and the bank's where not. */
const outOfTime = ({ progress, status }: ConsentWork): Outcome =>
  failed(status === "INITIATED" || progress.attempts > 0 ? "BANK_UNAVAILABLE" : "AUTHENTICATION_TIMEOUT")

/** Until it is authorised. */
const authorize = Effect.fnUntraced(function* (work: ConsentWork) {
  const until = authorizeUntil(work, yield* Timeouts)
  const left = until - (yield* Clock.currentTimeMillis)
  if (left <= 0) {
    // Where the service itself was away, nothing was tried yet.
    const isUntried = work.status === "INITIATED" && work.progress.attempts === 0
    return isUntried ? yield* goOn(work) : outOfTime(work)
  }
  const outcome = yield* Effect.timeoutOrElse(goOn(work), {
    duration: left,
    orElse: () => Effect.succeed(outOfTime(work))
  })
  if (outcome.status !== work.status) return outcome
  return { ...outcome, afterMillis: Math.min(outcome.afterMillis, until - (yield* Clock.currentTimeMillis)) }
})

/** How long until the bank is asked after an authorised consent that it was not reached for, in milliseconds. */
const checkAgainMillis = 600_000

/** While it is authorised: its time comes, or the bank has ended it. */
const watch = Effect.fnUntraced(function* (work: ConsentWork) {
  const now = yield* Clock.currentTimeMillis
  const { bankConsentId } = work.progress
  if (now >= work.expiresAt) return expired
  if (bankConsentId === undefined) return revoked
  const { consentCheck } = yield* Timeouts
  const later = (millis: number) => stay(work, once(work.progress), millis)
  return yield* BankCall.status(work.company, bankConsentId).pipe(
    Effect.match({
      onFailure: ({ reason }) => (reason === "CONSENT_INVALID" ? revoked : later(checkAgainMillis)),
      onSuccess: ({ status }) => {
        if (status === "expired") return { ...expired, expiresAt: now }
        return status === "valid" ? later(consentCheck) : revoked
      }
    }),
    Effect.timeoutOrElse({ duration: work.expiresAt - now, orElse: () => Effect.succeed(expired) })
  )
})

const dayMillis = 86_400_000

/** A bank that was away for a day is asked every hour whether it is back. */
const longAwayMillis = 3_600_000

/** When the bank is told again of an end that it could not be told of, in milliseconds from now. */
const tellAgainMillis = ({ progress, statusChangedAt }: ConsentWork, now: number): number =>
  now < statusChangedAt + dayMillis ? BankCall.backoff(progress.attempts) : longAwayMillis

/** Of the attempts to tell the bank the log hears of the first, and of the last of every day since the end. */
const isLogged = ({ progress, statusChangedAt }: ConsentWork, now: number, againMillis: number): boolean => {
  const daysAt = (time: number) => Math.floor((time - statusChangedAt) / dayMillis)
  return progress.attempts === 0 || daysAt(now) < daysAt(now + againMillis)
}

/** After its end: what is still open at the bank and the electronic ID is closed, for as long as it takes. */
const close = Effect.fnUntraced(function* (work: ConsentWork) {
  const { bankConsentId, orderRef } = work.progress
  if (orderRef !== undefined) yield* ElectronicIdCall.cancel(orderRef)
  const closed: Outcome = { status: work.status, afterMillis: 0, closed: true }
  if (bankConsentId === undefined) return closed
  const now = yield* Clock.currentTimeMillis
  const told = yield* Effect.result(BankCall.revoke(work.company, bankConsentId))
  if (told._tag === "Success") return closed
  // By now it has ended at the bank by itself.
  if (told.failure.reason === "CONSENT_INVALID" || now >= work.expiresAt) return closed
  const againMillis = tellAgainMillis(work, now)
  if (isLogged(work, now, againMillis)) {
    yield* Effect.logWarning("consent could not be ended at the bank; it is tried again").pipe(
      Effect.annotateLogs({ failures: failuresOf(Cause.fail(told.failure)) })
    )
  }
  return stay(work, onceMore(withoutOrder(work.progress)), againMillis)
})

const steps = {
  INITIATED: authorize,
  AWAITING_AUTHORIZATION: authorize,
  AUTHORIZED: watch,
  REVOKED: close,
  FAILED: close,
  EXPIRED: close
} as const satisfies Record<ConsentWork["status"], unknown>

/** What comes of the next step of a consent. Whatever goes wrong at the bank is an outcome. */
export const next = (
  work: ConsentWork
): Effect.Effect<Outcome, never, AccountHoldingBanks | ElectronicId | PublicAddress> => steps[work.status](work)
