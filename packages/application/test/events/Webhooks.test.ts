/** Deliveries of events to webhook endpoints: order, retries, isolation, disabling and redelivery (spec 6). */
import { assert, describe } from "@effect/vitest"
import * as RetrySchedule from "@sheaf/domain/RetrySchedule"
import { DueProcesses } from "@sheaf/ports"
import { Clock, Deferred, Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./WebhookWorld.ts"
import {
  answerCollection,
  startAskingCollection,
  caller,
  completeCollection,
  runDispatcher,
  createEndpoint,
  respondError,
  ok,
  test
} from "./WebhookWorld.ts"

const day = 24 * 3_600_000

const idsOf = (received: ReadonlyArray<World.ReceivedRequest>) => received.map(({ collectionId }) => collectionId)

describe("Deliveries", () => {
  test("follow the order of the changes since the endpoint was created, each once", function* (receiver) {
    yield* completeCollection
    const endpointId = yield* createEndpoint()
    const first = [yield* completeCollection, yield* completeCollection]
    yield* runDispatcher
    assert.deepStrictEqual(idsOf(yield* receiver.got(2)), first)
    const third = yield* completeCollection
    const received = yield* receiver.got(3)
    assert.deepStrictEqual(idsOf(received), [...first, third])
    assert.deepStrictEqual(
      received.map(({ endpointId, signatures, type }) => ({ endpointId, signatures, type })),
      received.map(() => ({ endpointId, signatures: 1, type: "collection.completed" }))
    )
  })

  test("go to each endpoint that receives the type", function* (receiver, endpoints) {
    const all = yield* createEndpoint()
    const some = yield* createEndpoint("collection.completed")
    yield* runDispatcher
    const collectionId = yield* startAskingCollection
    assert.deepStrictEqual(
      (yield* receiver.got(1)).map(({ endpointId }) => endpointId),
      [all]
    )
    yield* endpoints.change(caller, all, { types: ["collection.input_required"] })
    yield* answerCollection(collectionId)
    assert.deepStrictEqual(
      (yield* receiver.got(2)).slice(1).map(({ endpointId, type }) => [endpointId, type]),
      [[some, "collection.completed"]]
    )
  })

  test("of one subject wait for the first attempt of the earlier event, those of others do not", function* (receiver) {
    yield* createEndpoint()
    const slow = yield* startAskingCollection
    yield* answerCollection(slow)
    const others = [yield* completeCollection, yield* completeCollection]
    const opened = yield* Deferred.make<void>()
    receiver.answer = (request) =>
      request.collectionId === slow ? Effect.andThen(Deferred.await(opened), respondError(request)) : ok(request)
    yield* runDispatcher
    assert.sameMembers(idsOf(yield* receiver.got(3)), [slow, ...others])
    yield* Deferred.succeed(opened, undefined)
    const fourth = (yield* receiver.got(4))[3]
    assert.deepStrictEqual([fourth?.collectionId, fourth?.type], [slow, "collection.completed"])
  })

  test("run at most eight at a time, and a receiver that hangs delays no other endpoint", function* (receiver) {
    const hanging = yield* createEndpoint()
    const ids = yield* Effect.all(Array.from({ length: 20 }, () => completeCollection))
    receiver.answer = (request) => (request.endpointId === hanging ? Effect.never : ok(request))
    yield* runDispatcher
    assert.lengthOf(yield* receiver.got(8), 8)
    const fast = yield* createEndpoint()
    const later = yield* completeCollection
    const received = (yield* receiver.got(9)).filter(({ endpointId }) => endpointId === fast)
    assert.deepStrictEqual(idsOf(received), [later])
    assert.lengthOf(ids, 20)
    assert.isAtMost(receiver.maxAtOnce, 9)
  })

  test("to a receiver that begins to hang are recorded after each timeout, and none is lost", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    const ids = yield* Effect.all(Array.from({ length: 120 }, () => completeCollection))
    // The rounds grow from 8 deliveries to 64 while the receiver is fast.
    const fast = 8 + 16 + 32
    const hanging: World.ReceiverResponse = () => Effect.as(Effect.sleep("15 seconds"), { fault: "TIMEOUT" })
    receiver.answer = (request) => (receiver.received.length > fast ? hanging : ok)(request)
    const stop = yield* World.startNode
    yield* receiver.got(fast + 8)
    yield* TestClock.adjust("15 seconds")
    yield* receiver.got(fast + 16)
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 100 })
    assert.lengthOf(
      items.filter(({ error }) => error === "TIMEOUT"),
      8
    )
    yield* stop
    receiver.answer = ok
    const resumedAt = receiver.received.length
    yield* World.startAfter(day)
    const received = yield* receiver.got(resumedAt + ids.length - fast)
    assert.sameMembers(idsOf([...received.slice(0, fast), ...received.slice(resumedAt)]), ids)
  })
})

