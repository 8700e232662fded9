/**
 * Takes a consent's next step by asking the bank or the electronic-ID provider. A step may run more than once, always
 * with the same idempotency key. Even a failed call produces an outcome.
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
  RecordedAnswer,
  StoreError
} from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Redacted, Result } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as ConnectPageUrl from "../sessions/ConnectPageUrl.ts"
import * as BankCall from "./BankCall.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"
import * as Decision from "./Decision.ts"
import * as IdentificationDecision from "./IdentificationDecision.ts"
import * as LoginDecision from "./LoginDecision.ts"
import * as QuestionDecision from "./QuestionDecision.ts"
import * as RevocationDecision from "./RevocationDecision.ts"
import * as ElectronicIdCall from "./ElectronicIdCall.ts"
import { credentialsOf } from "./Progress.ts"
import * as Renewal from "./Renewal.ts"
import { unchangedOutcome } from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import { clientNameOf } from "../process/AdapterCall.ts"

type AskedServices = AccountHoldingBanks | AuditLog | ClientStore | Connectors | ElectronicId | PublicUrl | Sealer

export type StepServices = AskedServices | ConsentStore

/** Returns the idempotency key for an action that happens once per consent, however often it is tried. */
const keyOf = ({ consentId }: ConsentState, action: "answer" | "consent" | "identify" | "login" | "order"): string =>
  `${consentId}/${action}`

const decided = <A, E, R>(
  call: Effect.Effect<A, E, R>,
  consent: ConsentState,
  onFailure: (consent: ConsentState, error: E) => StepOutcome,
  onSuccess: (answer: A) => StepOutcome
): Effect.Effect<StepOutcome, never, R> =>
  Effect.match(call, { onFailure: (error) => onFailure(consent, error), onSuccess })

const personalNumberOf = ({ login }: ElectronicIdIdentity): string => LoginIdentity.electronicIdNumberOf(login)

/**
 * Returns a request to authorize the consent on the bank's page. A bank with OAuth accepts only one registered URL, and
 * sends everybody back to it.
 */
const byRedirect = (returnUrl: string, state = ""): BankConsentRequest["authorization"] => ({
  _tag: "REDIRECT",
  returnUrl: `${returnUrl}/${state}`,
  registered: { returnUrl, state }
})

const returnUrlOf = Effect.fnUntraced(function* ({ company }: ConsentState) {
  return `${yield* (yield* PublicUrl).base}/consents/return/${company}`
})

const create = Effect.fnUntraced(function* (consent: ConsentState, progress: ConsentProgressIn<"Requested">) {
  const { authorization: way, terms } = progress
  const returnUrl = yield* returnUrlOf(consent)
  if (way._tag !== "ElectronicId") {
    const registered = { returnUrl, state: way.state ?? "" }
    const begun = yield* Effect.result(BankCall.beginLogin(consent.company, registered, keyOf(consent, "login")))
    if (Result.isFailure(begun)) return Decision.onBankError(consent, begun.failure)
    if (begun.success !== undefined) return LoginDecision.onLoginBegun(way, progress, begun.success)
  }
  const authorization: BankConsentRequest["authorization"] =
    way._tag === "ElectronicId"
      ? { _tag: "DECOUPLED", personalNumber: Redacted.make(personalNumberOf(way.identity)) }
      : byRedirect(returnUrl, way.state)
  const request = { ...terms, authorization, ...(yield* clientNameOf(consent.clientId)) }
  const call = BankCall.createConsent(consent.company, request, keyOf(consent, "consent"))
  return yield* decided(call, consent, Decision.onBankError, (made) =>
    Decision.onConsentCreated(consent, progress, made)
  )
})

/**
 * Makes the bank create the consent once the person has logged in. The page for the consent gets a new return state,
 * because the person who began the consent knows the state of the login.
 */
const createAfterLogin = Effect.fnUntraced(function* (consent: ConsentState, progress: ConsentProgressIn<"Login">) {
  const { credentials, terms } = progress
  if (credentials.codeHash === undefined) return LoginDecision.onLoginAwaited(consent, yield* Clock.currentTimeMillis)
  const named = { clientId: consent.clientId, id: consent.consentId }
  const returns = yield* ConfirmationCode.nextReturn(named, progress.returns)
  const request = {
    ...terms,
    authorization: byRedirect(yield* returnUrlOf(consent), returns.state),
    credentials: Redacted.make(credentials.value),
    ...(yield* clientNameOf(consent.clientId))
  }
  const call = BankCall.createConsent(consent.company, request, keyOf(consent, "consent"))
  return yield* decided(call, consent, Decision.onBankError, (made) =>
    LoginDecision.onConsentAfterLogin(consent, progress, returns, made)
  )
})

