/**
 * Rounds of deliveries: each event is sent once and in order, even if a round is cut short or cannot be recorded (ADR
 * 25).
 */
import { assert, describe, it } from "@effect/vitest"
import { maxConcurrentRequests } from "@sheaf/domain/WebhookEndpoint"
import { Events } from "@sheaf/ports"
import { Clock, Deferred, Effect, Metric, Random } from "effect"
import { TestClock } from "effect/testing"
import { groupBySubject } from "../../src/events/WebhookRound.ts"
import type { PlannedDelivery } from "../../src/events/WebhookRound.ts"
import * as World from "./WebhookWorld.ts"
import {
  answerCollection,
  startAskingCollection,
  executeSql,
  caller,
  completeCollection,
  runDispatcher,
  createEndpoint,
  respondError,
  ok,
  test
} from "./WebhookWorld.ts"

const collectionsOf = (received: ReadonlyArray<World.ReceivedRequest>) =>
  received.map(({ collectionId }) => collectionId)

const slowly =
  (pause: number, answer: World.ReceiverResponse = ok): World.ReceiverResponse =>
  (request) =>
    Effect.andThen(Effect.sleep(pause), answer(request))

const typesOf = (received: ReadonlyArray<World.ReceivedRequest>, id: string) =>
  received.filter(({ collectionId }) => collectionId === id).map(({ type }) => type)

const inOrder = ["collection.input_required", "collection.completed"]

