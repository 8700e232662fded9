/** Writes each kind of stored hash with some peppers and looks it up with others. */
import {
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  IdempotencyKeyStore,
  Sealer,
  UserStore
} from "@sheaf/ports"
import type { ElectronicIdOrderQuota, StoreError } from "@sheaf/ports"
import { CollectionSample, ConnectSessionSample, ConsentSample } from "@sheaf/ports/testing"
import { Effect, Option, Redacted } from "effect"
import type { Stores } from "../Database.ts"

type Used = Stores | Sealer

type Lookup = Effect.Effect<boolean, StoreError, Used>

type Kind = Effect.Effect<Lookup, StoreError, Used>

const secret = Redacted.make("s".repeat(43))

export const connectSession = Effect.fnUntraced(function* (clientId: string) {
  const { collectionId: connectSessionId } = (yield* CollectionSample.make(clientId)).identity
  const { startTime: createdAt } = CollectionSample
  const session = ConnectSessionSample.make({ connectSessionId, clientId, createdAt })
  const store = yield* ConnectSessionStore
  yield* store.add(session, secret)
  return Option.getOrThrow(yield* store.find(clientId, connectSessionId))
})

const quota: ElectronicIdOrderQuota = { identity: "maja", limit: 1 }

const accept = Effect.fnUntraced(function* (clientId: string, more: object) {
  const collection = yield* CollectionSample.make(clientId)
  return yield* (yield* CollectionStore).accept({ ...collection, ...more })
})

export const lockKey = Effect.fnUntraced(function* (clientId: string, key = "key") {
  const index = (record: string) =>
    Effect.map(Sealer, ({ blindIndex }) => blindIndex({ tenant: clientId, record }, key))
  const store = yield* IdempotencyKeyStore
  const [id, request] = [yield* index("id"), yield* index("request")]
  const isKept = yield* store.keep({ id, request, clientId, at: 0, until: 1e15 }, { id: "made", isNew: true })
  const found = yield* store.find(id)
  return { isKept, isFound: Option.exists(found, (kept) => request.matches(kept.request)) }
})

