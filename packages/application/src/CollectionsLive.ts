/** The use cases of collections (spec 4; decisions 2, 4, 5, 10, 11). */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { withoutInstruction, withoutRequests } from "@sheaf/domain/ExtraInformation"
import * as Parameter from "@sheaf/domain/Parameter"
import type { Product } from "@sheaf/domain/Product"
import * as StartCollection from "@sheaf/domain/StartCollection"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import {
  AnimatedQr,
  CollectionNotCompleted,
  CollectionNotFound,
  Collections,
  CollectionStore,
  Connectors,
  DataExpired,
  DocumentNotFound,
  failuresOf,
  InvalidParameters,
  InvalidSupplement,
  NotAwaitingInput,
  NothingToExpire,
  ProductNotCollected,
  ProductNotSupported,
  Sealer,
  UnknownCompany,
  UserTokenRequired
} from "@sheaf/ports"
import type { Answered, Caller, CollectionHead, NewCollection, Position, Shown, Work } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { CollectionEngine } from "./CollectionEngine.ts"
import { dateOf } from "./Day.ts"
import * as ListCursor from "./ListCursor.ts"
import * as StatusPresenter from "./StatusPresenter.ts"
import { Timeouts } from "./Timeouts.ts"

const positionOf = ({ collectionId, createdAt }: CollectionHead): Position => ({ createdAt, collectionId })