describe("A round", () => {
  it("sends events of different Connect sessions side by side, and those of one session in order", () => {
    const of = (connectSessionId: string, seq: number): PlannedDelivery => ({
      event: {
        type: "connect_session.completed",
        facts: { connectSessionId, purpose: "COLLECT", status: "COMPLETED", createdAt: 0, endedAt: seq },
        clientId: "demo",
        at: seq,
        eventId: `event ${seq}`,
        position: { batch: 0, seq }
      },
      attempts: 0,
      mayWait: false
    })
    const [late, other, early] = [of("one", 3), of("other", 2), of("one", 1)]
    assert.deepStrictEqual(groupBySubject([late, other, early]), [[early, late], [other]])
  })

  test("that cannot be recorded is not sent again, and is recorded later", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    yield* executeSql(`CREATE TRIGGER full BEFORE INSERT ON webhook_attempt BEGIN SELECT RAISE(FAIL, 'disk full'); END`)
    receiver.answer = (request) => (receiver.received.length > 1 ? ok : respondError)(request)
    const ids = [yield* completeCollection, yield* completeCollection]
    // Fixes the random numbers, so that the pauses between attempts to record the round are whole milliseconds.
    const stop = yield* Effect.provideService(World.startNode, Random.Random, {
      nextIntUnsafe: () => 0,
      nextDoubleUnsafe: () => 0.5
    })
    yield* receiver.got(2)
    for (let pause = 0; pause < 8; pause++) {
      yield* TestClock.adjust("2 seconds")
      yield* World.runPendingWork(20)
    }
    assert.lengthOf(yield* receiver.got(2), 2)
    yield* executeSql("DROP TRIGGER full")
    yield* TestClock.adjust("1 minute")
    assert.sameMembers(collectionsOf(yield* receiver.got(3)).slice(0, 2), ids)
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 9 })
    assert.deepStrictEqual(
      items.map(({ attempt, error }) => [attempt, error]),
      [
        [2, undefined],
        [1, undefined],
        [1, "UNEXPECTED_STATUS"]
      ]
    )
    yield* stop
  })

  test("that is cut short sends the rest next, and nothing again, even after a restart", function* (receiver) {
    yield* createEndpoint()
    const slow = yield* startAskingCollection
    yield* answerCollection(slow)
    const others = yield* Effect.replicateEffect(completeCollection, 4)
    receiver.answer = (request) => (request.collectionId === slow ? slowly(3000) : ok)(request)
    const stop = yield* World.startNode
    yield* receiver.got(5)
    yield* TestClock.adjust("3 seconds")
    const received = yield* receiver.got(6)
    assert.sameMembers(collectionsOf(received), [slow, slow, ...others])
    // The second slow delivery is still in progress when the node stops, so only that delivery is repeated.
    yield* stop
    receiver.answer = ok
    yield* runDispatcher
    const repeated = (yield* receiver.got(7)).slice(6)
    assert.deepStrictEqual(
      repeated.map(({ collectionId, type }) => [collectionId, type]),
      [[slow, "collection.completed"]]
    )
  })

  test("survives a defect of the sender, which counts as a failed attempt", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    const broken = yield* completeCollection
    const other = yield* completeCollection
    receiver.answer = (request) => (request.collectionId === broken ? Effect.die("broken") : ok(request))
    yield* runDispatcher
    assert.sameMembers(collectionsOf(yield* receiver.got(2)), [broken, other])
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 9 })
    assert.sameMembers(
      items.map(({ error }) => error),
      ["UNREACHABLE", undefined]
    )
  })

  test("counts the pause of a retry from the attempt, not from the end of the round", function* (receiver) {
    yield* createEndpoint()
    const [fast, slow] = [yield* completeCollection, yield* completeCollection]
    receiver.answer = (request) => (request.collectionId === slow ? slowly(14_000) : respondError)(request)
    yield* runDispatcher
    yield* receiver.got(2)
    receiver.answer = ok
    yield* TestClock.adjust("14 seconds")
    const [, , again] = yield* receiver.got(3)
    assert.deepStrictEqual([again?.collectionId, again?.at], [fast, yield* Clock.currentTimeMillis])
  })

  test("of a node that gets an endpoint back starts where the other node has stopped", function* (receiver) {
    yield* createEndpoint()
    let owner = "one"
    const stopOne = yield* World.startNodeOwning(() => owner === "one")
    const stopOther = yield* World.startNodeOwning(() => owner === "other")
    const ids = [yield* completeCollection]
    const search = Effect.andThen(TestClock.adjust("6 seconds"), World.runPendingWork(50))
    yield* search
    assert.lengthOf(yield* receiver.got(1), 1)
    owner = "other"
    for (let event = 2; event <= 6; event++) ids.push(yield* completeCollection)
    yield* search
    assert.lengthOf(yield* receiver.got(6), 6)
    owner = "one"
    ids.push(yield* completeCollection)
    yield* search
    assert.deepStrictEqual(collectionsOf(yield* receiver.got(7)), ids)
    yield* stopOther
    yield* stopOne
  })

  test("of a node that loses an endpoint for a moment repeats only the requests that were on their way", function* (receiver) {
    yield* createEndpoint()
    // The second round has more events than may be sent concurrently.
    const ids = yield* Effect.replicateEffect(completeCollection, 3 * maxConcurrentRequests)
    const response = yield* Deferred.make<void>()
    const hanging: World.ReceiverResponse = () => Effect.as(Deferred.await(response), { status: 204 })
    receiver.answer = (request) => (receiver.received.length > maxConcurrentRequests ? hanging : ok)(request)
    let owner = "one"
    const listeners: Array<Effect.Effect<void>> = []
    const stopOne = yield* World.startNodeOwning(() => owner === "one", listeners)
    const stopOther = yield* World.startNodeOwning(() => owner === "other", listeners)
    const moveTo = (next: string) =>
      Effect.suspend(() => {
        owner = next
        return Effect.all(listeners, { concurrency: "unbounded", discard: true })
      })
    const onTheirWay = collectionsOf(yield* receiver.got(2 * maxConcurrentRequests)).slice(maxConcurrentRequests)
    receiver.answer = ok
    yield* moveTo("other")
    yield* receiver.got(4 * maxConcurrentRequests)
    yield* moveTo("one")
    yield* Deferred.succeed(response, undefined)
    const all = collectionsOf(yield* receiver.got(4 * maxConcurrentRequests))
    assert.sameMembers(all, [...ids, ...onTheirWay])
    yield* stopOther
    yield* stopOne
  })

  test("reads again soon if a transaction held events back", function* (receiver) {
    yield* createEndpoint()
    receiver.isSettling = true
    yield* runDispatcher
    yield* completeCollection
    yield* receiver.got(0)
    receiver.isSettling = false
    yield* TestClock.adjust("1 second")
    assert.lengthOf(yield* receiver.got(1), 1)
  })
})

