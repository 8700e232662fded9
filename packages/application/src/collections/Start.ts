/** Starts collections, with checks in the order of spec 2.1. The shape of the request has already been checked. */
import type { CompanyId } from "@sheaf/domain/Company"
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import * as Parameter from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import * as StartCollection from "@sheaf/domain/StartCollection"
import {
  CollectionStore,
  Connectors,
  ConsentNotUsable,
  ConsentOfAnotherCompany,
  ConsentStore,
  FileTooLarge,
  InvalidParameters,
  owns,
  ProductNotSupported,
  UnknownCompany,
  UnknownConsent,
  UserErasedError,
  UserTokenRequired
} from "@sheaf/ports"
import type {
  Caller,
  UserCaller,
  ConnectedCompany,
  NewCollection,
  PageVisit,
  CollectionRequest,
  CollectionState
} from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as UnattendedQuota from "../consents/UnattendedQuota.ts"
import { dateOf } from "../views/Display.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import { PsuIpAddresses } from "../requests/PsuIpAddresses.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import { CollectionRunner } from "./Process.ts"
import * as CompanyMetrics from "../companies/CompanyMetrics.ts"
import * as Outcome from "./Outcome.ts"
import * as StartLimits from "../limits/StartLimits.ts"
import * as StartCheck from "../requests/StartCheck.ts"

const accountsOnly: ReadonlyArray<Product> = ["PSD2_AIS"]

const requireAccounts = (request: StartCollection.StartCommand, pointer: string) =>
  !StartCollection.includesProduct(request, "PSD2_AIS")
    ? StartCheck.failWithViolation({
        pointer,
        code: "UNEXPECTED_PARAMETER",
        detail: "This collection covers insurance only. Omit the consent, because it applies only to accounts."
      })
    : Effect.void

const selectOffered = (
  request: StartCollection.StartCommand,
  { availability }: Pick<ConnectedCompany, "availability">
) => {
  const violations = StartCollection.filterViolations(request, availability.products)
  return violations.length === 0 ? Effect.void : new InvalidParameters({ violations })
}

const underStoredConsent = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.StartCommand,
  { availability }: ConnectedCompany,
  consent: typeof Parameter.StoredConsent.Type,
  now: number
) {
  const order = yield* StartCheck.failUnlessValid(StartCollection.checkStoredConsent(request, consent))
  yield* selectOffered(request, { availability })
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  yield* requireAccounts(request, pointer)
  if (caller.userId === undefined) return yield* new UserTokenRequired()
  yield* (yield* PsuIpAddresses).check(caller, consent.psuIpAddress, `${pointer}/psuIpAddress`)
  const store = yield* ConsentStore
  const found = yield* Effect.orDie(store.find(caller.clientId, consent.consentId))
  if (Option.isNone(found) || !owns(caller, found.value)) {
    return yield* new UnknownConsent({ pointer: `${pointer}/consentId` })
  }
  const { company, consentId } = found.value
  if (company !== request.company) return yield* new ConsentOfAnotherCompany({ pointer: `${pointer}/consentId` })
  yield* SessionConfirmation.requireConfirmedSession(caller, found.value)
  const status = ConsentStatus.statusAt(found.value, now)
  if (!ConsentStatus.isUsable(status)) return yield* new ConsentNotUsable({ status })
  const unattended = { consentId, at: now, rule: yield* UnattendedQuota.ruleOf(company) }
  return {
    order,
    market: availability.market,
    products: accountsOnly,
    ...(consent.psuIpAddress === undefined && { unattended })
  }
})

const underOneTimeConsent = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.StartCommand,
  order: StartCollection.LoginRequest,
  { availability }: ConnectedCompany,
  consent: typeof Parameter.Psd2AisConsent.Type,
  today: string
) {
  const { market, maximumConsentValidityDays: maxDays, products } = availability
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  yield* requireAccounts(request, pointer)
  const terms = yield* StartCheck.failUnlessValid(
    ConsentScope.resolveTerms(consent, pointer, { today, market, maxDays })
  )
  yield* (yield* PsuIpAddresses).check(caller, consent.psuIpAddress, `${pointer}/psuIpAddress`)
  if (!products.includes("PSD2_AIS")) return yield* new ProductNotSupported({ product: "PSD2_AIS" })
  const selected = StartCollection.selectedProducts(request)
  const covered = selected === undefined ? accountsOnly : products.filter((product) => selected.includes(product))
  return { order: { ...order, oneTimeConsent: terms }, market, products: covered }
})

/**
 * Checks the IP address of the person's device. Drops everything that the request says about the device, unless the
 * company needs the address. `_MOCK` methods never need it, because their electronic-ID orders are only simulated.
 */
