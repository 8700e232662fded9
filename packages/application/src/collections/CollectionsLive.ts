/** The use cases for collections (spec 2.1, 2.5, 4, 10, 11). */
import * as ConnectRequest from "@sheaf/domain/ConnectRequest"
import { startWarningsOf } from "@sheaf/domain/Company"
import * as TransactionSelection from "@sheaf/domain/TransactionSelection"
import { isBankAccount, transactionsOf } from "@sheaf/domain/WealthRecord"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import {
  AccountNotFound,
  AnimatedQr,
  CollectionNotEnded,
  CollectionNotFound,
  Collections,
  CollectionStore,
  Connectors,
  DocumentNotFound,
  CollectionNotExpirable,
  owns,
  Sealer,
  UserNotFound,
  UserStore
} from "@sheaf/ports"
import type {
  Caller,
  CurrentCollectionStatus,
  IdempotencyKeyTaken,
  CollectionStatusView,
  ListPosition,
  CollectionState
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted, Schema, Semaphore } from "effect"
import { CollectionRunner } from "./Process.ts"
import * as DataAccess from "./data/DataAccess.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as ListFilters from "../requests/ListFilters.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import * as CollectionReturns from "./CollectionReturns.ts"
import * as Confirmation from "./Confirmation.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as Presenter from "./Presenter.ts"
import * as Outcome from "./Outcome.ts"
import * as Start from "./Start.ts"
import * as Supply from "./Supply.ts"

const positionOf = ({ collectionId, createdAt }: CollectionStatusView): ListPosition => ({
  createdAt,
  id: collectionId
})

const makeSurroundings =
  Effect.context<
    Effect.Services<
      ReturnType<
        | typeof CollectionReturns.handleReturn
        | typeof Confirmation.confirm
        | typeof Start.start
        | typeof Supply.acceptAnswer
      >
    >
  >()

const makeReads = Effect.gen(function* () {
  const store = yield* CollectionStore
  const sealer = yield* Sealer
  const users = yield* UserStore
  const qr = yield* AnimatedQr

  const status: Collections["Service"]["status"] = (caller, collectionId) =>
    Effect.flatMap(Effect.orDie(store.status(caller.clientId, collectionId)), (found) =>
      Option.isNone(found) || !owns(caller, found.value)
        ? Effect.fail(new CollectionNotFound())
        : Effect.clockWith((clock) =>
            Effect.succeed(Presenter.presentStatus(qr, found.value, clock.currentTimeMillisUnsafe()))
          )
    )

  const presented = (view: CollectionStatusView, now: number) =>
    Presenter.presentCollection(Presenter.presentStatus(qr, view, now).body, view)

  const read: Collections["Service"]["read"] = Effect.fnUntraced(function* (caller, collectionId) {
    const found = yield* Effect.orDie(store.status(caller.clientId, collectionId))
    if (Option.isNone(found) || !owns(caller, found.value)) return yield* new CollectionNotFound()
    return presented(found.value, yield* Clock.currentTimeMillis)
  })

  const list: Collections["Service"]["list"] = Effect.fnUntraced(function* (caller, request) {
    const owned = ListFilters.queryOf(caller, request)
    if (owned === undefined) return { items: [] }
    const { company, externalReference, latest = false } = request
    const { connectSessionId } = caller
    const query = {
      ...owned,
      ...ListFilters.statusesOf(request),
      ...(company !== undefined && { company }),
      ...(externalReference !== undefined && { externalReference }),
      ...(connectSessionId !== undefined && { connectSessionId }),
      latest
    }
    const now = yield* Clock.currentTimeMillis
    return yield* ListCursor.readPage(sealer, ListCursor.keyOf("collections", caller, request), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf,
      itemOf: (view) => presented(view, now)
    })
  })

  const listOfUser: Collections["Service"]["listOfUser"] = Effect.fnUntraced(function* (caller, userId, request) {
    const user = yield* Effect.orDie(users.find(caller.clientId, userId))
    if (Option.isNone(user) || !owns(caller, user.value)) return yield* new UserNotFound()
    return yield* list({ ...caller, userId }, request)
  })

  return { status, read, list, listOfUser }
})

/** Starts a collection, once per idempotency key. */
const makeStart = Effect.gen(function* () {
  const surroundings = yield* makeSurroundings
  const once = yield* Idempotency.make
  const connectors = yield* Connectors
  const qr = yield* AnimatedQr
  const { status } = yield* makeReads
  const { withPermit } = yield* Semaphore.make(1)

  const startOnce = Effect.fnUntraced(function* (caller: Caller, request: StartCommand, accept: AcceptWrite) {
    const started = Start.start(caller, request, accept, { inTurn: withPermit })
    const { identity, products } = yield* Effect.provideContext(started, surroundings)
    return Presenter.presentStatus(qr, { ...identity, products, shown: {} }, identity.createdAt)
  })

  /** Adds the known reasons why the collection cannot succeed. A repeated request gets the same reasons. */
  const withWarnings =
    ({ company, loginMethod }: StartCommand) =>
    (started: CurrentCollectionStatus) =>
      Effect.map(connectors.find(company), (found): CurrentCollectionStatus => {
        const warnings = Option.match(found, {
          onNone: () => [],
          onSome: ({ availability }) => startWarningsOf(availability, loginMethod)
        })
        return warnings.length === 0 ? started : { ...started, body: { ...started.body, warnings } }
      })

  const start: Collections["Service"]["start"] = (caller, request) =>
    once({
      request: caller.connectSessionId === undefined ? request : ConnectRequest.withoutDevice(request),
      make: (accept) => startOnce(caller, request, accept),
      resultOf: ({ body }) => ({ id: body.collectionId, isNew: true }),
      repeat: ({ id }) => status(caller, id)
    }).pipe(Effect.flatMap(withWarnings(request)))
  return start
})

