/** The use cases of collections (spec 4; decisions 2, 4, 5, 10, 11). */
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { covers } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import {
  AnimatedQr,
  CollectionNotCompleted,
  CollectionNotEnded,
  CollectionNotFound,
  Collections,
  CollectionStore,
  Connectors,
  ConsentStore,
  DataExpired,
  DocumentNotFound,
  NothingToExpire,
  owns,
  ProductNotCollected,
  Sealer
} from "@sheaf/ports"
import type { Caller, CollectionHead, CollectionListRequest, Position } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { announced } from "../durable/Engine.ts"
import { CollectionEngine } from "./Process.ts"
import * as ListCursor from "../ListCursor.ts"
import * as Presenter from "./Presenter.ts"
import * as Settlement from "./Settlement.ts"
import * as Start from "./Start.ts"
import * as Supply from "./Supply.ts"
import { Timeouts } from "../Timeouts.ts"

const positionOf = ({ collectionId, createdAt }: CollectionHead): Position => ({
  createdAt,
  id: collectionId
})

/** A cursor is good for one list of one caller, with one choice of filters. */
const listOf = (
  { clientId, userId = "" }: Caller,
  { company = "", externalReference = "", latest = false, statusIn = [] }: CollectionListRequest
): ListCursor.List => ({
  tenant: clientId,
  list: ["collections", userId, company, externalReference, latest, [...statusIn].sort()]
})

const toSummary = ({ collectionId, company, createdAt, externalReference, loginMethod, status }: CollectionHead) => ({
  collectionId,
  company,
  createdAt: new Date(createdAt).toISOString(),
  status,
  ...(loginMethod !== undefined && { loginMethod }),
  ...(externalReference !== undefined && { externalReference })
})

const make = Effect.gen(function* () {
  const store = yield* CollectionStore
  const surroundings = Context.pick(
    CollectionEngine,
    CollectionStore,
    Connectors,
    ConsentStore,
    SecureRandom.SecureRandom,
    Timeouts
  )(yield* Effect.context<CollectionEngine | CollectionStore | Connectors | ConsentStore | SecureRandom.SecureRandom>())
  const engine = yield* CollectionEngine
  const sealer = yield* Sealer
  const qr = yield* AnimatedQr

  const start: Collections["Service"]["start"] = Effect.fnUntraced(function* (caller, request) {
    const { head, products } = yield* Effect.provideContext(Start.start(caller, request), surroundings)
    return Presenter.present(qr, { ...head, products, shown: {} }, head.createdAt)
  })

  const status: Collections["Service"]["status"] = (caller, collectionId) =>
    Effect.flatMap(Effect.orDie(store.status(caller.clientId, collectionId)), (found) =>
      Option.isNone(found) || !owns(caller, found.value)
        ? Effect.fail(new CollectionNotFound())
        : Effect.clockWith((clock) =>
            Effect.succeed(Presenter.present(qr, found.value, clock.currentTimeMillisUnsafe()))
          )
    )

  const list: Collections["Service"]["list"] = (caller, request) => {
    const { cursor: _, latest = false, limit: __, ...filters } = request
    const user = caller.userId !== undefined && { userId: caller.userId }
    const query = { ...filters, ...user, clientId: caller.clientId, latest }
    return ListCursor.page(sealer, listOf(caller, request), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf,
      itemOf: toSummary
    })
  }

  const supply: Collections["Service"]["supply"] = Effect.fnUntraced(function* (caller, collectionId, input) {
    for (;;) {
      const found = yield* Effect.orDie(store.work(collectionId))
      if (Option.isNone(found) || !owns(caller, found.value)) return yield* new CollectionNotFound()
      if (yield* Effect.provideContext(Supply.accept(found.value, input), surroundings))
        return yield* status(caller, collectionId)
      // Another answer, or the end of its time, came first: it is looked at again as it stands now.
    }
  })

  const expire: Collections["Service"]["expire"] = Effect.fnUntraced(function* (caller, collectionId) {
    for (;;) {
      const found = yield* Effect.orDie(store.work(collectionId))
      if (Option.isNone(found) || !owns(caller, found.value)) return yield* new CollectionNotFound()
      const { company, status: unchanged } = found.value
      const entry = Settlement.timedOut(found.value, yield* Clock.currentTimeMillis)
      if (entry === undefined) return yield* new NothingToExpire({ company, status: unchanged })
      const wake = engine.wake(collectionId, found.value.step)
      if (yield* announced(Effect.orDie(store.expire(found.value, entry)), wake))
        return yield* status(caller, collectionId)
      // The collection has changed meanwhile: it is looked at again as it stands now.
    }
  })

  /** Whether this caller may have the data of this product, in the order of decisions 10. */
  const authorize = Effect.fnUntraced(function* (caller: Caller, collectionId: string, product: RecordProduct) {
    const found = yield* Effect.orDie(store.dataHead(caller.clientId, collectionId))
    if (Option.isNone(found) || !owns(caller, { ...found.value, clientId: caller.clientId })) {
      return yield* new CollectionNotFound()
    }
    const { company, expired, products, status } = found.value
    if (!covers(products, product)) return yield* new ProductNotCollected({ product })
    if (!isOutcome(status)) return yield* new CollectionNotCompleted({ company, status })
    if (expired) return yield* new DataExpired()
    return status
  })

  const erase: Collections["Service"]["erase"] = Effect.fnUntraced(function* (caller, collectionId) {
    const { body } = yield* status(caller, collectionId)
    const now = yield* Clock.currentTimeMillis
    if (!(yield* Effect.orDie(store.eraseData(caller.clientId, collectionId, now)))) {
      return yield* new CollectionNotEnded({ company: body.company, status: body.status })
    }
  })

  /** Records that are gone between the permission and the reading have expired; an empty collection never had any. */
  const present = <A>(status: CollectionStatus, records: Option.Option<ReadonlyArray<A>>) => {
    if (Option.isSome(records)) return Effect.succeed(records.value)
    return status === "COMPLETED_EMPTY" ? Effect.succeed([]) : Effect.fail(new DataExpired())
  }

  return Collections.of({
    start,
    status,
    list,
    supply,
    expire,
    erase,
    insuranceData: (caller, collectionId) =>
      Effect.flatMap(authorize(caller, collectionId, "INSURANCE"), (status) =>
        Effect.flatMap(Effect.orDie(store.insuranceData(collectionId)), (records) => present(status, records))
      ),
    wealthData: (caller, collectionId) =>
      Effect.flatMap(authorize(caller, collectionId, "WEALTH"), (status) =>
        Effect.flatMap(Effect.orDie(store.wealthData(collectionId)), (records) => present(status, records))
      ),
    document: Effect.fnUntraced(function* (caller, collectionId, product, documentId) {
      yield* authorize(caller, collectionId, product)
      const found = yield* Effect.orDie(store.document(collectionId, product, documentId))
      return Option.isSome(found) ? found.value : yield* new DocumentNotFound()
    })
  })
})

export const layer = Layer.effect(Collections, make)