export const kinds: Readonly<Record<string, Kind>> = {
  "a user's external id": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    const userId = yield* CollectionSample.newUser(clientId)
    const externalId = Option.getOrThrow(yield* (yield* UserStore).find(clientId, userId)).externalId
    return Effect.map(
      Effect.flatMap(UserStore, (users) => users.create({ clientId, externalId, userId: "another", createdAt: 1 })),
      ({ user }) => user.userId === userId
    )
  }),
  "an erased external id": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    const userId = yield* CollectionSample.newUser(clientId)
    const users = yield* UserStore
    const externalId = Option.getOrThrow(yield* users.find(clientId, userId)).externalId
    yield* users.erase(clientId, userId, Date.now())
    return Effect.map(
      Effect.flatMap(UserStore, (found) => found.erasedAt(clientId, externalId)),
      Option.isSome
    )
  }),
  "a collection's external reference": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    yield* CollectionSample.acceptCollection(clientId, { attributes: { EXTERNAL_REFERENCE: "case 4711" } })
    return Effect.map(
      CollectionSample.listCollections(clientId, { externalReference: "case 4711" }),
      (found) => found.length === 1
    )
  }),
  "a document's key": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    const documents = [CollectionSample.makeDocument("terms")]
    const collectionId = yield* CollectionSample.acceptEndedCollection(clientId, "COMPLETED", { data: {}, documents })
    return Effect.map(
      Effect.flatMap(CollectionStore, (store) => store.document(collectionId, "INSURANCE", "terms")),
      Option.isSome
    )
  }),
  "a company's session": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    yield* accept(clientId, { inSession: { key: "a session", superseded: [], cleanups: [] } })
    return Effect.map(
      Effect.flatMap(CollectionStore, (store) => store.ofSession(clientId, "a session")),
      (found) => found.length === 1
    )
  }),
  "a person's open orders, of collections": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    const quotas = { runningCollections: 100, openOrders: quota }
    yield* accept(clientId, { quotas })
    return Effect.map(accept(clientId, { quotas }), (result) => result === "TOO_MANY_ORDERS")
  }),
  "a person's open orders, of consents": Effect.gen(function* () {
    const owner = yield* ConsentSample.newOwner()
    yield* (yield* ConsentStore).accept({ ...(yield* ConsentSample.make(owner)), openOrders: quota })
    return Effect.gen(function* () {
      const next = { ...(yield* ConsentSample.make(owner)), openOrders: quota }
      return (yield* (yield* ConsentStore).accept(next)) === "TOO_MANY_ORDERS"
    })
  }),
  "a consent's return state": Effect.gen(function* () {
    const owner = yield* ConsentSample.newOwner()
    const returnState = `state of ${owner.userId}`
    yield* ConsentSample.acceptConsent(owner, {}, ConsentSample.redirectAuthorization(returnState))
    return Effect.gen(function* () {
      const store = yield* ConsentStore
      const isFound = Option.isSome(yield* store.findReturn(returnState))
      return isFound && Option.isSome(yield* store.takeReturn(returnState))
    })
  }),
  "a used return state, which stays used": Effect.gen(function* () {
    const owner = yield* ConsentSample.newOwner()
    const returnState = `used state of ${owner.userId}`
    const { view } = yield* ConsentSample.acceptConsent(owner, {}, ConsentSample.redirectAuthorization(returnState))
    yield* (yield* ConsentStore).takeReturn(returnState)
    return Effect.gen(function* () {
      const store = yield* ConsentStore
      const progress = ConsentSample.redirectedProgress(returnState)
      yield* store.advance(
        ConsentSample.precondition(view, 0, 1),
        ConsentSample.changeToStatus("AWAITING_AUTHORIZATION", 2, { progress })
      )
      return Option.isNone(yield* store.findReturn(returnState))
    })
  }),
  "the person of several consents": Effect.gen(function* () {
    const owner = yield* ConsentSample.newOwner()
    const login = { type: "SWEDISH_EID", personalNumber: owner.userId } as const
    const identity = { loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE", login } as const
    const { view } = yield* ConsentSample.acceptConsent(
      owner,
      {},
      { authorization: { _tag: "ElectronicId", identity } }
    )
    yield* (yield* ConsentStore).advance(
      ConsentSample.precondition(view, 0, 1),
      ConsentSample.changeToStatus("AUTHORIZED", 2)
    )
    return Effect.gen(function* () {
      const other = yield* ConsentSample.acceptConsent(
        yield* ConsentSample.newOwner(),
        {},
        { authorization: { _tag: "ElectronicId", identity } }
      )
      return (yield* (yield* ConsentStore).ofSamePerson(other.view)).includes(view.consentId)
    })
  }),
  "a Connect link": Effect.gen(function* () {
    const { connectSessionId } = yield* connectSession(yield* CollectionSample.newClient)
    return Effect.map(
      Effect.flatMap(ConnectSessionStore, (store) => store.byLink(connectSessionId, secret)),
      Option.isSome
    )
  }),
  "a Connect page's browser": Effect.gen(function* () {
    const session = yield* connectSession(yield* CollectionSample.newClient)
    const { connectSessionId, expiresAt, progress } = session
    yield* (yield* ConnectSessionStore).bind(session, secret, { status: "OPEN", expiresAt, progress })
    return Effect.map(
      Effect.flatMap(ConnectSessionStore, (other) => other.byBrowser(connectSessionId, secret)),
      Option.isSome
    )
  }),
  "an idempotency key": Effect.gen(function* () {
    const clientId = yield* CollectionSample.newClient
    yield* lockKey(clientId)
    return Effect.map(lockKey(clientId), ({ isFound, isKept }) => isFound && !isKept)
  })
}
