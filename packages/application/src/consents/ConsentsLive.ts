/** The use cases of consents (spec 2.4, 3.4, 4; decisions 9, 11). */
import * as ConsentLifecycle from "@sheaf/domain/ConsentLifecycle"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as CreateConsent from "@sheaf/domain/CreateConsent"
import {
  AccountHoldingBanks,
  AnimatedQr,
  Connectors,
  ConsentNotExpirable,
  ConsentNotFound,
  Consents,
  ConsentStore,
  failuresOf,
  InvalidParameters,
  owns,
  ProductNotSupported,
  Sealer,
  UnknownCompany,
  UserErased,
  UserNotFound,
  UserStore
} from "@sheaf/ports"
import type {
  Caller,
  ConsentListRequest,
  ConsentView,
  ElectronicId,
  NewConsent,
  Position,
  PublicAddress,
  UserCaller
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { announce } from "../durable/Engine.ts"
import { dateOf } from "../Day.ts"
import * as ListCursor from "../ListCursor.ts"
import * as Changes from "./Changes.ts"
import * as Presenter from "./Presenter.ts"
import { ConsentEngine } from "./Process.ts"
import { expiredBefore, failed } from "./Settlement.ts"

/** What a bank brings back with the person: 128 random bits (decisions 9). */
const returnStateBytes = 16

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

const positionOf = ({ consentId, createdAt }: ConsentView): Position => ({ createdAt, id: consentId })

const listOf = (
  { clientId, userId }: UserCaller,
  { company = "", latest = false, statusIn = [] }: ConsentListRequest
): ListCursor.List => ({ tenant: clientId, list: ["consents", userId, company, latest, [...statusIn].sort()] })

const make = Effect.gen(function* () {
  const store = yield* ConsentStore
  const users = yield* UserStore
  const connectors = yield* Connectors
  const banks = yield* AccountHoldingBanks
  const engine = yield* ConsentEngine
  const sealer = yield* Sealer
  const qr = yield* AnimatedQr
  const random = yield* SecureRandom.SecureRandom
  const surroundings = yield* Effect.context<
    AccountHoldingBanks | ConsentEngine | ConsentStore | ElectronicId | PublicAddress
  >()

  /** Checks a request in the order of decisions 2, behind the shape of its body. */
  const check = Effect.fnUntraced(function* (request: CreateConsent.CreateConsent, now: number) {
    const missing = CreateConsent.missingMethod(request)
    if (missing !== undefined) return yield* new InvalidParameters({ violations: [missing] })
    const company = yield* connectors.find(request.company)
    if (Option.isNone(company)) return yield* new UnknownCompany()
    const { availability } = company.value
    const order = CreateConsent.check(request, availability, dateOf(now))
    if (Result.isFailure(order)) return yield* new InvalidParameters({ violations: order.failure })
    // Accounts can be had through a connector alone; a consent that is kept is the bank's affair.
    const bank = yield* banks.find(request.company)
    if (!availability.products.includes("PSD2_AIS") || Option.isNone(bank)) {
      return yield* new ProductNotSupported({ product: "PSD2_AIS" })
    }
    return { ...order.success, market: availability.market }
  })

  const create: Consents["Service"]["create"] = Effect.fnUntraced(function* ({ clientId, userId }, request) {
    const now = yield* Clock.currentTimeMillis
    const { identity, market, terms } = yield* check(request, now)
    const consentId = yield* random.uuidV7()
    const way =
      identity === undefined ? { returnState: hex(yield* random.randomBytes(returnStateBytes)) } : { identity }
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
    const accepted = yield* Effect.uninterruptible(
      Effect.tap(Effect.orDie(store.accept(consent)), (kept) =>
        kept ? announce(engine.start(consentId)) : Effect.void
      )
    )
    return accepted ? Presenter.consentOf(consent.view) : yield* new UserErased()
  })

  /** The consent of somebody who was erased is nobody's, though its bank may still have to be told. */
  const isGone = ({ clientId, userId }: ConsentView) =>
    Effect.map(Effect.orDie(users.find(clientId, userId)), Option.isNone)

  const find = Effect.fnUntraced(function* (caller: Caller, consentId: string) {
    const found = yield* Effect.orDie(store.find(caller.clientId, consentId))
    if (Option.isNone(found) || !owns(caller, found.value)) return yield* new ConsentNotFound()
    // Who calls in a user's name is no erased one: the token would be dead.
    const gone = caller.userId === undefined && (yield* isGone(found.value))
    return gone ? yield* new ConsentNotFound() : found.value
  })

  const status: Consents["Service"]["status"] = (caller, consentId) =>
    Effect.flatMap(find(caller, consentId), (view) =>
      Effect.map(Clock.currentTimeMillis, (now) => Presenter.present(qr, view, now))
    )

  const list: Consents["Service"]["list"] = Effect.fnUntraced(function* (caller, request) {
    const cursor =
      request.cursor === undefined ? undefined : yield* ListCursor.read(sealer, listOf(caller, request), request.cursor)
    const { cursor: _, latest = false, limit, ...filters } = request
    const query = { ...filters, ...cursor, clientId: caller.clientId, userId: caller.userId, latest, limit: limit + 1 }
    const found = yield* Effect.orDie(store.list(query))
    const page = found.slice(0, limit)
    const items = page.map(Presenter.consentOf)
    const [first] = page
    const last = page.at(-1)
    if (found.length <= limit || first === undefined || last === undefined) return { items }
    const next = yield* ListCursor.make(sealer, listOf(caller, request), {
      asOf: cursor?.asOf ?? positionOf(first),
      after: positionOf(last)
    })
    return { items, next }
  })

  const listOfUser: Consents["Service"]["listOfUser"] = Effect.fnUntraced(function* (caller, userId, request) {
    const user = yield* Effect.orDie(users.find(caller.clientId, userId))
    if (Option.isNone(user) || !owns(caller, user.value)) return yield* new UserNotFound()
    return yield* list({ ...caller, userId }, request)
  })

  const revoke: Consents["Service"]["revoke"] = Effect.fnUntraced(function* (caller, consentId) {
    yield* find(caller, consentId)
    yield* Effect.provideContext(Effect.orDie(Changes.revoke(consentId)), surroundings)
    return yield* status(caller, consentId)
  })

  const expire: Consents["Service"]["expire"] = Effect.fnUntraced(function* (caller, consentId) {
    const view = yield* find(caller, consentId)
    const now = yield* Clock.currentTimeMillis
    const outOfTime = Changes.change(consentId, (work) => {
      if (work.status === "AUTHORIZED") return expiredBefore(now)
      if (work.status === "AWAITING_AUTHORIZATION") return failed("AUTHENTICATION_TIMEOUT")
      return work.status === "INITIATED" ? failed("BANK_UNAVAILABLE") : undefined
    })
    if (!(yield* Effect.provideContext(Effect.orDie(outOfTime), surroundings))) {
      return yield* new ConsentNotExpirable({ status: view.status })
    }
    return yield* status(caller, consentId)
  })

  /** A bank that does not answer now is asked by the steps that follow: the person does not wait for it. */
  const lookUp = (consentId: string) =>
    Changes.lookUp(consentId, "AWAITING_AUTHORIZATION").pipe(
      Effect.timeoutOption("5 seconds"),
      Effect.catchCause((cause) =>
        Effect.logWarning("a consent was not looked up").pipe(Effect.annotateLogs({ failures: failuresOf(cause) }))
      ),
      Effect.provideContext(surroundings)
    )

  const returned: Consents["Service"]["returned"] = Effect.fnUntraced(function* (returnState) {
    const found = yield* Effect.orDie(store.takeReturn(returnState))
    if (Option.isNone(found)) return { _tag: "UNKNOWN" }
    const { clientId, consentId } = found.value
    const before = yield* Effect.orDie(store.work(consentId))
    // The steps may have been faster than the person: of a consent that has ended, nobody is asked.
    if (Option.isSome(before)) yield* lookUp(consentId)
    const after = yield* Effect.orDie(store.find(clientId, consentId))
    if (Option.isNone(after)) return { _tag: "UNKNOWN" }
    const { market, status } = after.value
    const locale = Option.match(before, {
      onNone: () => ConsentScope.localeOf(market),
      onSome: ({ progress }) => progress.terms.psuLocale
    })
    return { _tag: "RETURNED", status, locale }
  })

  return Consents.of({
    create,
    read: (caller, consentId) => Effect.map(find(caller, consentId), Presenter.consentOf),
    status,
    list,
    listOfUser,
    revoke,
    expire,
    returned
  })
})

export const layer = Layer.effect(Consents, make)
