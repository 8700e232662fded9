/** Webhooks on a real database, with a scripted receiver, in virtual time. */
import { it } from "@effect/vitest"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Sealing, WebhookSignature } from "@sheaf/adapters-security"
import {
  ChangeSignalsLocal,
  ClientStoreSql,
  CollectionStoreSql,
  ConsentStoreSql,
  DueProcessesSql,
  EventStoreSql,
  IdempotencyKeyStoreSql,
  Sqlite,
  UserStoreSql,
  WebhookDeliveryStoreSql,
  WebhookEndpointStoreSql
} from "@sheaf/adapters-sql"
import { ClientStore, CollectionStore, EventStore, Shards, WebhookEndpoints, WebhookSender } from "@sheaf/ports"
import type {
  Caller,
  ChangeSignals,
  ConsentStore,
  DueProcesses,
  Events,
  UserStore,
  WebhookDeliveryStore,
  WebhookAttemptOutcome,
  WebhookRequest,
  WebhookSigner
} from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Clock, Context, Effect, Exit, Layer, Redacted, Schema, Scope } from "effect"
import type { Duration } from "effect"
import type { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { EventsLive, WebhookEndpointsLive, WebhookProcess } from "../../src/index.ts"
import * as DueLoop from "../../src/process/DueLoop.ts"
import { idleRunner } from "../../src/process/Runner.ts"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"
import { runPendingWork } from "../collections/World.ts"

export { runPendingWork }

export const startTime = CollectionSample.startTime

export const caller: Caller = { clientId: "client-one", environment: "test" }

export interface ReceivedRequest {
  readonly endpointId: string
  readonly eventId: string
  readonly type: string
  readonly collectionId?: string | undefined
  readonly at: number
  readonly signatures: number
}

const Body = Schema.fromJsonString(
  Schema.Struct({
    eventId: Schema.String,
    type: Schema.String,
    subject: Schema.optionalKey(Schema.Struct({ collectionId: Schema.optionalKey(Schema.String) }))
  })
)
const decode = Schema.decodeUnknownSync(Body)

export type ReceiverResponse = (
  request: ReceivedRequest
) => Effect.Effect<Omit<WebhookAttemptOutcome, "durationMillis">>

export const ok: ReceiverResponse = () => Effect.succeed({ status: 204 })
export const respondError: ReceiverResponse = () => Effect.succeed({ status: 500, fault: "UNEXPECTED_STATUS" })

class Receiver {
  readonly received: Array<ReceivedRequest> = []
  answer: ReceiverResponse = ok
  /** True while a running transaction can still add events that precede stored ones. */
  isSettling = false
  running = 0
  maxAtOnce = 0

  readonly send = (request: WebhookRequest) =>
    Effect.gen({ self: this }, function* () {
      const { eventId, subject, type } = decode(request.body)
      const received: ReceivedRequest = {
        endpointId: request.endpointId,
        eventId,
        type,
        collectionId: subject?.collectionId,
        at: yield* Clock.currentTimeMillis,
        signatures: (request.headers["webhook-signature"] ?? "").split(" ").length
      }
      this.received.push(received)
      this.maxAtOnce = Math.max(this.maxAtOnce, ++this.running)
      const outcome = yield* Effect.ensuring(
        this.answer(received),
        Effect.sync(() => this.running--)
      )
      return { ...outcome, durationMillis: 1 }
    })

  readonly got = (count: number) =>
    Effect.gen({ self: this }, function* () {
      for (let turn = 0; turn < 5_000 && this.received.length < count; turn++) yield* runPendingWork(1)
      // Waits a little longer, so that an extra request would be noticed.
      yield* runPendingWork(20)
      return this.received.slice(0)
    })
}

const secret = Redacted.make(new Uint8Array(32).fill(7))
const key = { id: "one", bytes: secret }

const stores = Layer.mergeAll(
  ClientStoreSql.layer,
  CollectionStoreSql.layer,
  ConsentStoreSql.layer,
  DueProcessesSql.layer,
  EventStoreSql.layer,
  IdempotencyKeyStoreSql.layer,
  UserStoreSql.layer,
  WebhookDeliveryStoreSql.layer,
  WebhookEndpointStoreSql.layer
)

const client = Layer.effectDiscard(
  Effect.flatMap(ClientStore, (store) => store.addClient({ id: caller.clientId, name: "One", environment: "test" }))
)

const sender = ({ send }: Receiver) =>
  Layer.succeed(WebhookSender, {
    violationOf: (url) => (url.startsWith("https://") ? undefined : "is not an https URL"),
    send
  })

/**
 * While `isSettling` is set, readers see no events. PostgreSQL behaves like this while an open transaction may still
 * add earlier events.
 */
const settling = (receiver: Receiver) =>
  Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) => ({
      ...store,
      after: (clientId, position, query) =>
        receiver.isSettling
          ? Effect.succeed({ events: [], unreadable: [], next: position, isSettling: true })
          : store.after(clientId, position, query)
    }))
  )