const companyNameOf = Effect.fnUntraced(function* (company: string) {
  const found = yield* (yield* Connectors).find(company)
  return Option.match(found, {
    onNone: () => ({}),
    onSome: ({ availability }) => ({ companyName: availability.companyDisplayName })
  })
})

const orderIdentification = Effect.fnUntraced(function* (
  consent: ConsentState,
  progress: ConsentProgressIn<"Created">
) {
  const { login, loginMethod } = progress.identity
  const endUserIp = LoginIdentity.endUserIpOf(login) ?? progress.terms.psuIpAddress
  const { clientId, company, connectSessionId } = consent
  const { psuLocale: locale, scope } = progress.terms
  const names = { ...(yield* clientNameOf(clientId)), ...(yield* companyNameOf(company)) }
  const purpose = { ...names, products: [], scope, locale }
  const request = {
    company,
    loginMethod,
    login: Redacted.make(LoginIdentity.withEndUserIp(login, endUserIp)),
    purpose,
    ...(connectSessionId !== undefined && { returnUrl: yield* ConnectPageUrl.urlOf(connectSessionId) }),
    ...(progress.appReturnUrl !== undefined && { returnUrl: progress.appReturnUrl }),
    ...(progress.returns && { callbackUrl: `${yield* returnUrlOf(consent)}/${progress.returns.state}` })
  } as const
  const call = ElectronicIdCall.placeOrder(request, keyOf(consent, "order"))
  return yield* decided(call, consent, IdentificationDecision.onElectronicIdError, (order) =>
    IdentificationDecision.onOrderPlaced(progress, order)
  )
})

/**
 * Records in the audit log that the person has been identified, with the keyed hash of the device's IP address and the
 * provider's risk assessment. If the step runs twice, there are two records.
 */