describe("A failed delivery", () => {
  test("is retried by the schedule, and listed", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    receiver.answer = respondError
    let stop = yield* World.startNode
    yield* completeCollection
    let [last] = yield* receiver.got(1)
    for (const [index, pause] of RetrySchedule.retryDelays.entries()) {
      yield* stop
      const now = yield* Clock.currentTimeMillis
      stop = yield* World.startAfter((last?.at ?? NaN) + pause * (1 - RetrySchedule.jitter) - 1 - now)
      assert.lengthOf(yield* receiver.got(index + 1), index + 1)
      // No node runs during the long pauses, because its regular searches would take real time.
      if (index > 1) yield* stop
      yield* TestClock.adjust(pause * 2 * RetrySchedule.jitter + 1)
      if (index > 1) stop = yield* World.startNode
      const received = yield* receiver.got(index + 2)
      assert.lengthOf(received, index + 2)
      last = received.at(-1)
    }
    yield* stop
    yield* World.startAfter(10 * day)
    const received = yield* receiver.got(10)
    assert.lengthOf(received, 10)
    assert.lengthOf(new Set(received.map(({ eventId }) => eventId)), 1)
    const { items, next } = yield* endpoints.attempts(caller, endpointId, { limit: 4 })
    const rest = yield* endpoints.attempts(caller, endpointId, {
      limit: 6,
      ...(next !== undefined && { cursor: next })
    })
    assert.deepStrictEqual(
      [...items, ...rest.items].map(({ attempt, error, status }) => [attempt, error, status]),
      Array.from({ length: 10 }, (_, index) => [10 - index, "UNEXPECTED_STATUS" as const, 500])
    )
    assert.isUndefined(rest.next)
  })

  test("with Retry-After waits for longer, up to the next pause", function* (receiver) {
    yield* createEndpoint()
    receiver.answer = () =>
      Effect.succeed({ status: 503, fault: "UNEXPECTED_STATUS", retryAfterMillis: 3_600_000 } as const)
    yield* runDispatcher
    yield* completeCollection
    yield* receiver.got(1)
    yield* TestClock.adjust("299 seconds")
    assert.lengthOf(yield* receiver.got(1), 1)
    yield* TestClock.adjust("1 second")
    assert.lengthOf(yield* receiver.got(2), 2)
  })
})

