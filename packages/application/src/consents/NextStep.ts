/**
 * Asks the bank or the electronic ID for a consent's next step. A step can run repeatedly, but always with the same
 * idempotency key. Failures of the bank or the electronic ID become outcomes.
 */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import { AuditLog, Connectors, PublicUrl, Sealer } from "@sheaf/ports"
import type {
  AccountHoldingBanks,
  BankConsentRequest,
  ClientStore,
  ConsentCredentials,
  ConsentProgressIn,
  ConsentProgress,
  ConsentStore,
  ConsentState,
  ElectronicId,
  ElectronicIdProgress,
  StoreError
} from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Redacted, Result } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as ConnectPageUrl from "../sessions/ConnectPageUrl.ts"
import * as ClientName from "../views/ClientName.ts"
import * as BankCall from "./BankCall.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"
import * as Decision from "./Decision.ts"
import * as LoginDecision from "./LoginDecision.ts"
import * as RevocationDecision from "./RevocationDecision.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"
import { credentialsOf } from "./Progress.ts"
import * as Renewal from "./Renewal.ts"
import type { StepOutcome } from "./Outcome.ts"

/** The external services that a consent's steps call. */
type AskedServices = AccountHoldingBanks | AuditLog | ClientStore | Connectors | ElectronicId | PublicUrl | Sealer

/** The services for a consent's steps. */
export type StepServices = AskedServices | ConsentStore

/** Returns the idempotency key for an action that happens only once per consent. Every retry uses the same key. */
const keyOf = ({ consentId }: ConsentState, action: "consent" | "identify" | "login" | "order"): string =>
  `${consentId}/${action}`

const decided = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  work: ConsentState,
  onFailure: (work: ConsentState, error: E) => StepOutcome,
  onSuccess: (answer: A) => StepOutcome
): Effect.Effect<StepOutcome, never, R> =>
  Effect.match(call, { onFailure: (error) => onFailure(work, error), onSuccess })

/** Returns the number by which banks know a person. */
const personalNumberOf = ({ login }: ElectronicIdIdentity): string => LoginIdentity.personalNumberOf(login) ?? ""

/** Returns the authorization on the bank's page. A bank with OAuth redirects all people to its one address. */
const byRedirect = (returnUrl: string, state = ""): BankConsentRequest["authorization"] => ({
  _tag: "REDIRECT",
  returnUrl: `${returnUrl}/${state}`,
  registered: { returnUrl, state }
})

/** Returns the address to which the bank redirects people. */
const returnUrlOf = Effect.fnUntraced(function* ({ company }: ConsentState) {
  return `${yield* (yield* PublicUrl).base}/consents/return/${company}`
})

/** Asks the bank to create an INITIATED consent, or to let the person log in before. */
const create = Effect.fnUntraced(function* (work: ConsentState, progress: ConsentProgressIn<"Requested">) {
  const { authorization: way, terms } = progress
  const returnUrl = yield* returnUrlOf(work)
  if (way._tag !== "ElectronicId") {
    const registered = { returnUrl, state: way.state ?? "" }
    const begun = yield* Effect.result(BankCall.beginLogin(work.company, registered, keyOf(work, "login")))
    if (Result.isFailure(begun)) return Decision.onBankError(work, begun.failure)
    if (begun.success !== undefined) return LoginDecision.onLoginBegun(way, progress, begun.success)
  }
  const authorization: BankConsentRequest["authorization"] =
    way._tag === "ElectronicId"
      ? { _tag: "DECOUPLED", personalNumber: Redacted.make(personalNumberOf(way.identity)) }
      : byRedirect(returnUrl, way.state)
  const request = { ...terms, authorization, ...(yield* ClientName.nameOf(work.clientId)) }
  const call = BankCall.createConsent(work.company, request, keyOf(work, "consent"))
  return yield* decided(call, work, Decision.onBankError, (made) => Decision.onConsentCreated(work, progress, made))
})

/**
 * Once the person has logged in, asks the bank to create the consent. The person returns from its page with a state of its
 * own, because whoever began the consent knows the one from the login.
 */
const createAfterLogin = Effect.fnUntraced(function* (work: ConsentState, progress: ConsentProgressIn<"Login">) {
  const { credentials, terms } = progress
  if (credentials.codeHash === undefined) return LoginDecision.onLoginAwaited(work, yield* Clock.currentTimeMillis)
  const named = { clientId: work.clientId, id: work.consentId }
  const returns = yield* ConfirmationCode.nextReturn(named, progress.returns)
  const request = {
    ...terms,
    authorization: byRedirect(yield* returnUrlOf(work), returns.state),
    credentials: Redacted.make(credentials.value),
    ...(yield* ClientName.nameOf(work.clientId))
  }
  const call = BankCall.createConsent(work.company, request, keyOf(work, "consent"))
  return yield* decided(call, work, Decision.onBankError, (made) =>
    LoginDecision.onConsentAfterLogin(work, progress, returns, made)
  )
})