const recordIdentification = Effect.fnUntraced(function* (consent: ConsentState, progress: ElectronicIdProgress) {
  if (progress._tag !== "Complete") return
  const { clientId, consentId, userId } = consent
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

const collectIdentification = Effect.fnUntraced(function* (
  consent: ConsentState,
  ordered: ConsentProgressIn<"Ordered">
) {
  const now = yield* Clock.currentTimeMillis
  const { orderRef, returns } = ordered
  const found = yield* Effect.result(ElectronicIdCall.collectOrder(orderRef, returns?.query))
  if (Result.isFailure(found)) return IdentificationDecision.onElectronicIdError(consent, found.failure)
  yield* recordIdentification(consent, found.success)
  return IdentificationDecision.onIdentification(consent, ordered, found.success, now, yield* Timeouts)
})

/**
 * Tells the bank who has been identified. Immediately records what the bank asks for next, so that a later failure
 * cannot lose it.
 */
const reportIdentification = (consent: ConsentState, progress: ConsentProgressIn<"Identified">) => {
  const { bank, identity, terms } = progress
  const { psuIpAddress } = terms
  const key = keyOf(consent, "identify")
  const call = BankCall.reportIdentification(consent.company, bank, personalNumberOf(identity), key, { psuIpAddress })
  return decided(call, consent, Decision.onBankError, (begun) => QuestionDecision.onBegun(consent, progress, begun))
}

const askBank = Effect.fnUntraced(
  function* (consent: ConsentState, progress: ConsentProgressIn<"Identified" | "Redirected">) {
    const state = yield* BankCall.fetchStatus(consent.company, progress.bank)
    const { challenge, question = consent.shown.question, status } = state
    if (progress._tag === "Identified" && BankCall.isPending(status) && (challenge ?? question) !== undefined) {
      const asked = { ...(challenge !== undefined && { challenge }), ...(question !== undefined && { question }) }
      return QuestionDecision.onAsked(consent, progress, asked)
    }
    return Decision.onBankState(consent, progress, state, yield* Clock.currentTimeMillis, yield* Timeouts)
  },
  (effect, consent) => Effect.catch(effect, (error) => Effect.succeed(Decision.onBankError(consent, error)))
)

/**
 * Sends the person's answer. A separate step reads the bank's status, so that Sheaf does not send a code again if
 * reading the status fails.
 */
const sendAnswer = Effect.fnUntraced(function* (
  consent: ConsentState,
  progress: ConsentProgressIn<"Identified">,
  answer: RecordedAnswer
) {
  const { psuIpAddress } = progress.terms
  const key = `${keyOf(consent, "answer")}/${answer.answerId}`
  const given = QuestionDecision.answerFor(answer)
  const call = BankCall.answerQuestion(consent.company, progress.bank, given, key, { psuIpAddress })
  return QuestionDecision.onAnswered(consent, progress, yield* Effect.result(call))
})

type Unauthorized = Exclude<ConsentProgress, ConsentProgressIn<"Authorized" | "Ended" | "Granted">>

const authorizationStep = (
  consent: ConsentState,
  progress: Unauthorized
): Effect.Effect<StepOutcome, StoreError, AskedServices> => {
  switch (progress._tag) {
    case "Requested":
      return create(consent, progress)
    case "Login":
      return createAfterLogin(consent, progress)
    case "Created":
      return orderIdentification(consent, progress)
    case "Ordered":
      return collectIdentification(consent, progress)
    case "Unconfirmed":
      return Effect.map(Clock.currentTimeMillis, (now) => unchangedOutcome(consent, progress, progress.until - now))
    case "Identified":
      if (progress.answer !== undefined) return sendAnswer(consent, progress, progress.answer)
      return progress.isReported === true ? askBank(consent, progress) : reportIdentification(consent, progress)
    case "Redirected":
      return askBank(consent, progress)
  }
}

const authorize = Effect.fnUntraced(function* (consent: ConsentState, progress: Unauthorized) {
  const until = Decision.authorizationDeadline(consent, yield* Timeouts)
  const left = until - (yield* Clock.currentTimeMillis)
  if (left <= 0) {
    // If the service was down, the consent may never have reached the bank. The service then calls the bank once, even
    // though the timeout has passed.
    const isUntried = consent.status === "INITIATED" && consent.progress.attempts === 0
    return isUntried ? yield* authorizationStep(consent, progress) : Decision.onAuthorizationTimeout(consent)
  }
  const outcome = yield* Effect.timeoutOrElse(authorizationStep(consent, progress), {
    duration: left,
    orElse: () => Effect.succeed(Decision.onAuthorizationTimeout(consent))
  })
  if (outcome.status !== consent.status || outcome.progress?._tag === "Granted") return outcome
  return { ...outcome, afterMillis: Math.min(outcome.afterMillis, until - (yield* Clock.currentTimeMillis)) }
})

const watch = Effect.fnUntraced(function* (consent: ConsentState, progress: ConsentProgressIn<"Authorized">) {
  const now = yield* Clock.currentTimeMillis
  if (now >= consent.expiresAt) return Decision.onConsentExpired(consent)
  const timeouts = yield* Timeouts
  return yield* decided(
    BankCall.fetchStatus(consent.company, progress.bank),
    consent,
    Decision.onStatusCheckFailed,
    (state) => Decision.onAuthorizedState(consent, progress, state, now, timeouts)
  ).pipe(
    Effect.timeoutOrElse({
      duration: consent.expiresAt - now,
      orElse: () => Effect.succeed(Decision.onConsentExpired(consent))
    })
  )
})

const close = Effect.fnUntraced(function* (consent: ConsentState, { bank, orderRef }: ConsentProgressIn<"Ended">) {
  if (orderRef !== undefined) yield* ElectronicIdCall.cancelOrder(orderRef)
  if (bank === undefined) return RevocationDecision.onConsentClosed(consent)
  const now = yield* Clock.currentTimeMillis
  const told = yield* Effect.result(BankCall.revokeConsent(consent.company, bank))
  if (Result.isSuccess(told)) return RevocationDecision.onConsentClosed(consent)
  const outcome = RevocationDecision.onCloseFailed(consent, told.failure, now)
  if (outcome.closed !== true && RevocationDecision.isCloseFailureLogged(consent, now)) {
    yield* Effect.logWarning("could not revoke consent at the bank; will retry").pipe(
      withFailureAnnotations(Cause.fail(told.failure))
    )
  }
  return outcome
})

const renew = Effect.fnUntraced(function* (consent: ConsentState, credentials: ConsentCredentials) {
  const now = yield* Clock.currentTimeMillis
  if (isFinal(consent.status))
    return yield* Renewal.renewCredentials(consent, credentials, RevocationDecision.onCloseRenewalFailed)
  if (consent.status === "AUTHORIZED") {
    return now >= consent.expiresAt
      ? Decision.onConsentExpired(consent)
      : yield* Renewal.renewCredentials(consent, credentials, Decision.onStatusCheckFailed)
  }
  return now >= Decision.authorizationDeadline(consent, yield* Timeouts)
    ? Decision.onAuthorizationTimeout(consent)
    : yield* Renewal.renewCredentials(consent, credentials, Decision.onBankError)
})

/** Takes the next step. Returns `undefined` if the step's outcome has already been recorded. */
export const takeNextStep = (
  consent: ConsentState
): Effect.Effect<StepOutcome | undefined, StoreError, AskedServices | ConsentStore> => {
  const { progress } = consent
  const credentials = credentialsOf(progress)
  if (credentials?.renewal !== undefined) return renew(consent, credentials)
  switch (progress._tag) {
    case "Ended":
      return close(consent, progress)
    case "Authorized":
      return watch(consent, progress)
    case "Granted":
      return Effect.map(Clock.currentTimeMillis, (now) => Decision.onUnconfirmedGrant(consent, progress.grant, now))
    default:
      return authorize(consent, progress)
  }
}
