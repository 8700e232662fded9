/** Creates consents. The request's shape has already been checked (spec 2.1, 2.4, 3.4). */
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as CreateConsent from "@sheaf/domain/CreateConsent"
import type { ElectronicIdIdentity } from "@sheaf/domain/CreateConsent"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Parameter from "@sheaf/domain/Parameter"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import {
  AccountHoldingBanks,
  ConsentNotRenewable,
  ConsentStore,
  ProductNotSupported,
  StoredConsentNotSupported,
  UserErasedError
} from "@sheaf/ports"
import type {
  AccountHoldingBank,
  AppReturns,
  ConsentAcceptResult,
  ConsentReturn,
  NewConsent,
  UserCaller,
  UserMismatch
} from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { dateOf } from "../views/Display.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as ConnectPageUrl from "../sessions/ConnectPageUrl.ts"
import * as ConfirmationCode from "./ConfirmationCode.ts"
import { PsuIpAddresses } from "../requests/PsuIpAddresses.ts"
import { ConsentRunner } from "./Process.ts"
import * as StartLimits from "../limits/StartLimits.ts"
import * as StartCheck from "../requests/StartCheck.ts"

/** The length of the random return state in the bank's redirect: 128 bits (spec 2.4). */
const returnStateBytes = 16

const hex = Schema.encodeSync(Schema.Uint8ArrayFromHex)

/**
 * Adapts the request to what the bank supports (spec 16). If people can authorize consents only on the bank's page,
 * drops the person's login. Fails if the bank has no page and the request does not identify the person.
 */
const authorizable = (order: CreateConsent.ConsentRequest, { authorizations }: AccountHoldingBank) => {
  const { identity, ...byRedirect } = order
  if (authorizations.includes(identity === undefined ? "REDIRECT" : "DECOUPLED")) return Effect.succeed(order)
  if (identity !== undefined) return Effect.succeed<CreateConsent.ConsentRequest>(byRedirect)
  return StartCheck.failWithViolation({
    pointer: "/parameters",
    code: "MISSING_PARAMETER",
    detail:
      "The bank has no page for consents. Name the person with a login parameter and use an electronic-ID login method."
  })
}

/**
 * Returns the URLs that the person may be redirected to. In a Connect session, only the session's own page is allowed.
 */
const returnsOf = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: UserCaller,
  request: CreateConsent.CreateConsent
) {
  if (connectSessionId === undefined) return yield* StartCheck.returnUrlsOf(clientId, request)
  return { registered: [yield* ConnectPageUrl.urlOf(connectSessionId)], isLoopbackAllowed: false }
})

const check = Effect.fnUntraced(function* (caller: UserCaller, request: CreateConsent.CreateConsent, now: number) {
  const missing = CreateConsent.missingMethodViolation(request)
  const { availability } = (yield* StartCheck.requireCompany(caller, request, missing)).company
  const returns = yield* returnsOf(caller, request)
  const order = yield* StartCheck.failUnlessValid(CreateConsent.check(request, availability, dateOf(now), returns))
  const { identity, terms } = order
  const placeOf = (wanted: string) => `/parameters/${request.parameters.findIndex(({ type }) => type === wanted)}`
  const addresses = yield* PsuIpAddresses
  yield* addresses.check(caller, terms.psuIpAddress, `${placeOf("PSD2_AIS_CONSENT")}/psuIpAddress`)
  if (identity !== undefined) {
    const { login } = identity
    yield* addresses.check(caller, LoginIdentity.endUserIpOf(login), `${placeOf(login.type)}/endUserIp`)
  }
  if (!availability.products.includes("PSD2_AIS")) return yield* new ProductNotSupported({ product: "PSD2_AIS" })
  // A company with accounts may be served by a connector, but only banks have stored consents.
  const bank = yield* (yield* AccountHoldingBanks).find(request.company)
  if (Option.isNone(bank)) return yield* new StoredConsentNotSupported()
  return { ...(yield* authorizable(order, bank.value)), market: availability.market }
})

/**
 * Returns how the app brings the person back to the client. In a Connect session, the app always returns to the Connect
 * page.
 */