const withAddress = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.StartCommand,
  order: StartCollection.LoginRequest,
  { requiresEndUserIp = false }: ConnectedCompany
) {
  const { login, loginMethod } = order
  if (!LoginIdentity.takesEndUserIp(login)) return order
  const given = LoginIdentity.endUserIpOf(login)
  const missing = StartCollection.missingEndUserIpViolation(request, login)
  yield* (yield* PsuIpAddresses).check(caller, given, missing.pointer)
  const { electronicId, environment } = LoginMethod.describe(loginMethod)
  const isNeeded = requiresEndUserIp && electronicId && environment !== "MOCK"
  const known = given ?? Parameter.find(request.parameters, "PSD2_AIS_CONSENT")?.psuIpAddress
  if (isNeeded && known === undefined) return yield* StartCheck.failWithViolation(missing)
  return { ...order, login: isNeeded ? LoginIdentity.withEndUserIp(login, known) : LoginIdentity.withoutDevice(login) }
})

const place = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.StartCommand,
  company: ConnectedCompany,
  now: number
) {
  const stored = Parameter.find(request.parameters, "STORED_CONSENT")
  if (stored !== undefined) return yield* underStoredConsent(caller, request, company, stored, now)
  const today = dateOf(now)
  const order = yield* withAddress(
    caller,
    request,
    yield* StartCheck.failUnlessValid(StartCollection.check(request, today)),
    company
  )
  yield* selectOffered(request, company)
  const largeFile = StartCollection.oversizedFilePointer(request)
  if (largeFile !== undefined) return yield* new FileTooLarge({ pointer: largeFile })
  const oneTime = Parameter.find(request.parameters, "PSD2_AIS_CONSENT")
  if (oneTime !== undefined) return yield* underOneTimeConsent(caller, request, order, company, oneTime, today)
  const { market, products } = company.availability
  const covered = products.filter(
    (product) => product !== "PSD2_AIS" && StartCollection.includesProduct(request, product)
  )
  if (covered.length > 0) return { order, market, products: covered }
  const [wanted] = request.products ?? []
  if (wanted !== undefined) return yield* new ProductNotSupported({ product: wanted })
  return yield* StartCheck.failWithViolation({
    pointer: "/parameters",
    code: "MISSING_PARAMETER",
    detail: "The company offers only accounts. Add a parameter of type PSD2_AIS_CONSENT or STORED_CONSENT."
  })
})

/**
 * Returns the visit to a page outside Sheaf, or nothing if the collection needs no such page. In a Connect session, the
 * browser that returns from the page proves who the person is. Without a session, the client must prove this at its
 * return URL.
 */
const visitOf = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Caller,
  request: StartCollection.StartCommand,
  { connector: { pageUse } }: ConnectedCompany,
  order: CollectionRequest
) {
  const use = (order._tag === "Login" && pageUse?.(order.login)) || "NONE"
  yield* StartCheck.requireAllowedReturn(clientId, request)
  if (use === "NONE") return undefined
  const returnTo = ReturnUrl.returnTargetOf(request)
  const isBound = returnTo !== undefined || connectSessionId !== undefined
  if (!isBound && !(yield* StartCheck.AllowsLoopbackReturnUrls))
    return use === "REQUIRED"
      ? yield* StartCheck.failWithViolation(StartCollection.missingReturnUrlViolation)
      : undefined
  const facts = { usedUntil: -1, ...(returnTo && { returnTo }) }
  const visit: PageVisit =
    use === "REQUIRED" ? { ...facts, state: "EXPECTED", isRequired: true } : { ...facts, state: "UNUSED" }
  return visit
})

const rowOf = ({ deadline, identity, inSession, order, products, visit }: NewCollection): CollectionState => {
  const { cleanups = [] } = inSession ?? {}
  return {
    ...identity,
    products,
    shown: {},
    deadline,
    dueAt: identity.createdAt,
    step: 0,
    order,
    answers: [],
    answeredQuestions: [],
    answeredEtags: [],
    identified: false,
    ...(cleanups.length > 0 && { cleanups }),
    ...(visit && { visit })
  }
}

/**
 * Returns a key that is the same for every start with the same session and the same login. A new collection supersedes
 * earlier ones with the same key. Returns `undefined` if this start supersedes nothing.
 */
const supersessionKey = (
  { connectSessionId, userId = "" }: Caller,
  { company, standsAlone = false }: StartCollection.StartCommand,
  { order, products }: Pick<NewCollection, "order" | "products">
): string | undefined => {
  const { SESSION_ID } = order.attributes
  if (standsAlone || SESSION_ID === undefined || order._tag !== "Login") return undefined
  const { login, loginMethod } = order
  // A file does not identify a person, so only a start with the same file counts as the same login.
  const identity = login.type === "PDF_DOCUMENT" ? login.content : LoginIdentity.identityOf(login)
  const parts = [userId, company, SESSION_ID, loginMethod, identity, [...products].sort()]
  return JSON.stringify(connectSessionId === undefined ? parts : [...parts, connectSessionId])
}

/**
 * Runs the starts of one session one at a time. Otherwise, concurrent starts would keep forcing each other to retry.
 */
export type RunExclusively = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const countSuperseded = (collection: CollectionState): Effect.Effect<void> =>
  CompanyMetrics.countFinishedCollection(collection, Outcome.supersededOutcome.status)

export interface StartContext {
  readonly inTurn: RunExclusively
  readonly isMonitorRun?: true
}

