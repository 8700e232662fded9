/** The start of a consent, behind the shape of the request's body (spec 2.4; decisions 2, 9). */
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as CreateConsent from "@sheaf/domain/CreateConsent"
import {
  AccountHoldingBanks,
  Connectors,
  ConsentStore,
  InvalidParameters,
  ProductNotSupported,
  UnknownCompany,
  UserErased
} from "@sheaf/ports"
import type { NewConsent, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { dateOf } from "../Day.ts"
import { announced } from "../durable/Engine.ts"
import { ConsentEngine } from "./Process.ts"

/** What a bank brings back with the person: 128 random bits (decisions 9). */
const returnStateBytes = 16

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Checks a request in the order of decisions 2. */
const check = Effect.fnUntraced(function* (request: CreateConsent.CreateConsent, now: number) {
  const missing = CreateConsent.missingMethod(request)
  if (missing !== undefined) return yield* new InvalidParameters({ violations: [missing] })
  const company = yield* (yield* Connectors).find(request.company)
  if (Option.isNone(company)) return yield* new UnknownCompany()
  const { availability } = company.value
  const order = CreateConsent.check(request, availability, dateOf(now))
  if (Result.isFailure(order)) return yield* new InvalidParameters({ violations: order.failure })
  // A connector alone reads accounts; a consent that is kept needs a bank.
  const bank = yield* (yield* AccountHoldingBanks).find(request.company)
  if (!availability.products.includes("PSD2_AIS") || Option.isNone(bank)) {
    return yield* new ProductNotSupported({ product: "PSD2_AIS" })
  }
  return { ...order.success, market: availability.market }
})

/** Accepts a consent and starts it. */
export const create = Effect.fnUntraced(function* (
  { clientId, userId }: UserCaller,
  request: CreateConsent.CreateConsent
) {
  const store = yield* ConsentStore
  const engine = yield* ConsentEngine
  const random = yield* SecureRandom.SecureRandom
  const now = yield* Clock.currentTimeMillis
  const { identity, market, terms } = yield* check(request, now)
  const consentId = yield* random.uuidV7()
  const way = identity === undefined ? { returnState: hex(yield* random.randomBytes(returnStateBytes)) } : { identity }
  const consent: NewConsent = {
    view: {
      ...ConsentLifecycle.begin,
      consentId,
      clientId,
      userId,
      company: request.company,
      market,
      createdAt: now,
      statusChangedAt: now,
      expiresAt: Date.parse(ConsentScope.expiresAt(terms.validUntil)),
      scope: terms.scope
    },
    progress: { terms, ...way, attempts: 0 }
  }
  const isKept = yield* announced(Effect.orDie(store.accept(consent)), engine.start(consentId))
  return isKept ? consent.view : yield* new UserErased()
})