const appReturnsOf = (
  { loginMethod }: ElectronicIdIdentity,
  returns: ConsentReturn,
  consentId: string,
  returnTo: ReturnUrl.ReturnTarget | undefined
): AppReturns => {
  if (returnTo === undefined) return {}
  if (LoginMethod.describe(loginMethod).deviceLink) return returns._tag === "Client" ? { returns } : {}
  const { returnUrl, state } = returnTo
  return { appReturnUrl: ReturnUrl.withParameters(returnUrl, { consentId, ...(state !== undefined && { state }) }) }
}

/** Fails if the store has rejected the consent. Returns false if the user has been erased. */
const requireAccepted = Effect.fnUntraced(function* (
  { parameters }: CreateConsent.CreateConsent,
  result: Exclude<ConsentAcceptResult, UserMismatch>
) {
  switch (result) {
    case "TOO_MANY_ORDERS":
      return yield* StartLimits.tooManyOrdersError
    case "TOO_MANY_IN_CONNECT_SESSION":
      return yield* StartLimits.tooManyConnectStartsError
    case "NOT_RENEWABLE":
      // The consent was renewable before this write, so it must have been revoked.
      return yield* new ConsentNotRenewable({ status: "REVOKED" })
    case "RENEWAL_OPEN":
      return yield* new ConsentNotRenewable({})
    case "OTHER_PERSON":
      return yield* StartCheck.failWithViolation({
        pointer: `/parameters/${parameters.findIndex(({ type }) => Parameter.electronicIdTypes.some((each) => each === type))}`,
        code: "INVALID_FIELD",
        detail: "A renewal needs the person who authorized the consent."
      })
    default:
      return result === "ACCEPTED"
  }
})

export const createConsent = Effect.fnUntraced(function* (
  caller: UserCaller,
  request: CreateConsent.CreateConsent,
  accept: AcceptWrite,
  renews?: string
) {
  const { clientId, userId } = caller
  const store = yield* ConsentStore
  const runner = yield* ConsentRunner
  const random = yield* SecureRandom.SecureRandom
  const now = yield* Clock.currentTimeMillis
  const { identity, loginMethod, market, returnTo, terms } = yield* check(caller, request, now)
  const login = identity?.login
  const limits = yield* StartLimits.StartLimits
  const consentId = yield* random.uuidV7()
  const returnState = hex(yield* random.randomBytes(returnStateBytes))
  const code = returnTo && (yield* ConfirmationCode.deriveCode({ clientId, id: consentId }, returnState))
  const codeHash = code && (yield* ConfirmationCode.codeHashOf({ clientId, id: consentId }, code))
  const returns: ConsentReturn = codeHash
    ? { _tag: "Client", state: returnState, codeHash: codeHash.written.text }
    : { _tag: "Page", state: returnState }
  const consent: NewConsent = {
    view: {
      ...ConsentLifecycle.initialState,
      consentId,
      clientId,
      userId,
      ...(caller.connectSessionId !== undefined && { connectSessionId: caller.connectSessionId }),
      ...(request.clientReference !== undefined && { clientReference: request.clientReference }),
      ...(renews !== undefined && { renews }),
      company: request.company,
      market,
      createdAt: now,
      statusChangedAt: now,
      expiresAt: Date.parse(ConsentScope.expirationOf(terms.validUntil)),
      scope: terms.scope
    },
    progress: {
      _tag: "Requested",
      terms,
      attempts: 0,
      authorization: identity
        ? { _tag: "ElectronicId", identity, ...appReturnsOf(identity, returns, consentId, returnTo) }
        : returns
    },
    ...(loginMethod && { loginMethod }),
    ...(returnTo && { returnTo }),
    connectSessionStarts: limits.connectSessionStarts,
    ...(login && { openOrders: StartLimits.orderQuotaFor(limits.openOrders, login) })
  }
  const acceptance = Effect.gen(function* () {
    const accepting = accept({ id: consentId, isNew: true }, store.accept(consent))
    return yield* requireAccepted(request, yield* Effect.flatMap(accepting, StartCheck.requireUserKind))
  })
  return yield* StartLimits.countStart(
    { clientId, company: request.company, login, at: now },
    Effect.flatMap(runner.accept(consentId, acceptance), (isKept) =>
      isKept ? Effect.succeed(consent.view) : new UserErasedError()
    )
  )
})
