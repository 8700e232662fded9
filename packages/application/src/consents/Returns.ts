/** Handles people who return from the bank's page (spec 3.4). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import { ConsentStore, PublicUrl } from "@sheaf/ports"
import type {
  AuthorizationResponse,
  BlindIndex,
  ConsentState,
  ReturnResult,
  ReturnedConsent,
  ReturnVisit
} from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Result } from "effect"
import * as SessionBrowser from "../sessions/SessionBrowser.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as BankCall from "./BankCall.ts"
import * as Changes from "./Changes.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"
import * as Decision from "./Decision.ts"
import * as IdentificationDecision from "./IdentificationDecision.ts"
import { credentialsOf, expectsCode, isUnconfirmed } from "./Progress.ts"

/**
 * Asks the bank, but waits only five seconds, because the person is waiting. If that fails, later steps ask again.
 * Returns true if the bank has answered.
 */
const lookUp = (consentId: string) =>
  Changes.refreshStatus(consentId, "AWAITING_AUTHORIZATION").pipe(
    Effect.timeoutOption("5 seconds"),
    Effect.map(Option.isSome),
    Effect.catchCause((cause) =>
      Effect.logWarning("could not look up consent at the bank; its steps will retry").pipe(
        withFailureAnnotations(cause),
        Effect.as(false)
      )
    )
  )

const read = (consentId: string) => Effect.flatMap(ConsentStore, (store) => Effect.orDie(store.loadState(consentId)))

/**
 * Returns true if the bank's answer still matters, because the consent has not been granted and a grant would still be
 * in time.
 */
const isOpenAt =
  (now: number) =>
  ({ progress }: ConsentState): boolean =>
    !isUnconfirmed(progress) && !Decision.isDecisionLate(progress, now)

const isAwaitingAt =
  (now: number) =>
  (consent: ConsentState): boolean =>
    consent.status === "AWAITING_AUTHORIZATION" && isOpenAt(now)(consent)

interface Visit {
  readonly given: Redacted.Redacted | undefined
  /** Hashes of the authorization server's code. Absent if the visit has no code. */
  readonly visit: BlindIndex | undefined
}

/**
 * Returns true if the bank adds a code when it sends the person back. In that case, only a visit with a code may use up
 * the return state. Otherwise a stranger could visit the URL without a code and block the person's return.
 */
const awaitsCode = ({ progress, status }: ConsentState): boolean =>
  status === "AWAITING_AUTHORIZATION" && expectsCode(progress)

const clientAddress = (
  { consentId }: ReturnedConsent,
  { returnUrl, state }: ReturnUrl.ReturnTarget,
  more: { readonly code?: string }
) => {
  const location = ReturnUrl.withParameters(returnUrl, { consentId, ...(state !== undefined && { state }), ...more })
  return { _tag: "REDIRECTED", location } satisfies ReturnResult
}

/**
 * Redirects a visitor to the client. On the person's first return after the bank's grant, the redirect contains the
 * code, and the browser receives a secret. On later returns, the redirect contains the code only if the browser sends
 * that secret. Returns undefined, without a redirect, as long as the bank could still grant the consent.
 */
const redirected = Effect.fnUntraced(function* (
  consent: ReturnedConsent,
  returnTo: ReturnUrl.ReturnTarget,
  returnState: string,
  { given, visit }: Visit
) {
  const { clientId, consentId } = consent
  const named = { clientId, id: consentId }
  const isFirst = yield* Effect.orDie(
    Changes.changeConsent(consentId, (found, now) => Decision.onReturn(found, visit, now))
  )
  const current = Option.filter(yield* read(consentId), (found) => Decision.isVisitByPerson(found, visit))
  if (Option.exists(current, isAwaitingAt(yield* Clock.currentTimeMillis))) return undefined
  const progress = Option.getOrUndefined(current)?.progress
  const codeHash =
    progress && isUnconfirmed(progress) && progress.returns.hasReturned ? progress.returns.codeHash : undefined
  const secret = yield* ConfirmationCode.browserSecretOf(named, returnState)
  const isSame = given !== undefined && secret.matches(Redacted.value(given))
  const isShown = (isFirst || isSame) && codeHash !== undefined
  const code = isShown ? yield* ConfirmationCode.rederiveCode(named, returnState, codeHash) : undefined
  const isSecure = (yield* (yield* PublicUrl).base).startsWith("https:")
  const address = clientAddress(consent, returnTo, code === undefined ? {} : { code: Redacted.value(code) })
  const browser = { secret: Redacted.make(secret.written.text), isSecure }
  return { ...address, ...(isFirst && code && { browser }) } satisfies ReturnResult
})

