/**
 * Asks the bank or the electronic ID for the next step of a consent. Each step runs at least once, with the same key when
 * it runs again. Every failure of theirs is an outcome.
 */
import type { Identity } from "@sheaf/domain/CreateConsent"
import { failuresOf, PublicAddress } from "@sheaf/ports"
import type { AccountHoldingBanks, BankConsentRequest, ConsentStore, ConsentWork, ElectronicId } from "@sheaf/ports"
import { Cause, Clock, Effect, Redacted } from "effect"
import { Timeouts } from "../Timeouts.ts"
import * as BankCall from "./BankCall.ts"
import * as Decision from "./Decision.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"
import { expired, revoked } from "./Settlement.ts"
import type { Outcome } from "./Settlement.ts"

/** The services outside that the steps of a consent ask. */
type AskedServices = AccountHoldingBanks | ElectronicId | PublicAddress

/** The services that the steps of a consent need. */
export type Surroundings = AskedServices | ConsentStore

/** Each of these is done once for a consent, so that a retry without an answer has the same key. */
const keyOf = ({ consentId }: ConsentWork, action: "consent" | "order" | "identify"): string => `${consentId}/${action}`

/** At INITIATED: the bank makes the consent. */
const create = Effect.fnUntraced(function* (work: ConsentWork) {
  const { identity, returnState, terms } = work.progress
  const { base } = yield* PublicAddress
  const authorisation: BankConsentRequest["authorisation"] =
    identity === undefined
      ? { _tag: "REDIRECT", returnUrl: `${yield* base}/consents/return/${returnState}` }
      : { _tag: "ELECTRONIC_ID", personalNumber: Redacted.make(identity.personalNumber) }
  return yield* BankCall.createConsent(work.company, { ...terms, authorisation }, keyOf(work, "consent")).pipe(
    Effect.match({
      onFailure: (error) => Decision.onBankError(work, error),
      onSuccess: (made) => Decision.onCreated(work, made)
    })
  )
})

/** At INITIATED, when the bank has made the consent: the person is asked to identify. */
const orderIdentification = (work: ConsentWork, identity: Identity) => {
  const { loginMethod, personalNumber } = identity
  const request = { company: work.company, loginMethod, personalNumber: Redacted.make(personalNumber) }
  return ElectronicIdCall.order(request, keyOf(work, "order")).pipe(
    Effect.match({
      onFailure: (error) => Decision.onElectronicIdError(work, error),
      onSuccess: (order) => Decision.onOrdered(work, identity, order)
    })
  )
}

/** At AWAITING_AUTHORIZATION: whether the person has identified. */
const collectIdentification = Effect.fnUntraced(function* (work: ConsentWork, identity: Identity, orderRef: string) {
  const now = yield* Clock.currentTimeMillis
  return yield* ElectronicIdCall.collect(orderRef).pipe(
    Effect.match({
      onFailure: (error) => Decision.onElectronicIdError(work, error),
      onSuccess: (progress) => Decision.onIdentification(work, identity, progress, now)
    })
  )
})

/** At AWAITING_AUTHORIZATION: whether the bank has the authorization. */
const askBank = Effect.fnUntraced(
  function* (work: ConsentWork, bankConsentId: string) {
    const { company } = work
    const { identity } = work.progress
    if (identity !== undefined) {
      yield* BankCall.identify(company, bankConsentId, identity.personalNumber, keyOf(work, "identify"))
    }
    const state = yield* BankCall.status(company, bankConsentId)
    return Decision.onBankState(work, state, yield* Clock.currentTimeMillis, yield* Timeouts)
  },
  (effect, work) => Effect.catch(effect, (error) => Effect.succeed(Decision.onBankError(work, error)))
)

/** What is next on the way to being authorized. */
const goOn = (work: ConsentWork): Effect.Effect<Outcome, never, AskedServices> => {
  const { bankConsentId, identity, orderRef } = work.progress
  if (bankConsentId === undefined) return create(work)
  if (identity === undefined) return askBank(work, bankConsentId)
  if (work.status === "INITIATED") return orderIdentification(work, identity)
  return orderRef === undefined ? askBank(work, bankConsentId) : collectIdentification(work, identity, orderRef)
}

/** Until it is authorized. */
const authorize = Effect.fnUntraced(function* (work: ConsentWork) {
  const until = Decision.authorizeUntil(work, yield* Timeouts)
  const left = until - (yield* Clock.currentTimeMillis)
  if (left <= 0) {
    // Where the service itself was away, nothing was tried yet.
    const isUntried = work.status === "INITIATED" && work.progress.attempts === 0
    return isUntried ? yield* goOn(work) : Decision.outOfTime(work)
  }
  const outcome = yield* Effect.timeoutOrElse(goOn(work), {
    duration: left,
    orElse: () => Effect.succeed(Decision.outOfTime(work))
  })
  if (outcome.status !== work.status) return outcome
  return { ...outcome, afterMillis: Math.min(outcome.afterMillis, until - (yield* Clock.currentTimeMillis)) }
})

/** While it is authorized: its time comes, or the bank has ended it. */
const watch = Effect.fnUntraced(function* (work: ConsentWork) {
  const now = yield* Clock.currentTimeMillis
  const { bankConsentId } = work.progress
  if (now >= work.expiresAt) return expired
  if (bankConsentId === undefined) return revoked
  const timeouts = yield* Timeouts
  return yield* BankCall.status(work.company, bankConsentId).pipe(
    Effect.match({
      onFailure: (error) => Decision.onCheckFailed(work, error),
      onSuccess: (state) => Decision.onChecked(work, state, now, timeouts)
    }),
    Effect.timeoutOrElse({ duration: work.expiresAt - now, orElse: () => Effect.succeed(expired) })
  )
})

/** After its end: what is still open at the bank and the electronic ID is closed, for as long as it takes. */
const close = Effect.fnUntraced(function* (work: ConsentWork) {
  const { bankConsentId, orderRef } = work.progress
  if (orderRef !== undefined) yield* ElectronicIdCall.cancel(orderRef)
  if (bankConsentId === undefined) return Decision.closed(work)
  const now = yield* Clock.currentTimeMillis
  const told = yield* Effect.result(BankCall.revoke(work.company, bankConsentId))
  if (told._tag === "Success") return Decision.closed(work)
  const outcome = Decision.onCloseFailed(work, told.failure, now)
  if (outcome.closed !== true && Decision.isCloseLogged(work, now)) {
    yield* Effect.logWarning("consent could not be ended at the bank; it is tried again").pipe(
      Effect.annotateLogs({ failures: failuresOf(Cause.fail(told.failure)) })
    )
  }
  return outcome
})

const steps = {
  INITIATED: authorize,
  AWAITING_AUTHORIZATION: authorize,
  AUTHORIZED: watch,
  REVOKED: close,
  FAILED: close,
  EXPIRED: close
} as const satisfies Record<ConsentWork["status"], unknown>

/** Finds out the next step of a consent. */
export const nextStep = (work: ConsentWork): Effect.Effect<Outcome, never, AskedServices> => steps[work.status](work)