export type TestServices =
  | ChangeSignals
  | ClientStore
  | CollectionStore
  | ConsentStore
  | DueProcesses
  | Events
  | EventStore
  | SecureRandom.SecureRandom
  | SqlClient.SqlClient
  | Running
  | UserStore
  | WebhookDeliveryStore
  | WebhookEndpoints
  | WebhookSender
  | WebhookSigner

class Running extends Context.Service<Running, { runner: WebhookProcess.WebhookRunner["Service"] }>()("test/Running") {}

const delegating = Layer.effect(
  WebhookProcess.WebhookRunner,
  Effect.map(Running, (running) => ({
    ...idleRunner,
    accept: (...given) => running.runner.accept(...given),
    advance: (...given) => running.runner.advance(...given)
  }))
).pipe(Layer.provideMerge(Layer.sync(Running, () => ({ runner: idleRunner }))))

const layer = (receiver: Receiver): Layer.Layer<TestServices, unknown> =>
  Layer.merge(EventsLive.layer, WebhookEndpointsLive.layer).pipe(
    Layer.provideMerge(delegating),
    Layer.provideMerge(client),
    Layer.provideMerge(settling(receiver)),
    Layer.provideMerge(stores),
    Layer.provideMerge(Layer.mergeAll(ChangeSignalsLocal.layer, sender(receiver), WebhookSignature.layer)),
    Layer.provideMerge(
      Layer.merge(
        Sealing.layer({ current: key, all: [key] }, secret),
        Layer.unwrap(Effect.map(temporaryDatabase, Sqlite.layer))
      )
    ),
    Layer.provideMerge(NodeCrypto.layer)
  )

const idle = { runDue: () => Effect.void, starting: () => 0 }

export const runDispatcher = Effect.gen(function* () {
  const running = yield* Running
  const runner = Context.get(yield* Layer.build(Layer.fresh(WebhookProcess.layer)), WebhookProcess.WebhookRunner)
  yield* Effect.acquireRelease(
    Effect.sync(() => (running.runner = runner)),
    () => Effect.sync(() => (running.runner = idleRunner))
  )
  yield* DueLoop.run({
    collection: idle,
    connect_session: idle,
    consent: idle,
    monitor: idle,
    recurring_task: idle,
    webhook_endpoint: runner
  })
})

export const startNode = Effect.gen(function* () {
  const scope = yield* Scope.make()
  yield* Scope.provide(runDispatcher, scope)
  return Scope.close(scope, Exit.void)
})

/**
 * Starts a node that delivers events only while `isOwner` returns true, because then it owns all shards. Change signals
 * do not reach the node, so it has to search for events. `listeners` collects the effects that the node would run when
 * its shards change.
 */
export const startNodeOwning = (isOwner: () => boolean, listeners: Array<Effect.Effect<void>> = []) => {
  const subscribe = (listener: Effect.Effect<void>) => Effect.sync(() => void listeners.push(listener))
  const all = Context.get(Context.empty(), Shards)
  const own = () => (isOwner() ? all.own() : [])
  return startNode.pipe(
    Effect.provide(Layer.fresh(Layer.merge(ChangeSignalsLocal.layer, DueProcessesSql.layer))),
    Effect.provideService(Shards, { isShared: true, own, has: isOwner, subscribe })
  )
}

/**
 * Moves the clock forward, and only then starts a node. A node that was already running would repeat its regular
 * searches, which would take real time.
 */
export const startAfter = (duration: Duration.Input) => Effect.andThen(TestClock.adjust(duration), startNode)

type Body = (
  receiver: Receiver,
  endpoints: WebhookEndpoints["Service"]
) => Generator<Effect.Effect<unknown, unknown, TestServices | Scope.Scope>, void, never>

export const test = (name: string, body: Body) =>
  it.effect(name, () => {
    const receiver = new Receiver()
    const run = Effect.flatMap(WebhookEndpoints, (endpoints) => Effect.gen(() => body(receiver, endpoints)))
    return Effect.andThen(TestClock.setTime(startTime + 60_000), Effect.provide(Effect.scoped(run), layer(receiver)))
  })

export const createEndpoint = (...types: ReadonlyArray<"collection.completed" | "collection.input_required">) =>
  Effect.gen(function* () {
    const request = { url: "https://app.example/", ...(types.length > 0 && { types }) }
    return (yield* (yield* WebhookEndpoints).create(caller, request, "2026-04-01")).endpointId
  })

export const completeCollectionAt = (at: number) =>
  CollectionSample.acceptEndedCollection(caller.clientId, "COMPLETED_EMPTY", { at })

export const completeCollection = CollectionSample.acceptEndedCollection(caller.clientId, "COMPLETED_EMPTY")

export const startAskingCollection = CollectionSample.acceptWaitingCollection(caller.clientId)

export const answerCollection = Effect.fnUntraced(function* (collectionId: string) {
  const store = yield* CollectionStore
  yield* store.supply(
    CollectionSample.precondition(collectionId, 2, 3),
    CollectionSample.answerChange(CollectionSample.codeAnswer)
  )
  yield* store.advance(CollectionSample.precondition(collectionId, 2, 4), [
    CollectionSample.changeToStatus("COMPLETED", 5, { data: {} })
  ])
})

export const executeSql = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (each) => sql.unsafe(each), { discard: true })
  )