/** Returns the company's name as people know it, which the electronic ID can show. */
const companyNameOf = Effect.fnUntraced(function* (company: string) {
  const found = yield* (yield* Connectors).find(company)
  return Option.match(found, {
    onNone: () => ({}),
    onSome: ({ availability }) => ({ companyName: availability.companyDisplayName })
  })
})

/** Asks the person to identify themselves, after the bank has created an INITIATED consent. */
const orderIdentification = Effect.fnUntraced(function* (work: ConsentState, progress: ConsentProgressIn<"Created">) {
  const { login, loginMethod } = progress.identity
  const endUserIp = LoginIdentity.endUserIpOf(login) ?? progress.terms.psuIpAddress
  const { clientId, company, connectSessionId } = work
  const { psuLocale: locale, scope } = progress.terms
  const names = { ...(yield* ClientName.nameOf(clientId)), ...(yield* companyNameOf(company)) }
  const purpose = { ...names, products: [], scope, locale }
  const request = {
    company,
    loginMethod,
    login: Redacted.make(LoginIdentity.withEndUserIp(login, endUserIp)),
    purpose,
    ...(connectSessionId !== undefined && { returnUrl: yield* ConnectPageUrl.urlOf(connectSessionId) })
  } as const
  const call = ElectronicIdCall.placeOrder(request, keyOf(work, "order"))
  return yield* decided(call, work, Decision.onElectronicIdError, (order) => Decision.onOrderPlaced(progress, order))
})

/**
 * Records who authenticated with the electronic ID: the keyed hash of the device's address, and the provider's assessment of
 * the risk. A step that runs twice records twice.
 */
const recordIdentification = Effect.fnUntraced(function* (work: ConsentState, progress: ElectronicIdProgress) {
  if (progress._tag !== "Complete") return
  const { clientId, consentId, userId } = work
  const { deviceIpAddress, risk } = progress.completion ?? {}
  const hashOf = (address: string) =>
    Effect.map(
      Sealer,
      ({ blindIndex }) => blindIndex({ tenant: clientId, record: "deviceAddress" }, address).written.text
    )
  const deviceAddress = deviceIpAddress && (yield* hashOf(Redacted.value(deviceIpAddress)))
  yield* (yield* AuditLog).append({
    action: "PERSON_IDENTIFIED",
    subject: { clientId, userId, consentId, ...(deviceAddress !== undefined && { deviceAddress }) },
    ...(risk !== undefined && { outcome: risk })
  })
})

/** In AWAITING_AUTHORIZATION, asks the electronic ID whether the person has authenticated. */
const collectIdentification = Effect.fnUntraced(function* (work: ConsentState, ordered: ConsentProgressIn<"Ordered">) {
  const now = yield* Clock.currentTimeMillis
  const found = yield* Effect.result(ElectronicIdCall.collectOrder(ordered.orderRef))
  if (Result.isFailure(found)) return Decision.onElectronicIdError(work, found.failure)
  yield* recordIdentification(work, found.success)
  return Decision.onIdentification(work, ordered, found.success, now)
})

/** In AWAITING_AUTHORIZATION, asks the bank whether the person has authorized the consent. */
const askBank = Effect.fnUntraced(
  function* (work: ConsentState, progress: ConsentProgressIn<"Identified" | "Redirected">) {
    const { company } = work
    const { bank } = progress
    const { psuIpAddress } = progress.terms
    const started =
      progress._tag === "Identified"
        ? yield* BankCall.reportIdentification(
            company,
            bank,
            personalNumberOf(progress.identity),
            keyOf(work, "identify"),
            { psuIpAddress }
          )
        : undefined
    const { challenge = started, ...state } = yield* BankCall.fetchStatus(company, bank)
    const current = { ...state, ...(challenge !== undefined && { challenge }) }
    return Decision.onBankState(work, progress, current, yield* Clock.currentTimeMillis, yield* Timeouts)
  },
  (effect, work) => Effect.catch(effect, (error) => Effect.succeed(Decision.onBankError(work, error)))
)

/** A consent that nobody has authorized yet. */
type Unauthorized = Exclude<ConsentProgress, ConsentProgressIn<"Authorized" | "Ended" | "Granted">>

