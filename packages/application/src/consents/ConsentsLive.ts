/** The use cases for consents (spec 2.4, 3.4, 4, 11). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as ConnectRequest from "@sheaf/domain/ConnectRequest"
import type { ConsentAnswer } from "@sheaf/domain/SupplementInfo"
import {
  AnimatedQr,
  ConsentNotConfirmed,
  ConsentNotExpirable,
  ConsentNotFound,
  Consents,
  ConsentStore,
  ConsentNotAwaitingConfirmation,
  owns,
  Sealer,
  UserNotFound,
  UserStore
} from "@sheaf/ports"
import type { Caller, ConsentView, ListPosition, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import * as ListCursor from "../requests/ListCursor.ts"
import * as ListFilters from "../requests/ListFilters.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as Answers from "./Answers.ts"
import * as Changes from "./Changes.ts"
import * as Presenter from "./Presenter.ts"
import { earlyExpiryOutcome, failedOutcome } from "./Outcome.ts"
import { isUnconfirmed } from "./Progress.ts"
import * as Confirmation from "./Confirmation.ts"
import * as ConsentMonitors from "./ConsentMonitors.ts"
import * as ConsentRenewal from "./ConsentRenewal.ts"
import * as Returns from "./Returns.ts"
import * as Start from "./Start.ts"
import * as UnattendedQuota from "./UnattendedQuota.ts"
import * as UnconfirmedConsents from "./UnconfirmedConsents.ts"

const positionOf = ({ consentId, createdAt }: ConsentView): ListPosition => ({ createdAt, id: consentId })

type Service = Consents["Service"]

const surroundings =
  Effect.context<
    Effect.Services<
      ReturnType<
        | typeof Start.createConsent
        | typeof Returns.handleReturn
        | typeof Confirmation.confirm
        | typeof ConsentMonitors.endWithConsent
        | typeof Answers.supply
      >
    >
  >()

const lookup = Effect.gen(function* () {
  const store = yield* ConsentStore
  const users = yield* UserStore
  const sealer = yield* Sealer
  const qr = yield* AnimatedQr
  const context = yield* surroundings

  const shownTo = (caller: Caller, views: ReadonlyArray<ConsentView>) =>
    Effect.provideContext(UnconfirmedConsents.visibleConsents(caller, views), context)

  const find = Effect.fnUntraced(function* (caller: Caller, consentId: string) {
    const found = yield* Effect.orDie(store.find(caller.clientId, consentId))
    if (Option.isNone(found) || !owns(caller, found.value)) return yield* new ConsentNotFound()
    const [view = found.value] = yield* shownTo(caller, [found.value])
    if (caller.userId !== undefined) return view
    // The consent of an erased user must not be found. If the caller has the user's token, no check is needed, because
    // erasing the user revokes the token.
    const user = yield* Effect.orDie(users.find(caller.clientId, found.value.userId))
    return Option.isSome(user) ? view : yield* new ConsentNotFound()
  })

  const presented = (view: ConsentView, now: number) =>
    Presenter.withRenewal(Presenter.presentStatus(qr, view, now).body, view)

  const read: Service["read"] = Effect.fnUntraced(function* (caller, consentId) {
    const view = yield* find(caller, consentId)
    const now = yield* Clock.currentTimeMillis
    const details = presented(view, now)
    if (!ConsentStatus.isUsable(ConsentStatus.statusAt(view, now))) return details
    const rule = yield* UnattendedQuota.ruleOf(view.company)
    return Presenter.withRemainingReadings(details, yield* UnattendedQuota.quotaOf(consentId, rule, now))
  }, Effect.provideContext(context))

  const status: Service["status"] = (caller, consentId) =>
    Effect.flatMap(find(caller, consentId), (view) =>
      Effect.map(Clock.currentTimeMillis, (now) => Presenter.presentStatus(qr, view, now))
    )

  const list: Service["list"] = Effect.fnUntraced(function* (caller, request) {
    const owned = ListFilters.queryOf(caller, request)
    if (owned === undefined) return { items: [] }
    const { company, latest = false } = request
    const { connectSessionId } = caller
    const query = {
      ...owned,
      ...ListFilters.statusesOf(request),
      ...(company !== undefined && { company }),
      ...(connectSessionId !== undefined && { connectSessionId }),
      latest
    }
    const now = yield* Clock.currentTimeMillis
    return yield* ListCursor.readPage(sealer, ListCursor.keyOf("consents", caller, request), request, {
      find: (bounds) =>
        Effect.flatMap(Effect.orDie(store.list({ ...query, ...bounds })), (views) => shownTo(caller, views)),
      positionOf,
      itemOf: (view) => presented(view, now)
    })
  })

  return { find, read, status, list }
})

type Lookup = Effect.Success<typeof lookup>

const expiry = Effect.fnUntraced(function* ({ find, status }: Lookup) {
  const context = yield* surroundings

  const expire = Effect.fnUntraced(function* (caller: Caller, consentId: string, accept: AcceptWrite) {
    const view = yield* find(caller, consentId)
    const now = yield* Clock.currentTimeMillis
    const outOfTime = Changes.changeConsent(
      consentId,
      (consent) => {
        if (consent.status === "AUTHORIZED") return Option.some(earlyExpiryOutcome(now))
        if (isUnconfirmed(consent.progress)) return Option.some(failedOutcome("NOT_CONFIRMED"))
        if (consent.status === "AWAITING_AUTHORIZATION") return Option.some(failedOutcome("AUTHENTICATION_TIMEOUT"))
        return consent.status === "INITIATED" ? Option.some(failedOutcome("BANK_UNAVAILABLE")) : Option.none()
      },
      (write) => accept({ id: consentId, isNew: false }, write)
    ).pipe(Effect.catchTag("StoreError", Effect.die), Effect.provideContext(context))
    if (!(yield* outOfTime)) return yield* new ConsentNotExpirable({ status: view.status })
    return yield* status(caller, consentId)
  })

  return expire
})

const confirmation = Effect.fnUntraced(function* ({ find, status }: Lookup) {
  const context = yield* surroundings

  const confirm = Effect.fnUntraced(function* (
    caller: UserCaller,
    consentId: string,
    code: Redacted.Redacted,
    accept: AcceptWrite
  ) {
    const { clientId } = caller
    const endIfStolen = Confirmation.endOnStolenCode({ clientId, consentId }, code).pipe(
      Effect.orDie,
      Effect.provideContext(context)
    )
    yield* Effect.tapError(find(caller, consentId), () => endIfStolen)
    const isConfirmed = Confirmation.confirm({ clientId, consentId }, code, (write) =>
      accept({ id: consentId, isNew: false }, write)
    ).pipe(Effect.catchTag("StoreError", Effect.die), Effect.provideContext(context))
    if (yield* isConfirmed) return yield* status(caller, consentId)
    const { failure, status: current } = yield* find(caller, consentId)
    if (failure === "NOT_CONFIRMED") return yield* new ConsentNotConfirmed()
    return yield* new ConsentNotAwaitingConfirmation({ status: current })
  })

  return confirm
})

const answers = Effect.fnUntraced(function* ({ find, status }: Lookup) {
  const context = yield* surroundings

  const supply = Effect.fnUntraced(function* (
    caller: UserCaller,
    consentId: string,
    answer: ConsentAnswer,
    accept: AcceptWrite
  ) {
    const view = yield* find(caller, consentId)
    yield* Answers.supply(view, answer, accept).pipe(
      Effect.catchTag("StoreError", Effect.die),
      Effect.provideContext(context)
    )
    return yield* status(caller, consentId)
  })

  return supply
})

const changes = Effect.fnUntraced(function* (found: Lookup) {
  const { status } = found
  const once = yield* Idempotency.make
  const expire = yield* expiry(found)
  const confirm = yield* confirmation(found)
  const supply = yield* answers(found)
  return {
    expire: (caller, consentId) =>
      once({
        request: undefined,
        make: (accept) => expire(caller, consentId, accept),
        resultOf: () => ({ id: consentId, isNew: false }),
        repeat: () => status(caller, consentId)
      }),
    confirm: (caller, consentId, code) =>
      once({
        request: { code: Redacted.value(code) },
        make: (accept) => confirm(caller, consentId, code, accept),
        resultOf: () => ({ id: consentId, isNew: false }),
        repeat: () => status(caller, consentId)
      }),
    supply: (caller, consentId, answer) =>
      once({
        request: answer,
        make: (accept) => supply(caller, consentId, answer, accept),
        resultOf: () => ({ id: consentId, isNew: false }),
        repeat: () => status(caller, consentId)
      })
  } satisfies Partial<Service>
})

const make = Effect.gen(function* () {
  const users = yield* UserStore
  const once = yield* Idempotency.make
  const context = yield* surroundings
  const found = yield* lookup
  const { find, list, read, status } = found
  return Consents.of({
    create: (caller, request) =>
      once({
        request: caller.connectSessionId === undefined ? request : ConnectRequest.withoutDevice(request),
        make: (accept) =>
          Start.createConsent(caller, request, accept).pipe(
            // Only renewals can fail with this error.
            Effect.catchTag("ConsentNotRenewable", Effect.die),
            Effect.map(Presenter.presentConsent),
            Effect.provideContext(context)
          ),
        resultOf: ({ consentId: id }) => ({ id, isNew: true }),
        repeat: ({ id }) => read(caller, id)
      }),
    renew: (caller, consentId, request) =>
      once({
        request: caller.connectSessionId === undefined ? request : ConnectRequest.withoutDevice(request),
        make: Effect.fnUntraced(function* (accept) {
          // A Connect session may renew another session's consent if its own terms name that consent.
          const { connectSessionId: _, ...user } = caller
          const view = yield* find(user, consentId)
          const renewed = ConsentRenewal.renewConsent(caller, view, request, accept)
          const created = yield* Effect.provideContext(renewed, context)
          return Presenter.withRenewal(Presenter.statusObjectOf(created), created)
        }),
        resultOf: ({ consentId: id }) => ({ id, isNew: true }),
        repeat: ({ id }) => read(caller, id)
      }),
    read,
    status,
    list,
    listOfUser: Effect.fnUntraced(function* (caller, userId, request) {
      const user = yield* Effect.orDie(users.find(caller.clientId, userId))
      if (Option.isNone(user) || !owns(caller, user.value)) return yield* new UserNotFound()
      return yield* list({ ...caller, userId }, request)
    }),
    revoke: Effect.fnUntraced(function* (caller, consentId) {
      const consent = yield* find(caller, consentId)
      const revocation = Changes.withdrawConsent(caller.clientId, consentId).pipe(
        Effect.andThen(ConsentMonitors.endWithConsent(consent))
      )
      yield* Effect.provideContext(Effect.orDie(revocation), context)
      return yield* status(caller, consentId)
    }),
    ...(yield* changes(found)),
    handleReturn: (visit) => Effect.provideContext(Effect.orDie(Returns.handleReturn(visit)), context)
  })
})

export const layer = Layer.effect(Consents, make)