const toSummary = ({ collectionId, company, createdAt, externalReference, loginMethod, status }: CollectionHead) => ({
  collectionId,
  company,
  createdAt: new Date(createdAt).toISOString(),
  loginMethod,
  status,
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

const covers = (products: ReadonlyArray<Product>, some: ReadonlyArray<Product>): boolean =>
  some.some((product) => products.includes(product))

const make = Effect.gen(function* () {
  const store = yield* CollectionStore
  const connectors = yield* Connectors
  const engine = yield* CollectionEngine
  const sealer = yield* Sealer
  const qr = yield* AnimatedQr
  const random = yield* SecureRandom.SecureRandom
  const timeouts = yield* Timeouts

  /** Checks a start in the order of decisions 2, behind the shape of its body. */
  const place = Effect.fnUntraced(function* (request: StartCollection.StartCollection, now: number, only?: Product) {
    const company = yield* connectors.find(request.company)
    if (Option.isNone(company)) return yield* new UnknownCompany()
    const consent = Parameter.find(request.parameters, "STORED_CONSENT")
    if (consent !== undefined) {
      const stored = StartCollection.checkStored(request, consent)
      if (!("consent" in stored)) return yield* new InvalidParameters({ violations: stored })
      // It belongs to a user, and comes with that user's token: callers here are clients.
      return yield* new UserTokenRequired()
    }
    const order = StartCollection.check(request, dateOf(now))
    if (!("login" in order)) return yield* new InvalidParameters({ violations: order })
    // No account is read under a consent yet, at any company: to accept one would be to collect what nobody asked for.
    if (Parameter.find(request.parameters, "PSD2_AIS_CONSENT")) {
      return yield* new ProductNotSupported({ product: "PSD2_AIS" })
    }
    const { market, products } = company.value.availability
    if (only !== undefined && !products.includes(only)) return yield* new ProductNotSupported({ product: only })
    return {
      order,
      market,
      products: products.filter((product) => product === (only ?? product) && product !== "PSD2_AIS")
    }
  })

  /** The engine is told once the row is safe. Should that fail, {@link Upkeep} tells it again. */
  const announce = (effect: Effect.Effect<void>) =>
    Effect.catchCause(effect, (cause) =>
      Effect.logError("engine not reached; it will be told again").pipe(
        Effect.annotateLogs({ failures: failuresOf(cause) })
      )
    )

  const start: Collections["Service"]["start"] = Effect.fnUntraced(function* (caller, request, product) {
    const now = yield* Clock.currentTimeMillis
    const { market, order, products } = yield* place(request, now, product)
    const collectionId = yield* random.uuidV7()
    const externalReference = order.attributes.EXTERNAL_REFERENCE
    const collection: NewCollection = {
      head: {
        ...CollectionLifecycle.begin,
        collectionId,
        clientId: caller.clientId,
        company: request.company,
        market,
        loginMethod: order.loginMethod,
        createdAt: now,
        statusChangedAt: now,
        ...(externalReference !== undefined && { externalReference })
      },
      products,
      order,
      deadline: now + timeouts.collection
    }
    yield* Effect.uninterruptible(
      Effect.andThen(Effect.orDie(store.accept(collection)), announce(engine.start(collectionId)))
    )
    return StatusPresenter.present(qr, { ...collection.head, products, shown: {} }, now)
  })

  const status: Collections["Service"]["status"] = (caller, collectionId, covering) =>
    Effect.flatMap(Effect.orDie(store.status(caller.clientId, collectionId)), (found) =>
      Option.isNone(found) || (covering !== undefined && !covers(found.value.products, covering))
        ? Effect.fail(new CollectionNotFound())
        : Effect.clockWith((clock) =>
            Effect.succeed(StatusPresenter.present(qr, found.value, clock.currentTimeMillisUnsafe()))
          )
    )

  const list: Collections["Service"]["list"] = Effect.fnUntraced(function* (caller, request) {
    const cursor =
      request.cursor === undefined
        ? undefined
        : yield* ListCursor.read(caller, request, request.cursor).pipe(Effect.provideService(Sealer, sealer))
    const { company, externalReference, latest = false, limit, statusIn } = request
    const found = yield* Effect.orDie(
      store.list({
        clientId: caller.clientId,
        latest,
        limit: limit + 1,
        ...(company !== undefined && { company }),
        ...(externalReference !== undefined && { externalReference }),
        ...(statusIn !== undefined && { statusIn }),
        ...cursor
      })
    )
    const page = found.slice(0, limit)
    const [first] = page
    const last = page.at(-1)
    if (found.length <= limit || first === undefined || last === undefined) return { items: page.map(toSummary) }
    const next = yield* ListCursor.make(caller, request, {
      asOf: cursor?.asOf ?? positionOf(first),
      after: positionOf(last)
    }).pipe(Effect.provideService(Sealer, sealer))
    return { items: page.map(toSummary), next }
  })

  /** Accepts an answer as the collection stands; nothing when it does not stand like that any more. */
  const accept = Effect.fnUntraced(function* (work: Work, input: SupplementInfo.SupplementInfo) {
    const { collectionId } = work
    const isResponse = input.type === "RESPONSE_OBJECT"
    if (isResponse && work.answeredEtags.includes(input.etag)) return true
    const now = yield* Clock.currentTimeMillis
    const notAwaiting = new NotAwaitingInput({ status: work.status })
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
    const goOn = remaining === undefined ? announce(engine.inputCame(collectionId, work.step)) : Effect.void
    return yield* Effect.uninterruptible(
      Effect.tap(Effect.orDie(store.supply(work, answered)), (stored) => (stored ? goOn : Effect.void))
    )
  })

  const supply: Collections["Service"]["supply"] = Effect.fnUntraced(function* (caller, collectionId, input, covering) {
    for (;;) {
      const found = yield* Effect.orDie(store.work(collectionId))
      if (Option.isNone(found) || found.value.clientId !== caller.clientId) return yield* new CollectionNotFound()
      if (covering !== undefined && !covers(found.value.products, covering)) return yield* new CollectionNotFound()
      if (yield* accept(found.value, input)) return yield* status(caller, collectionId)
      // Another answer, or the end of its time, came first: it is looked at again as it stands now.
    }
  })

  const expire: Collections["Service"]["expire"] = Effect.fnUntraced(function* (caller, collectionId) {
    const found = yield* Effect.orDie(store.work(collectionId))
    if (Option.isNone(found) || found.value.clientId !== caller.clientId) return yield* new CollectionNotFound()
    const now = yield* Clock.currentTimeMillis
    yield* Effect.uninterruptible(
      Effect.gen(function* () {
        const step = yield* Effect.orDie(store.expire(caller.clientId, collectionId, now))
        if (Option.isNone(step)) return yield* new NothingToExpire({ status: found.value.status })
        yield* announce(engine.inputCame(collectionId, step.value))
      })
    )
    return yield* status(caller, collectionId)
  })

  /** Whether this caller may have the data of this product, in the order of decisions 10. */
  const authorize = Effect.fnUntraced(function* (caller: Caller, collectionId: string, product: Product) {
    const found = yield* Effect.orDie(store.dataHead(caller.clientId, collectionId))
    if (Option.isNone(found)) return yield* new CollectionNotFound()
    const { expired, products, status } = found.value
    if (!products.includes(product)) return yield* new ProductNotCollected({ product })
    if (!isOutcome(status)) return yield* new CollectionNotCompleted({ status })
    if (expired) return yield* new DataExpired()
    return status
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