/** Takes the next step toward the authorization. */
const authorizationStep = (
  work: ConsentState,
  progress: Unauthorized
): Effect.Effect<StepOutcome, StoreError, AskedServices> => {
  switch (progress._tag) {
    case "Requested":
      return create(work, progress)
    case "Login":
      return createAfterLogin(work, progress)
    case "Created":
      return orderIdentification(work, progress)
    case "Ordered":
      return collectIdentification(work, progress)
    case "Identified":
    case "Redirected":
      return askBank(work, progress)
  }
}

/** Continues an INITIATED or AWAITING_AUTHORIZATION consent until the authorization or its timeout. */
const authorize = Effect.fnUntraced(function* (work: ConsentState, progress: Unauthorized) {
  const until = Decision.authorizationDeadline(work, yield* Timeouts)
  const left = until - (yield* Clock.currentTimeMillis)
  if (left <= 0) {
    // If the service has been down since the start, it has never asked the bank, so it asks once.
    const isUntried = work.status === "INITIATED" && work.progress.attempts === 0
    return isUntried ? yield* authorizationStep(work, progress) : Decision.onAuthorizationTimeout(work)
  }
  const outcome = yield* Effect.timeoutOrElse(authorizationStep(work, progress), {
    duration: left,
    orElse: () => Effect.succeed(Decision.onAuthorizationTimeout(work))
  })
  if (outcome.status !== work.status || outcome.progress?._tag === "Granted") return outcome
  return { ...outcome, afterMillis: Math.min(outcome.afterMillis, until - (yield* Clock.currentTimeMillis)) }
})

/** Ends an AUTHORIZED consent when it expires or the bank has ended it. */
const watch = Effect.fnUntraced(function* (work: ConsentState, progress: ConsentProgressIn<"Authorized">) {
  const now = yield* Clock.currentTimeMillis
  if (now >= work.expiresAt) return Decision.onConsentExpired(work)
  const timeouts = yield* Timeouts
  return yield* decided(
    BankCall.fetchStatus(work.company, progress.bank),
    work,
    Decision.onStatusCheckFailed,
    (state) => Decision.onAuthorizedState(work, progress, state, now, timeouts)
  ).pipe(
    Effect.timeoutOrElse({
      duration: work.expiresAt - now,
      orElse: () => Effect.succeed(Decision.onConsentExpired(work))
    })
  )
})

/** Cancels an ended consent's open order and revokes the consent at the bank, with retries. */
const close = Effect.fnUntraced(function* (work: ConsentState, { bank, orderRef }: ConsentProgressIn<"Ended">) {
  if (orderRef !== undefined) yield* ElectronicIdCall.cancelOrder(orderRef)
  if (bank === undefined) return RevocationDecision.onConsentClosed(work)
  const now = yield* Clock.currentTimeMillis
  const told = yield* Effect.result(BankCall.revokeConsent(work.company, bank))
  if (Result.isSuccess(told)) return RevocationDecision.onConsentClosed(work)
  const outcome = RevocationDecision.onCloseFailed(work, told.failure, now)
  if (outcome.closed !== true && RevocationDecision.isCloseFailureLogged(work, now)) {
    yield* Effect.logWarning("could not revoke consent at the bank; will retry").pipe(
      withFailureAnnotations(Cause.fail(told.failure))
    )
  }
  return outcome
})

/** Renews expired credentials, unless the consent has expired or its authorization has timed out. */
const renew = Effect.fnUntraced(function* (work: ConsentState, credentials: ConsentCredentials) {
  const now = yield* Clock.currentTimeMillis
  if (isFinal(work.status))
    return yield* Renewal.renewCredentials(work, credentials, RevocationDecision.onCloseRenewalFailed)
  if (work.status === "AUTHORIZED") {
    return now >= work.expiresAt
      ? Decision.onConsentExpired(work)
      : yield* Renewal.renewCredentials(work, credentials, Decision.onStatusCheckFailed)
  }
  return now >= Decision.authorizationDeadline(work, yield* Timeouts)
    ? Decision.onAuthorizationTimeout(work)
    : yield* Renewal.renewCredentials(work, credentials, Decision.onBankError)
})

/** Takes the next step. Returns nothing if the step has already recorded its outcome. */
export const takeNextStep = (
  work: ConsentState
): Effect.Effect<StepOutcome | undefined, StoreError, AskedServices | ConsentStore> => {
  const { progress } = work
  const credentials = credentialsOf(progress)
  if (credentials?.renewal !== undefined) return renew(work, credentials)
  switch (progress._tag) {
    case "Ended":
      return close(work, progress)
    case "Authorized":
      return watch(work, progress)
    case "Granted":
      return Effect.map(Clock.currentTimeMillis, (now) => Decision.onUnconfirmedGrant(work, progress.grant, now))
    default:
      return authorize(work, progress)
  }
}
