/** Starts collections, with checks in the order of spec 2.1. The contract has already checked the body's shape. */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as ReturnAddress from "@sheaf/domain/ReturnAddress"
import * as Parameter from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import * as StartCollection from "@sheaf/domain/StartCollection"
import * as WantedProducts from "@sheaf/domain/WantedProducts"
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
  UnattendedLimit,
  UnknownConsent,
  UserErased,
  UserTokenRequired
} from "@sheaf/ports"
import type { Caller, ConnectedCompany, NewCollection, PageVisit, PlacedOrder, Work } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import * as AllowedReturns from "../requests/AllowedReturns.ts"
import { dateOf } from "../views/Day.ts"
import type { Accept } from "../requests/Repeats.ts"
import { PersonAddresses } from "../requests/PersonAddresses.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import * as StartLimits from "../limits/StartLimits.ts"
import { CollectionRunner } from "./Process.ts"
import * as CollectionMetrics from "./CollectionMetrics.ts"
import * as Superseding from "./Superseding.ts"

/** The products that a collection under a consent covers, unless its filter selects more (spec 2.1). */
const accountsOnly: ReadonlyArray<Product> = ["PSD2_AIS"]

/** Rejects the consent at `pointer` if the start request excludes accounts. */
const requireAccounts = (request: StartCollection.LimitedStart, pointer: string) =>
  !WantedProducts.includes(request, "PSD2_AIS")
    ? StartCheck.violated({
        pointer,
        code: "UNEXPECTED_PARAMETER",
        detail: "This collection covers insurance only. Omit the consent, because it applies only to accounts."
      })
    : Effect.void

/** Rejects a filter with products that this collection cannot cover. */
const selectOffered = (
  request: StartCollection.LimitedStart,
  { availability }: Pick<ConnectedCompany, "availability">
) => {
  const violations = WantedProducts.violations(request, availability.products)
  return violations.length === 0 ? Effect.void : new InvalidParameters({ violations })
}

const underStoredConsent = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.LimitedStart,
  { availability }: ConnectedCompany,
  consent: typeof Parameter.StoredConsent.Type,
  now: number
) {
  const order = yield* StartCheck.valid(StartCollection.checkStored(request, consent))
  yield* selectOffered(request, { availability })
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  yield* requireAccounts(request, pointer)
  if (caller.userId === undefined) return yield* new UserTokenRequired()
  yield* (yield* PersonAddresses).check(caller, consent.psuIpAddress, pointer)
  const store = yield* ConsentStore
  const found = yield* Effect.orDie(store.find(caller.clientId, consent.consentId))
  if (Option.isNone(found) || !owns(caller, found.value)) {
    return yield* new UnknownConsent({ pointer: `${pointer}/consentId` })
  }
  const { company, consentId } = found.value
  if (company !== request.company) return yield* new ConsentOfAnotherCompany({ pointer: `${pointer}/consentId` })
  yield* SessionConfirmation.require(caller, found.value)
  const status = ConsentStatus.at(found.value, now)
  if (!ConsentStatus.isUsable(status)) return yield* new ConsentNotUsable({ status })
  const unattended = { consentId, day: dateOf(now), limit: ConsentScope.unattendedReadings }
  return {
    order,
    market: availability.market,
    products: accountsOnly,
    ...(consent.psuIpAddress === undefined && { unattended })
  }
})

const underOneTimeConsent = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.LimitedStart,
  order: StartCollection.Order,
  { availability }: ConnectedCompany,
  consent: typeof Parameter.Psd2AisConsent.Type,
  today: string
) {
  const { market, maximumConsentValidityDays: maximumDays, products } = availability
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  yield* requireAccounts(request, pointer)
  const terms = yield* StartCheck.valid(ConsentScope.resolve(consent, pointer, { today, market, maximumDays }))
  yield* (yield* PersonAddresses).check(caller, consent.psuIpAddress, pointer)
  if (!products.includes("PSD2_AIS")) return yield* new ProductNotSupported({ product: "PSD2_AIS" })
  const selected = WantedProducts.selected(request)
  const covered = selected === undefined ? accountsOnly : products.filter((product) => selected.includes(product))
  return { order: { ...order, oneTimeConsent: terms }, market, products: covered }
})

const place = Effect.fnUntraced(function* (caller: Caller, request: StartCollection.LimitedStart, now: number) {
  const company = yield* StartCheck.companyOf(request, StartCollection.missingMethod(request))
  const stored = Parameter.find(request.parameters, "STORED_CONSENT")
  if (stored !== undefined) return yield* underStoredConsent(caller, request, company, stored, now)
  const today = dateOf(now)
  const order = yield* StartCheck.valid(StartCollection.check(request, today))
  yield* selectOffered(request, company)
  const largeFile = StartCollection.largeFileIn(request)
  if (largeFile !== undefined) return yield* new FileTooLarge({ pointer: largeFile })
  const oneTime = Parameter.find(request.parameters, "PSD2_AIS_CONSENT")
  if (oneTime !== undefined) return yield* underOneTimeConsent(caller, request, order, company, oneTime, today)
  const { market, products } = company.availability
  const covered = products.filter((product) => product !== "PSD2_AIS" && WantedProducts.includes(request, product))
  if (covered.length > 0) return { order, market, products: covered }
  const [wanted] = request.products ?? []
  if (wanted !== undefined) return yield* new ProductNotSupported({ product: wanted })
  return yield* StartCheck.violated({
    pointer: "/parameters",
    code: "MISSING_PARAMETER",
    detail: "The company offers only accounts. Add a parameter of type PSD2_AIS_CONSENT or STORED_CONSENT."
  })
})

