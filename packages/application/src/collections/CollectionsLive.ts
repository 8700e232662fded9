/** The use cases for collections (spec 2.1, 2.5, 4, 10, 11). */
import * as ConnectRequest from "@sheaf/domain/ConnectRequest"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import {
  AnimatedQr,
  CollectionNotEnded,
  CollectionNotFound,
  Collections,
  CollectionStore,
  DocumentNotFound,
  CollectionNotExpirable,
  owns,
  Sealer
} from "@sheaf/ports"
import type {
  Caller,
  CollectionListRequest,
  IdempotencyKeyTaken,
  CollectionListItem,
  ListPosition,
  CollectionState
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted, Semaphore } from "effect"
import { timestampOf } from "../views/DateFormat.ts"
import { CollectionRunner } from "./Process.ts"
import * as DataAccess from "./data/DataAccess.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import * as CollectionReturns from "./CollectionReturns.ts"
import * as Confirmation from "./Confirmation.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as Presenter from "./Presenter.ts"
import * as Outcome from "./Outcome.ts"
import * as Start from "./Start.ts"
import * as Supply from "./Supply.ts"

const positionOf = ({ collectionId, createdAt }: CollectionListItem): ListPosition => ({ createdAt, id: collectionId })

/** Returns what identifies a list: the caller and the filters. Cursors are bound to it. */
const listOf = (
  { clientId, userId = "" }: Caller,
  { company = "", externalReference = "", latest = false, statusIn = [] }: CollectionListRequest
): ListCursor.ListKey => ({
  tenant: clientId,
  list: ["collections", userId, company, externalReference, latest, [...statusIn].sort()]
})

const toSummary = ({
  attributes,
  collectionId,
  company,
  createdAt,
  loginMethod,
  products,
  status
}: CollectionListItem) => ({
  collectionId,
  company,
  createdAt: timestampOf(createdAt),
  products,
  status,
  ...(loginMethod !== undefined && { loginMethod }),
  ...Presenter.presentAttributes(attributes)
})

/** The services of the use cases in other modules. */
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
  const qr = yield* AnimatedQr

  const status: Collections["Service"]["status"] = (caller, collectionId) =>
    Effect.flatMap(Effect.orDie(store.status(caller.clientId, collectionId)), (found) =>
      Option.isNone(found) || !owns(caller, found.value)
        ? Effect.fail(new CollectionNotFound())
        : Effect.clockWith((clock) =>
            Effect.succeed(Presenter.presentStatus(qr, found.value, clock.currentTimeMillisUnsafe()))
          )
    )

  const list: Collections["Service"]["list"] = (caller, request) => {
    const { cursor: _, latest = false, limit: __, ...filters } = request
    const { clientId, connectSessionId, userId } = caller
    const owners = {
      ...(userId !== undefined && { userId }),
      ...(connectSessionId !== undefined && { connectSessionId })
    }
    const query = { ...filters, ...owners, clientId, latest }
    return ListCursor.readPage(sealer, listOf(caller, request), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf,
      itemOf: toSummary
    })
  }

  return { status, list }
})

/** Returns the start, which is new only once for each idempotency key. */
const makeStart = Effect.gen(function* () {
  const surroundings = yield* makeSurroundings
  const once = yield* Idempotency.make
  const qr = yield* AnimatedQr
  const { status } = yield* makeReads
  const { withPermit } = yield* Semaphore.make(1)

  const startOnce = Effect.fnUntraced(function* (caller: Caller, request: StartCommand, accept: AcceptWrite) {
    const started = Start.start(caller, request, accept, withPermit)
    const { identity, products } = yield* Effect.provideContext(started, surroundings)
    return Presenter.presentStatus(qr, { ...identity, products, shown: {} }, identity.createdAt)
  })

  const start: Collections["Service"]["start"] = (caller, request) =>
    once({
      request: caller.connectSessionId === undefined ? request : ConnectRequest.withoutDevice(request),
      make: (accept) => startOnce(caller, request, accept),
      resultOf: ({ body }) => ({ id: body.collectionId, isNew: true }),
      repeat: ({ id }) => status(caller, id)
    })
  return start
})

/** Returns the changes of running collections. */
const makeChanges = Effect.gen(function* () {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const surroundings = yield* makeSurroundings
  const once = yield* Idempotency.make
  const { status } = yield* makeReads

  /** Makes a change and returns the new status. If another writer wins the race, tries again with the current row. */
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

  /** Makes a change only once, even if the client repeats the request. */
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
  const { list, status } = yield* makeReads
  const { audited, authorize, records } = yield* DataAccess.make

  return Collections.of({
    start: yield* makeStart,
    status,
    list,
    ...(yield* makeChanges),
    handleReturn: (visit) => Effect.provideContext(CollectionReturns.handleReturn(visit), surroundings),
    erase: Effect.fnUntraced(function* (caller, collectionId) {
      const { body } = yield* status(caller, collectionId)
      const now = yield* Clock.currentTimeMillis
      if (!(yield* Effect.orDie(store.eraseDataOf(caller.clientId, collectionId, now)))) {
        return yield* new CollectionNotEnded({ company: body.company, status: body.status })
      }
    }),
    insuranceData: (caller, collectionId) => records(caller, collectionId, "INSURANCE", store.insuranceData, []),
    wealthData: (caller, collectionId) => records(caller, collectionId, "WEALTH", store.wealthData, []),
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