describe("An endpoint", () => {
  const logged = () => {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => void lines.push(message))
    return { lines, layer: Logger.layer([logger]) }
  }

  test("whose receiver responds with 410 is disabled", function* (receiver, endpoints) {
    const { layer, lines } = logged()
    const endpointId = yield* createEndpoint()
    receiver.answer = () => Effect.succeed({ status: 410, fault: "UNEXPECTED_STATUS" } as const)
    yield* Effect.provide(runDispatcher, layer)
    yield* completeCollection
    yield* receiver.got(1)
    const { disabled, disabledReason } = yield* endpoints.read(caller, endpointId)
    assert.deepStrictEqual([disabled, disabledReason], [true, "ENDPOINT_GONE"])
    assert.deepStrictEqual(lines, [["disabled a webhook endpoint"]])
    yield* completeCollection
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(yield* receiver.got(1), 1)
  })

  test("without a success for five days is disabled, and one success starts the days again", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    let stop = yield* World.startNode
    receiver.answer = respondError
    const attempt = Effect.gen(function* () {
      const before = receiver.received.length
      const collectionId = yield* completeCollection
      for (let count = before; !idsOf(yield* receiver.got(count)).includes(collectionId);) count++
      return (yield* endpoints.read(caller, endpointId)).disabled
    })
    assert.isFalse(yield* attempt)
    yield* stop
    stop = yield* World.startAfter(4 * day)
    receiver.answer = ok
    assert.isFalse(yield* attempt)
    receiver.answer = respondError
    assert.isFalse(yield* attempt)
    yield* stop
    stop = yield* World.startAfter(5 * day - 1000)
    assert.isFalse(yield* attempt)
    yield* stop
    yield* World.startAfter(1000)
    assert.isTrue(yield* attempt)
    assert.strictEqual((yield* endpoints.read(caller, endpointId)).disabledReason, "ENDPOINT_FAILING")
  })

  test("receives nothing while it is disabled, and then only new events, until a replay", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint("collection.completed")
    yield* runDispatcher
    yield* completeCollection
    const [first] = yield* receiver.got(1)
    yield* endpoints.change(caller, endpointId, { disabled: true })
    const missed = [yield* completeCollection, yield* completeCollection]
    yield* startAskingCollection
    yield* endpoints.change(caller, endpointId, { disabled: false })
    const later = yield* completeCollection
    assert.deepStrictEqual(idsOf(yield* receiver.got(2)), [first?.collectionId, later])
    yield* endpoints.replay(caller, endpointId, World.startTime)
    assert.deepStrictEqual(idsOf(yield* receiver.got(4)).slice(2), missed)
    yield* endpoints.replay(caller, endpointId, World.startTime)
    assert.lengthOf(yield* receiver.got(4), 4)
  })

  test("signs with each replaced secret for 24 hours, and is rotated at most seven times in that time", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    const first = yield* endpoints.rotate(caller, endpointId)
    yield* TestClock.adjust("12 hours")
    const second = yield* endpoints.rotate(caller, endpointId)
    assert.notStrictEqual(first.secret, second.secret)
    let stop = yield* World.startNode
    for (const signatures of [3, 2, 1]) {
      yield* completeCollection
      assert.strictEqual((yield* receiver.got(4 - signatures)).at(-1)?.signatures, signatures)
      yield* stop
      stop = yield* World.startAfter("12 hours")
    }
    yield* stop
    yield* Effect.replicateEffect(endpoints.rotate(caller, endpointId), 7)
    const refused = yield* Effect.flip(endpoints.rotate(caller, endpointId))
    assert.strictEqual(refused._tag, "TooManyWebhookSecrets")
    yield* TestClock.adjust("24 hours")
    yield* endpoints.rotate(caller, endpointId)
  })

  test("receives an event again if the client asks for it", function* (receiver, endpoints) {
    const one = yield* createEndpoint()
    const other = yield* createEndpoint("collection.input_required")
    yield* runDispatcher
    yield* completeCollection
    const [first] = yield* receiver.got(1)
    if (first === undefined) return assert.fail("nothing was delivered")
    const redelivery = yield* endpoints.redeliver(caller, first.eventId, {})
    assert.deepStrictEqual(redelivery, { eventId: first.eventId, endpointIds: [one] })
    yield* receiver.got(2)
    yield* endpoints.redeliver(caller, first.eventId, { endpointId: other })
    assert.deepStrictEqual(
      (yield* receiver.got(3)).map(({ endpointId, eventId }) => [endpointId, eventId]),
      [one, one, other].map((endpointId) => [endpointId, first.eventId])
    )
    const stranger = { ...caller, clientId: "client-two" }
    for (const asking of [endpoints.redeliver(stranger, first.eventId, {}), endpoints.redeliver(caller, one, {})]) {
      assert.strictEqual((yield* Effect.flip(asking))._tag, "EventNotFound")
    }
    yield* endpoints.change(caller, one, { disabled: true })
    const disabled = yield* Effect.flip(endpoints.redeliver(caller, first.eventId, { endpointId: one }))
    assert.strictEqual(disabled._tag, "WebhookEndpointDisabled")
  })

  test("can be tested at any time, and a failed test has no consequences", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint("collection.completed")
    yield* endpoints.change(caller, endpointId, { disabled: true })
    const passed = yield* endpoints.test(caller, endpointId)
    assert.deepStrictEqual([passed.status, passed.error], [204, undefined])
    receiver.answer = () => Effect.succeed({ status: 410, fault: "UNEXPECTED_STATUS" } as const)
    yield* endpoints.change(caller, endpointId, { disabled: false })
    yield* runDispatcher
    const failed = yield* endpoints.test(caller, endpointId)
    assert.deepStrictEqual([failed.status, failed.error], [410, "UNEXPECTED_STATUS"])
    yield* TestClock.adjust("1 hour")
    const received = yield* receiver.got(2)
    assert.deepStrictEqual(
      received.map(({ type }) => type),
      ["endpoint.test", "endpoint.test"]
    )
    assert.isFalse((yield* endpoints.read(caller, endpointId)).disabled)
    const { items } = yield* endpoints.attempts(caller, endpointId, { limit: 9 })
    assert.sameMembers(
      items.map(({ eventId }) => eventId),
      [passed.eventId, failed.eventId]
    )
  })

  test("that is removed receives nothing more", function* (receiver, endpoints) {
    const endpointId = yield* createEndpoint()
    yield* runDispatcher
    yield* completeCollection
    yield* receiver.got(1)
    yield* endpoints.remove(caller, endpointId)
    yield* completeCollection
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(yield* receiver.got(1), 1)
    assert.strictEqual((yield* Effect.flip(endpoints.read(caller, endpointId)))._tag, "WebhookEndpointNotFound")
    const { find } = yield* DueProcesses
    assert.deepStrictEqual(yield* find({ before: Infinity, limit: 1, isTakeover: true }), [])
  })

  test("at an address that violates the rules is refused", function* (_, endpoints) {
    const refused = yield* Effect.flip(endpoints.create(caller, { url: "http://app.example/" }, "2026-04-01"))
    assert.deepStrictEqual(refused._tag === "InvalidParameters" && refused.violations, [
      { pointer: "/url", code: "INVALID_FIELD", detail: "The address is not an https URL." }
    ])
  })
})
