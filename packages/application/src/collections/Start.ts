/**
 * The start of a collection: the checks that it passes before it is accepted, in the order of decisions 2, behind the shape
 * of its body.
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { Market } from "@sheaf/domain/Market"
import * as Parameter from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import * as StartCollection from "@sheaf/domain/StartCollection"
import {
  CollectionStore,
  Connectors,
  ConsentNotUsable,
  ConsentOfAnotherCompany,
  ConsentStore,
  InvalidParameters,
  owns,
  ProductNotSupported,
  UnattendedLimit,
  UnknownCompany,
  UnknownConsent,
  UserErased,
  UserTokenRequired
} from "@sheaf/ports"
import type { Caller, ConnectedCompany, NewCollection, PlacedOrder } from "@sheaf/ports"
import { Clock, Effect, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { dateOf } from "../Day.ts"
import { announced } from "../durable/Engine.ts"
import { Timeouts } from "../Timeouts.ts"
import { CollectionEngine } from "./Process.ts"

/** A start that can be accepted. */
interface Placed {
  readonly order: PlacedOrder
  readonly market: Market
  readonly products: ReadonlyArray<Product>
}

/** So often may accounts be read on one day without the person being there (decisions 9). */
const unattendedReadings = 4

/** Under a consent accounts are collected, and nothing else (decisions 2). */
const accountsOnly: ReadonlyArray<Product> = ["PSD2_AIS"]

/** Whether a start is limited to other products than this one. */
const excludes = ({ products }: StartCollection.LimitedStart, product: Product): boolean =>
  products !== undefined && !products.includes(product)

const millisecondsOfDay = 86_400_000

const violated = (pointer: string, detail: string) =>
  new InvalidParameters({ violations: [{ pointer, code: "UNEXPECTED_PARAMETER", detail }] })

const amongInsurances = "A consent to read accounts does not go with a collection of insurances."

const underStoredConsent = Effect.fnUntraced(function* (
  caller: Caller,
  request: StartCollection.LimitedStart,
  { availability }: ConnectedCompany,
  consent: typeof Parameter.StoredConsent.Type,
  now: number
) {
  const order = StartCollection.checkStored(request, consent)
  if (Result.isFailure(order)) return yield* new InvalidParameters({ violations: order.failure })
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  if (excludes(request, "PSD2_AIS")) return yield* violated(pointer, amongInsurances)
  if (caller.userId === undefined) return yield* new UserTokenRequired()
  const store = yield* ConsentStore
  const found = yield* Effect.orDie(store.find(caller.clientId, consent.consentId))
  if (Option.isNone(found) || !owns(caller, found.value)) {
    return yield* new UnknownConsent({ pointer: `${pointer}/consentId` })
  }
  const { company, consentId, expiresAt, status } = found.value
  if (company !== request.company) return yield* new ConsentOfAnotherCompany({ pointer: `${pointer}/consentId` })
  if (!ConsentStatus.isUsable(status)) return yield* new ConsentNotUsable({ status })
  // Its time may be over a moment before its status says so.
  if (now >= expiresAt) return yield* new ConsentNotUsable({ status: "EXPIRED" })
  const isAttended = consent.psuIpAddress !== undefined
  if (!isAttended && !(yield* Effect.orDie(store.countUnattended(consentId, dateOf(now), unattendedReadings)))) {
    const retryAfterSeconds = Math.ceil((millisecondsOfDay - (now % millisecondsOfDay)) / 1000)
    return yield* new UnattendedLimit({ retryAfterSeconds })
  }
  const placed: Placed = { order: order.success, market: availability.market, products: accountsOnly }
  return placed
})

const underOneTimeConsent = Effect.fnUntraced(function* (
  request: StartCollection.LimitedStart,
  order: StartCollection.Order,
  { availability }: ConnectedCompany,
  consent: typeof Parameter.Psd2AisConsent.Type,
  today: string
) {
  const { market, maximumConsentValidityDays: maximumDays, products } = availability
  const pointer = `/parameters/${request.parameters.indexOf(consent)}`
  if (excludes(request, "PSD2_AIS")) return yield* violated(pointer, amongInsurances)
  const terms = ConsentScope.resolve(consent, pointer, { today, market, maximumDays })
  if (Result.isFailure(terms)) return yield* new InvalidParameters({ violations: terms.failure })
  if (!products.includes("PSD2_AIS")) return yield* new ProductNotSupported({ product: "PSD2_AIS" })
  const placed: Placed = { order: { ...order, oneTimeConsent: terms.success }, market, products: accountsOnly }
  return placed
})

/** Where there are accounts only, nothing can be collected without a consent. */
const consentWanted = new InvalidParameters({
  violations: [
    {
      pointer: "/parameters",
      code: "MISSING_PARAMETER",
      detail: "The company has accounts only: a parameter of type PSD2_AIS_CONSENT or STORED_CONSENT is needed."
    }
  ]
})

/** Checks a start of a caller at the time `now`. */
const place = Effect.fnUntraced(function* (caller: Caller, request: StartCollection.LimitedStart, now: number) {
  const missing = StartCollection.missingMethod(request)
  if (missing !== undefined) return yield* new InvalidParameters({ violations: [missing] })
  const company = yield* (yield* Connectors).find(request.company)
  if (Option.isNone(company)) return yield* new UnknownCompany()
  const stored = Parameter.find(request.parameters, "STORED_CONSENT")
  if (stored !== undefined) return yield* underStoredConsent(caller, request, company.value, stored, now)
  const today = dateOf(now)
  const checked = StartCollection.check(request, today)
  if (Result.isFailure(checked)) return yield* new InvalidParameters({ violations: checked.failure })
  const order = checked.success
  const oneTime = Parameter.find(request.parameters, "PSD2_AIS_CONSENT")
  if (oneTime !== undefined) {
    return yield* underOneTimeConsent(request, order, company.value, oneTime, today)
  }
  const { market, products } = company.value.availability
  const covered = products.filter((product) => product !== "PSD2_AIS" && !excludes(request, product))
  const [wanted] = request.products ?? []
  if (covered.length === 0)
    return yield* wanted === undefined ? consentWanted : new ProductNotSupported({ product: wanted })
  const placed: Placed = { order, market, products: covered }
  return placed
})

/** Accepts a collection and starts it. */
export const start = Effect.fnUntraced(function* (caller: Caller, request: StartCollection.LimitedStart) {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  const { collection: millis } = yield* Timeouts
  const now = yield* Clock.currentTimeMillis
  const { market, order, products } = yield* place(caller, request, now)
  const collectionId = yield* (yield* SecureRandom.SecureRandom).uuidV7()
  const externalReference = order.attributes.EXTERNAL_REFERENCE
  const collection: NewCollection = {
    head: {
      ...CollectionLifecycle.begin,
      collectionId,
      clientId: caller.clientId,
      company: request.company,
      market,
      createdAt: now,
      statusChangedAt: now,
      ...(order.loginMethod !== undefined && { loginMethod: order.loginMethod }),
      ...(caller.userId !== undefined && { userId: caller.userId }),
      ...(externalReference !== undefined && { externalReference })
    },
    products,
    order,
    deadline: now + millis
  }
  const isKept = yield* announced(Effect.orDie(store.accept(collection)), engine.start(collectionId))
  return isKept ? collection : yield* new UserErased()
})