describe("An event that cannot be read", () => {
  const omitted = Metric.counter("sheaf.events.omitted", {
    description: "Events that a list or a webhook endpoint did not get, because they could not be read.",
    incremental: true,
    attributes: { unit: "{event}" }
  })

  test("is skipped, listed as a failed attempt, and left out of the events", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    yield* Effect.replicateEffect(completeCollection, 3)
    yield* executeSql(
      "UPDATE event SET facts = x'00' WHERE seq = 1",
      // No timestamp can represent this time, so the event can be unsealed but not rendered.
      "UPDATE event SET at = 9000000000000000 WHERE seq = 2"
    )
    const before = (yield* Metric.value(omitted)).count
    yield* runDispatcher
    const received = yield* receiver.got(1)
    assert.lengthOf(received, 1)
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 9 })
    assert.sameDeepMembers(
      items.map(({ attempt, error, status, type }) => [type, attempt, status, error]),
      [
        ["collection.completed", 1, 204, undefined],
        ["collection.completed", 1, undefined, "UNREADABLE_EVENT"],
        ["collection.completed", 1, undefined, "UNREADABLE_EVENT"]
      ]
    )
    for (const version of ["2025-01-01", "2026-04-01"] as const) {
      const page = yield* (yield* Events).page(caller, version, { limit: 10 })
      assert.lengthOf(page.items, 1)
    }
    assert.strictEqual((yield* Metric.value(omitted)).count, before + 6)
    yield* completeCollection
    yield* receiver.got(2)
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(yield* receiver.got(2), 2)
  })

  test("does not end a replay, and is no failure of the receiver", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    yield* Effect.replicateEffect(completeCollection, 40)
    const stop = yield* World.startNode
    yield* receiver.got(40)
    yield* stop
    yield* executeSql("DELETE FROM webhook_attempt", "UPDATE event SET facts = x'00' WHERE seq <= 33")
    yield* endpoints.replay(caller, endpointId, World.startTime)
    yield* runDispatcher
    assert.lengthOf(yield* receiver.got(47), 47)
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 100 })
    assert.lengthOf(
      items.filter(({ error }) => error === "UNREADABLE_EVENT"),
      33
    )
  })

  test("ends its retries", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    receiver.answer = respondError
    const stop = yield* World.startNode
    yield* completeCollection
    yield* receiver.got(1)
    yield* stop
    yield* executeSql("UPDATE event SET facts = x'00'")
    yield* World.startAfter("1 minute")
    assert.lengthOf(yield* receiver.got(1), 1)
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 9 })
    assert.deepStrictEqual(
      items.map(({ attempt, error }) => [attempt, error]),
      [
        [2, "UNREADABLE_EVENT"],
        [1, "UNEXPECTED_STATUS"]
      ]
    )
  })
})

describe("A replay", () => {
  test("sends no event that the endpoint receives in order anyway", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    const early = yield* Effect.replicateEffect(completeCollection, 40)
    const late = yield* Effect.replicateEffect(World.completeCollectionAt(World.startTime + 50_000), 40)
    yield* endpoints.replay(caller, endpointId, World.startTime + 40_000)
    yield* runDispatcher
    assert.deepStrictEqual(collectionsOf(yield* receiver.got(80)), [...early, ...late])
  })

  test("comes before the later events of its subjects", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    yield* endpoints.change(caller, endpointId, { disabled: true })
    yield* Effect.replicateEffect(completeCollection, 30)
    const missed = yield* Effect.replicateEffect(startAskingCollection, 30)
    yield* endpoints.change(caller, endpointId, { disabled: false })
    yield* Effect.forEach(missed, answerCollection, { discard: true })
    yield* endpoints.replay(caller, endpointId, World.startTime)
    yield* runDispatcher
    const received = yield* receiver.got(90)
    assert.lengthOf(received, 90)
    for (const id of missed) assert.deepStrictEqual(typesOf(received, id), inOrder)
  })

  test("to a receiver that hangs attempts each event once", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    yield* endpoints.change(caller, endpointId, { disabled: true })
    const missed = [yield* startAskingCollection, yield* startAskingCollection]
    yield* Effect.forEach(missed, answerCollection, { discard: true })
    yield* endpoints.change(caller, endpointId, { disabled: false })
    yield* endpoints.replay(caller, endpointId, World.startTime)
    receiver.answer = slowly(15_000, () => Effect.succeed({ fault: "TIMEOUT" }))
    const stop = yield* World.startNode
    yield* receiver.got(2)
    yield* TestClock.adjust("15 seconds")
    const received = yield* receiver.got(4)
    for (const id of missed) assert.deepStrictEqual(typesOf(received, id), inOrder)
    yield* stop
  })

  test("does not bring forward a redelivery of an event that is about to come", function* (receiver, endpoints) {
    yield* createEndpoint()
    const first = yield* startAskingCollection
    yield* answerCollection(first)
    yield* Effect.replicateEffect(completeCollection, 20)
    const last = yield* startAskingCollection
    yield* answerCollection(last)
    const events = yield* (yield* Events).page(caller, "2026-04-01", { limit: 100 })
    const ids = events.items.map((item) => (item as { readonly eventId: string }).eventId)
    yield* endpoints.redeliver(caller, ids.at(-1) ?? "", {})
    yield* runDispatcher
    const received = yield* receiver.got(24)
    assert.lengthOf(received, 24)
    assert.deepStrictEqual(typesOf(received, last), inOrder)
  })
})