export const start = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.StartCommand,
  accept: AcceptWrite,
  { inTurn, isMonitorRun }: StartContext
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const { collection: millis } = yield* Timeouts
  const now = yield* Clock.currentTimeMillis
  const missing = StartCollection.missingMethodViolation(request)
  const { company, isTest: test } = yield* StartCheck.requireCompany(caller, request, missing)
  const { market, ...placed } = yield* place(caller, request, company, now)
  yield* StartCheck.requireRegistration(caller.clientId, request)
  const kept = yield* StartCheck.keepCredentialsIfAllowed(caller, request, placed.order, now)
  const order = kept._tag === "StoredConsent" && isMonitorRun ? { ...kept, isMonitorRun } : kept
  const visit = yield* visitOf(caller, request, company, order)
  const limits = yield* StartLimits.StartLimits
  const login = order._tag === "Login" ? order.login : undefined
  const collectionId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const collection: NewCollection = {
    identity: {
      ...CollectionLifecycle.initialState,
      collectionId,
      clientId: caller.clientId,
      company: request.company,
      market,
      createdAt: now,
      statusChangedAt: now,
      ...(order.loginMethod !== undefined && { loginMethod: order.loginMethod }),
      ...(test && { test }),
      ...(caller.userId !== undefined && { userId: caller.userId }),
      ...(caller.connectSessionId !== undefined && { connectSessionId: caller.connectSessionId }),
      ...(Object.keys(order.attributes).length > 0 && { attributes: order.attributes }),
      ...(request.clientReference !== undefined && { clientReference: request.clientReference })
    },
    ...placed,
    order,
    ...(visit && { visit }),
    deadline: now + millis,
    quotas: StartLimits.quotasOf(limits, order, isMonitorRun ? now : undefined)
  }
  const key = supersessionKey(caller, request, collection)
  let superseded: ReadonlyArray<CollectionState> = []
  let accepted = collection
  const attempt = Effect.gen(function* () {
    superseded = key === undefined ? [] : yield* Effect.orDie(store.ofSession(caller.clientId, key))
    const at = yield* Clock.currentTimeMillis
    const inSession = key !== undefined && { inSession: Outcome.supersedingStart(key, superseded, at) }
    accepted = { ...collection, ...inSession }
    const accepting = accept({ id: collectionId, isNew: true }, store.accept(accepted))
    const result = yield* Effect.flatMap(accepting, StartCheck.requireUserKind)
    if (result === "UNATTENDED_LIMIT") return yield* UnattendedQuota.limitError(collection.unattended, now)
    const excess = StartLimits.excessErrorOf(result, now)
    return excess === undefined ? result : yield* excess
  })
  const acceptance = Effect.gen(function* () {
    let result = yield* attempt
    while (result === "SESSION_CHANGED") result = yield* inTurn(attempt)
    if (result !== "ACCEPTED") return false
    yield* CompanyMetrics.countStart(collection.identity)
    yield* Effect.forEach(superseded, countSuperseded, { discard: true })
    return true
  })
  const begin = runner.accept(collectionId, acceptance, () => rowOf(accepted))
  return yield* StartLimits.countStart(
    { clientId: caller.clientId, company: request.company, login, at: now },
    Effect.flatMap(begin, (isKept) => (isKept ? Effect.succeed(collection) : new UserErasedError()))
  )
})

export interface RenewalStart {
  readonly company: CompanyId
  readonly products: ReadonlyArray<Product>
  readonly filter?: StartCollection.CollectionFilterMembers
  readonly renewal: StartCollection.Renewal
}

/** Starts a collection without the person: in an earlier collection's session, or with stored credentials. */
export const startRenewal = Effect.fnUntraced(function* (
  { clientId, userId }: UserCaller,
  { company, filter, products, renewal }: RenewalStart,
  accept: AcceptWrite
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const { collection: millis } = yield* Timeouts
  const found = yield* (yield* Connectors).find(company)
  if (Option.isNone(found)) return yield* new UnknownCompany()
  const now = yield* Clock.currentTimeMillis
  const collectionId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const limits = yield* StartLimits.StartLimits
  const order = { _tag: "Renewal", renewal, attributes: {}, ...(filter && { filter }) } as const
  const collection: NewCollection = {
    identity: {
      ...CollectionLifecycle.initialState,
      collectionId,
      clientId,
      userId,
      company,
      market: found.value.availability.market,
      createdAt: now,
      statusChangedAt: now
    },
    products,
    order,
    deadline: now + millis,
    quotas: StartLimits.quotasOf(limits, order, now)
  }
  const acceptance = Effect.gen(function* () {
    const result = yield* accept({ id: collectionId, isNew: true }, store.accept(collection))
    const excess = StartLimits.excessErrorOf(result, now)
    if (excess !== undefined) return yield* excess
    if (result !== "ACCEPTED") return false
    yield* CompanyMetrics.countStart(collection.identity)
    return true
  })
  const login = StartCollection.loginOf(order)
  return yield* StartLimits.countStart(
    { clientId, company, login, at: now },
    Effect.flatMap(
      runner.accept(collectionId, acceptance, () => rowOf(collection)),
      (isKept) => (isKept ? Effect.succeed(collectionId) : new UserErasedError())
    )
  )
})