/**
 * Records a code, once per consent. The next step exchanges it. A response from another server ends the consent (RFC
 * 9207).
 */
const accept = Effect.fnUntraced(function* (
  { company, consentId, progress }: ConsentState,
  response: AuthorizationResponse,
  visit: BlindIndex
) {
  const before = credentialsOf(progress)?.value
  if (before === undefined) return
  const accepted = yield* Effect.result(BankCall.acceptCode(company, before, response))
  yield* Effect.orDie(
    Changes.changeConsent(consentId, (consent, now) =>
      Result.isSuccess(accepted)
        ? Decision.onReturnedCode(consent, { before, credentials: accepted.success, visit }, now)
        : Decision.onForeignResponse(consent, before, accepted.failure)
    )
  )
})

const outcomeOf = (status: ConsentStatus.ConsentStatus) => {
  if (ConsentStatus.isUsable(status)) return "AUTHORIZED"
  return ConsentStatus.isFinal(status) ? "ENDED" : "PENDING"
}

export const handleReturn = Effect.fnUntraced(function* ({
  browser,
  company,
  query,
  response,
  state: returnState
}: ReturnVisit) {
  const store = yield* ConsentStore
  const unknown: ReturnResult = { _tag: "UNKNOWN" }
  const found = yield* Effect.orDie(store.findReturn(returnState))
  if (Option.isNone(found)) return unknown
  const { clientId, consentId, returnTo } = found.value
  const before = yield* read(consentId)
  const owner = yield* Effect.orDie(store.find(clientId, consentId))
  if (Option.isNone(owner)) return unknown
  const isOwn = yield* SessionBrowser.isSessionBrowser(owner.value, browser)
  if (!isOwn || company !== owner.value.company) {
    yield* Effect.orDie(Changes.changeConsent(consentId, Decision.onUntrustedReturn))
  } else if (query !== undefined) {
    yield* Effect.orDie(Changes.changeConsent(consentId, (found) => IdentificationDecision.onAppReturn(found, query)))
  }
  const visit =
    response &&
    (yield* ConfirmationCode.authorizationCodeHashOf({ ...found.value, id: found.value.consentId }, response.code))
  const waiting = Option.getOrUndefined(Option.filter(before, awaitsCode))
  if (waiting === undefined) {
    if (Option.isNone(yield* Effect.orDie(store.takeReturn(returnState)))) return unknown
  } else if (response !== undefined && visit !== undefined) yield* accept(waiting, response, visit)
  // Asks the bank only if it has not decided yet, and if there is still time for a decision to yield a confirmation
  // code.
  const isAnswered = Option.exists(before, isOpenAt(yield* Clock.currentTimeMillis)) ? yield* lookUp(consentId) : true
  const view = yield* Effect.orDie(store.find(clientId, consentId))
  if (Option.isNone(view)) return unknown
  const { failure, status } = view.value
  const isElsewhere = !isOwn && failure === "NOT_CONFIRMED"
  const page: ReturnResult = {
    _tag: "RETURNED",
    outcome: isElsewhere ? "ELSEWHERE" : outcomeOf(status),
    ...(Option.isSome(before) && { locale: before.value.progress.terms.psuLocale })
  }
  if (returnTo === undefined || !isOwn) return page
  // A login does not prove who will authorize the consent, so only the consent's own page yields a code.
  if (Option.exists(before, ({ progress }) => progress._tag === "Login"))
    return clientAddress(found.value, returnTo, {})
  const after = yield* read(consentId)
  const now = yield* Clock.currentTimeMillis
  const isUnreached = (consent: ConsentState) =>
    Decision.isVisitByPerson(consent, visit) &&
    isAwaitingAt(now)(consent) &&
    !(isAnswered && Decision.hasBankAnswered(consent, now))
  const undecided: ReturnResult = { ...page, isUndecided: true }
  if (Option.exists(after, isUnreached)) return undecided
  return (yield* redirected(found.value, returnTo, returnState, { given: browser.secret, visit })) ?? undecided
})