const makeChanges = Effect.gen(function* () {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const surroundings = yield* makeSurroundings
  const once = yield* Idempotency.make
  const { status } = yield* makeReads

  /** Applies a change and returns the new status. If another writer won the race, retries with the new row. */
  const change = Effect.fnUntraced(function* <E, R>(
    caller: Caller,
    collectionId: string,
    record: (collection: CollectionState) => Effect.Effect<boolean, E, R>
  ) {
    for (;;) {
      const found = yield* Effect.orDie(store.loadState(collectionId))
      if (Option.isNone(found) || !owns(caller, found.value)) return yield* new CollectionNotFound()
      if (yield* record(found.value)) return yield* status(caller, collectionId)
    }
  })

  /** Makes a change that takes effect only once, however often the client repeats the request. */
  const changeOnce = <E>(
    caller: Caller,
    collectionId: string,
    request: unknown,
    record: (collection: CollectionState, accept: AcceptWrite) => Effect.Effect<boolean, E | IdempotencyKeyTaken>
  ) =>
    once({
      request,
      make: (accept) => change(caller, collectionId, (collection) => record(collection, accept)),
      resultOf: () => ({ id: collectionId, isNew: false }),
      repeat: () => status(caller, collectionId)
    })

  const timeOut = Effect.fnUntraced(function* (collection: CollectionState, accept: AcceptWrite) {
    const { collectionId, company, status: unchanged } = collection
    const entry = Outcome.timeoutEntry(collection, yield* Clock.currentTimeMillis)
    if (Option.isNone(entry)) return yield* new CollectionNotExpirable({ company, status: unchanged })
    return yield* runner.advance(
      collectionId,
      accept({ id: collectionId, isNew: false }, store.timeOut(collection, entry.value))
    )
  })

  const supply: Collections["Service"]["supply"] = (caller, collectionId, input) =>
    changeOnce(caller, collectionId, input, (collection, accept) =>
      Effect.provideContext(Supply.acceptAnswer(collection, input, accept), surroundings)
    )

  const confirm: Collections["Service"]["confirm"] = (caller, collectionId, code) =>
    once({
      request: { code: Redacted.value(code) },
      make: (accept) =>
        Confirmation.confirm(caller, collectionId, code, accept).pipe(
          Effect.provideContext(surroundings),
          Effect.andThen(status(caller, collectionId))
        ),
      resultOf: () => ({ id: collectionId, isNew: false }),
      repeat: () => status(caller, collectionId)
    })

  return {
    supply,
    confirm,
    timeOut: (caller: Caller, collectionId: string) => changeOnce(caller, collectionId, undefined, timeOut)
  }
})

const make = Effect.gen(function* () {
  const store = yield* CollectionStore
  const surroundings = yield* makeSurroundings
  const reads = yield* makeReads
  const { audited, authorize, records } = yield* DataAccess.make
  const places = ListCursor.makeCursors(yield* Sealer, Schema.Struct({ place: Schema.Int }))

  return Collections.of({
    start: yield* makeStart,
    ...reads,
    ...(yield* makeChanges),
    handleReturn: (visit) => Effect.provideContext(CollectionReturns.handleReturn(visit), surroundings),
    erase: Effect.fnUntraced(function* (caller, collectionId) {
      const { body } = yield* reads.status(caller, collectionId)
      const now = yield* Clock.currentTimeMillis
      if (!(yield* Effect.orDie(store.eraseDataOf(caller.clientId, collectionId, now)))) {
        return yield* new CollectionNotEnded({ company: body.company, status: body.status })
      }
    }),
    insuranceData: (caller, collectionId) => records(caller, collectionId, "INSURANCE", store.insuranceData, []),
    wealthData: (caller, collectionId) => records(caller, collectionId, "WEALTH", store.wealthData, []),
    transactions: Effect.fnUntraced(function* (caller, collectionId, accountId, request) {
      const wealth = yield* records(caller, collectionId, "WEALTH", store.wealthData, [])
      const { cursor, from = "", limit, status = [], to = "" } = request
      const account = wealth.find(
        (record) => record.id === accountId || (isBankAccount(record) && record.accountId === accountId)
      )
      const all = account && transactionsOf(account)
      if (all === undefined) return yield* new AccountNotFound()
      const list = ["transactions", collectionId, accountId, from, to, status.toSorted()]
      const key = { tenant: caller.clientId, list }
      const start = cursor === undefined ? 0 : (yield* places.read(key, cursor)).place
      const found = TransactionSelection.select(all, request)
      const place = start + limit
      const next = found.length > place && { next: yield* places.write(key, { place }) }
      return { items: found.slice(start, place), ...next }
    }),
    dataJson: (caller, collectionId, product) =>
      records(caller, collectionId, product, (id) => store.dataJson(id, product), DataAccess.emptyJsonArray),
    document: Effect.fnUntraced(function* (caller, collectionId, product, documentId) {
      yield* authorize(caller, collectionId, product)
      const found = yield* Effect.orDie(store.document(collectionId, product, documentId))
      if (Option.isNone(found)) return yield* new DocumentNotFound()
      yield* audited(caller, collectionId, product, documentId)
      return found.value
    })
  })
})

export const layer = Layer.effect(Collections, make)