/**
 * Returns the visit of a person who must open a page outside Sheaf, or nothing if no page is needed. In a Connect session,
 * the browser proves who returns. Elsewhere, only the client can, at its return address.
 */
const visitOf = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Caller,
  request: StartCollection.LimitedStart,
  order: PlacedOrder
) {
  const company = yield* (yield* Connectors).find(request.company)
  const opensPage =
    order._tag === "Login" &&
    Option.exists(company, ({ connector }) => connector.opensPage?.(order.login) === true) &&
    order.oneTimeConsent !== undefined
  const returns = yield* AllowedReturns.of(clientId, request)
  const violations = StartCollection.returnViolations(request, opensPage, returns)
  if (violations.length > 0) return yield* new InvalidParameters({ violations })
  if (!opensPage) return undefined
  const returnTo = ReturnAddress.targetOf(request)
  const isBound = returnTo !== undefined || connectSessionId !== undefined
  if (!isBound && !(yield* AllowedReturns.LocalClients))
    return yield* StartCheck.violated(StartCollection.missingReturn)
  return { state: "EXPECTED", ...(returnTo && { returnTo }) } satisfies PageVisit
})

/** Returns the row of an accepted collection. */
const rowOf = ({ deadline, identity, inSession, order, products, visit }: NewCollection): Work => {
  const { leftovers = [] } = inSession ?? {}
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
    ...(leftovers.length > 0 && { leftovers }),
    ...(visit && { visit })
  }
}

/** Runs effects one after another. Otherwise, each start in a session would force all concurrent starts to retry. */
export type InTurn = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export const start = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.LimitedStart,
  accept: Accept,
  inTurn: InTurn
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const { collection: millis } = yield* Timeouts
  const now = yield* Clock.currentTimeMillis
  const { market, ...placed } = yield* place(caller, request, now)
  const { order } = placed
  const visit = yield* visitOf(caller, request, order)
  const limits = yield* StartLimits.StartLimits
  const login = order._tag === "Login" ? order.login : undefined
  const collectionId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const { attributes } = order
  const collection: NewCollection = {
    identity: {
      ...CollectionLifecycle.begin,
      collectionId,
      clientId: caller.clientId,
      company: request.company,
      market,
      createdAt: now,
      statusChangedAt: now,
      ...(order.loginMethod !== undefined && { loginMethod: order.loginMethod }),
      ...(caller.userId !== undefined && { userId: caller.userId }),
      ...(caller.connectSessionId !== undefined && { connectSessionId: caller.connectSessionId }),
      ...(Object.keys(attributes).length > 0 && { attributes })
    },
    ...placed,
    ...(visit && { visit }),
    deadline: now + millis,
    quotas: StartLimits.quotasOf(limits, order)
  }
  const key = Superseding.keyOf(caller, request, collection)
  let superseded: ReadonlyArray<Work> = []
  let accepted = collection
  const attempt = Effect.gen(function* () {
    superseded = key === undefined ? [] : yield* Effect.orDie(store.ofSession(caller.clientId, key))
    const at = yield* Clock.currentTimeMillis
    const inSession = key !== undefined && { inSession: Superseding.sessionOf(key, superseded, at) }
    accepted = { ...collection, ...inSession }
    const result = yield* accept({ id: collectionId, isNew: true }, store.accept(accepted))
    if (result === "TOO_MANY_RUNNING") return yield* StartLimits.tooManyRunning
    if (result === "TOO_MANY_ORDERS") return yield* StartLimits.tooManyOrders
    if (result === "TOO_MANY_IN_CONNECT_SESSION") return yield* StartLimits.tooManyInConnectSession
    if (result !== "UNATTENDED_LIMIT") return result
    return yield* new UnattendedLimit({ retryAfterSeconds: Math.ceil((dayMillis - (now % dayMillis)) / 1000) })
  })
  const acceptance = Effect.gen(function* () {
    let result = yield* attempt
    while (result === "SESSION_CHANGED") result = yield* inTurn(attempt)
    if (result !== "ACCEPTED") return false
    yield* CollectionMetrics.started(request.company)
    yield* Effect.forEach(superseded, ({ company }) => CollectionMetrics.ended(company, Superseding.replaced.status), {
      discard: true
    })
    return true
  })
  const begin = runner.accept(collectionId, acceptance, () => rowOf(accepted))
  return yield* StartLimits.counted(
    { clientId: caller.clientId, company: request.company, login, at: now },
    Effect.flatMap(begin, (isKept) => (isKept ? Effect.succeed(collection) : new UserErased()))
  )
})
