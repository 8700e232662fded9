/** The use cases of collections (spec 4; decisions 2, 4, 5, 10, 11). */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { withoutInstruction, withoutRequests } from "@sheaf/domain/ExtraInformation"
import { covers } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
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
  InvalidSupplement,
  NotAwaitingInput,
  NothingToExpire,
  owns,
  ProductNotCollected,
  Sealer,
  UserErased
} from "@sheaf/ports"
import type { Answered, Caller, CollectionHead, ListRequest, NewCollection, Position, Shown, Work } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { announce } from "../durable/Engine.ts"
import { CollectionEngine } from "./Process.ts"
import { dateOf } from "../Day.ts"
import * as ListCursor from "../ListCursor.ts"
import * as Placement from "./Placement.ts"
import * as Presenter from "./Presenter.ts"
import * as Settlement from "./Settlement.ts"
import { Timeouts } from "../Timeouts.ts"

const positionOf = ({ collectionId, createdAt }: CollectionHead): Position => ({
  createdAt,
  id: collectionId
})

/** A cursor is good for one list of one caller, with one choice of filters. */
const listOf = (
  { clientId, userId = "" }: Caller,
  { company = "", externalReference = "", latest = false, statusIn = [] }: ListRequest
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

/** What is shown once an answer was accepted, of which `remaining` is still asked. */
const afterAnswer = (
  { information = {}, ...rest }: Shown,
  answer: SupplementInfo.SupplementInfo,
  remaining: SupplementInfo.Question | undefined
): Shown => {
  const left =
    remaining !== undefined && answer.type === "RESPONSE_OBJECT"
      ? withoutInstruction(information, answer.etag)
      : withoutRequests(information)
  return Object.keys(left).length === 0 ? rest : { ...rest, information: left }
}

const make = Effect.gen(function* () {
  const store = yield* CollectionStore
  const placing = Context.pick(Connectors, ConsentStore)(yield* Effect.context<Connectors | ConsentStore>())
  const engine = yield* CollectionEngine
  const sealer = yield* Sealer
  const qr = yield* AnimatedQr
  const random = yield* SecureRandom.SecureRandom
  const timeouts = yield* Timeouts

  const start: Collections["Service"]["start"] = Effect.fnUntraced(function* (caller, request) {
    const now = yield* Clock.currentTimeMillis
    const { market, order, products } = yield* Effect.provideContext(Placement.place(caller, request, now), placing)
    const collectionId = yield* random.uuidV7()
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
      deadline: now + timeouts.collection
    }
    const accepted = yield* Effect.uninterruptible(
      Effect.tap(Effect.orDie(store.accept(collection)), (kept) =>
        kept ? announce(engine.start(collectionId)) : Effect.void
      )
    )
    if (!accepted) return yield* new UserErased()
    return Presenter.present(qr, { ...collection.head, products, shown: {} }, now)
  })

  const status: Collections["Service"]["status"] = (caller, collectionId) =>
    Effect.flatMap(Effect.orDie(store.status(caller.clientId, collectionId)), (found) =>
      Option.isNone(found) || !owns(caller, found.value)
        ? Effect.fail(new CollectionNotFound())
        : Effect.clockWith((clock) =>
            Effect.succeed(Presenter.present(qr, found.value, clock.currentTimeMillisUnsafe()))
          )
    )

  const list: Collections["Service"]["list"] = Effect.fnUntraced(function* (caller, request) {
    const cursor =
      request.cursor === undefined ? undefined : yield* ListCursor.read(sealer, listOf(caller, request), request.cursor)
    const { cursor: _, latest = false, limit, ...filters } = request
    const user = caller.userId !== undefined && { userId: caller.userId }
    const query = { ...filters, ...user, ...cursor, clientId: caller.clientId, latest, limit: limit + 1 }
    const found = yield* Effect.orDie(store.list(query))
    const page = found.slice(0, limit)
    const [first] = page
    const last = page.at(-1)
    if (found.length <= limit || first === undefined || last === undefined) return { items: page.map(toSummary) }
    const next = yield* ListCursor.make(sealer, listOf(caller, request), {
      asOf: cursor?.asOf ?? positionOf(first),
      after: positionOf(last)
    })
    return { items: page.map(toSummary), next }
  })

  /** Accepts an answer as the collection stands; nothing when it does not stand like that any more. */
  const accept = Effect.fnUntraced(function* (work: Work, input: SupplementInfo.SupplementInfo) {
    const { collectionId } = work
    const isResponse = input.type === "RESPONSE_OBJECT"
    if (isResponse && work.answeredEtags.includes(input.etag)) return true
    const now = yield* Clock.currentTimeMillis
    const notAwaiting = new NotAwaitingInput({ company: work.company, status: work.status })
    if (work.pending === undefined || now >= work.pending.until) return yield* notAwaiting
    const { question } = work.pending
    const violations = SupplementInfo.check(question, input, dateOf(now))
    if (violations.length > 0) return yield* new InvalidSupplement({ violations })
    const transition = CollectionLifecycle.transition(work, { _tag: "InputAccepted" })
    if (transition._tag === "Refused") return yield* notAwaiting
    const remaining = SupplementInfo.remaining(question, input)
    const answered: Answered = {
      revision: transition.state.revision,
      shown: afterAnswer(work.shown, input, remaining),
      at: now,
      answers: [...work.answers, SupplementInfo.normalize(input, dateOf(now))],
      answeredEtags: isResponse ? [...work.answeredEtags, input.etag] : work.answeredEtags,
      ...(remaining !== undefined && { remaining })
    }
    const goOn = remaining === undefined ? announce(engine.wake(collectionId, work.step)) : Effect.void
    return yield* Effect.uninterruptible(
      Effect.tap(Effect.orDie(store.supply(work, answered)), (stored) => (stored ? goOn : Effect.void))
    )
  })

  const supply: Collections["Service"]["supply"] = Effect.fnUntraced(function* (caller, collectionId, input) {
    for (;;) {
      const found = yield* Effect.orDie(store.work(collectionId))
      if (Option.isNone(found) || !owns(caller, found.value)) return yield* new CollectionNotFound()
      if (yield* accept(found.value, input)) return yield* status(caller, collectionId)
      // Another answer, or the end of its time, came first: it is looked at again as it stands now.
    }
  })

  const expire: Collections["Service"]["expire"] = Effect.fnUntraced(function* (caller, collectionId) {
    for (;;) {
      const found = yield* Effect.orDie(store.work(collectionId))
      if (Option.isNone(found) || !owns(caller, found.value)) return yield* new CollectionNotFound()
      const now = yield* Clock.currentTimeMillis
      const entry = Settlement.timedOut(found.value, now)
      if (entry === undefined)
        return yield* new NothingToExpire({ company: found.value.company, status: found.value.status })
      const expired = yield* Effect.uninterruptible(
        Effect.tap(Effect.orDie(store.expire(found.value, entry)), (done) =>
          done ? announce(engine.wake(collectionId, found.value.step)) : Effect.void
        )
      )
      if (expired) return yield* status(caller, collectionId)
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
