/** The contract of {@link WebhookDeliveryStore} (spec 6). */
import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { Layer } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import { EventStore, startPosition } from "../../events/EventStore.ts"
import { WebhookDeliveryStore } from "../../events/WebhookDeliveryStore.ts"
import type { DueDelivery, StoredAttempt } from "../../events/WebhookDeliveryStore.ts"
import { WebhookEndpointStore } from "../../events/WebhookEndpointStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import * as CollectionSample from "../samples/CollectionSample.ts"
import * as Fixture from "../samples/Fixture.ts"
import { isDue } from "../samples/ProcessContract.ts"
import { allEvents } from "./EventFixture.ts"
import type { EventStores } from "./EventFixture.ts"
import * as Sample from "./WebhookSample.ts"
import type { WebhookStores } from "./WebhookSample.ts"

const at = Fixture.startTime

const byTime = (attempts: ReadonlyArray<StoredAttempt>) =>
  attempts.toSorted((one, other) => other.at - one.at || (one.attemptId < other.attemptId ? 1 : -1))

export const webhookDeliveryStoreContract = <E>(
  name: string,
  adapter: Layer.Layer<DueProcesses | EventStores | WebhookStores, E>
) =>
  layer(adapter)(`the webhook delivery store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, WebhookDeliveryStore)

    const retry = (eventId: string, dueAt = at, attempts = 1): DueDelivery => ({ eventId, attempts, dueAt })

    const isDueAt = (endpointId: string, before: number) => isDue("webhook_endpoint", endpointId, before)
    const distant = 1e14

    test("returns enabled endpoints only", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const other = yield* Sample.addEndpoint({ disabled: { at, reason: "ENDPOINT_GONE" } })
      assert.isTrue(Option.isNone(yield* store.state(other.endpointId)))
      const state = Option.getOrThrow(yield* store.state(endpointId))
      assert.strictEqual(state.endpoint.clientId, clientId)
      assert.isAbove(state.shard, 0)
      assert.deepStrictEqual(state.position, startPosition)
    })

    test("is due while an event after its position waits, whatever its types", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint({ types: ["consent.ended"] })
      const stranger = yield* Sample.addEndpoint()
      assert.isFalse(yield* isDueAt(endpointId, distant))
      yield* CollectionSample.acceptEndedCollection(clientId, "FAILED")
      assert.isTrue(yield* isDueAt(endpointId, distant))
      assert.isFalse(yield* isDueAt(stranger.endpointId, distant))
      const end = yield* (yield* EventStore).end(clientId)
      yield* store.record(Sample.makeRound(endpointId, { to: end }))
      assert.isFalse(yield* isDueAt(endpointId, distant))
    })

    test("is due when its first retry is, and while a replay lasts", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const [one, two] = [yield* Fixture.newId, yield* Fixture.newId]
      yield* store.record(Sample.makeRound(endpointId, { retries: [retry(one, at + 5), retry(two, at + 9)] }))
      assert.deepStrictEqual([yield* isDueAt(endpointId, at + 5), yield* isDueAt(endpointId, at + 6)], [false, true])
      const from = { batch: 0, seq: 1 }
      yield* store.record(Sample.makeRound(endpointId, { from, to: from, done: [one] }))
      assert.deepStrictEqual([yield* isDueAt(endpointId, at + 9), yield* isDueAt(endpointId, at + 10)], [false, true])
      const range = { after: startPosition, until: { batch: 2, seq: 8 } }
      yield* (yield* WebhookEndpointStore).replay(clientId, endpointId, range)
      assert.isTrue(yield* isDueAt(endpointId, at + 5))
      yield* store.record(Sample.makeRound(endpointId, { from, to: from, replay: { from: range } }))
      assert.isFalse(yield* isDueAt(endpointId, at + 5))
    })

    test("is found without work only after a takeover, and never while it is disabled", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const isFound = isDue("webhook_endpoint", endpointId, distant, true)
      assert.deepStrictEqual([yield* isDueAt(endpointId, distant), yield* isFound], [false, true])
      yield* CollectionSample.acceptEndedCollection(clientId, "FAILED")
      yield* store.redeliver([endpointId], yield* Fixture.newId, at)
      yield* (yield* WebhookEndpointStore).disable(clientId, endpointId, { at, reason: "BY_CLIENT" })
      assert.deepStrictEqual([yield* isDueAt(endpointId, distant), yield* isFound], [false, false])
    })

    test("records a round once", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const attempts = yield* Effect.all(
        Array.from({ length: 70 }, (_, index) => Sample.makeAttempt({ at: at + (index % 7) }))
      )
      const failed = yield* Sample.makeAttempt({ status: 500, fault: "UNEXPECTED_STATUS" })
      const broken: StoredAttempt = {
        attemptId: yield* Fixture.newId,
        eventId: yield* Fixture.newId,
        type: "endpoint.test",
        attempt: 2,
        at,
        durationMillis: 15_000,
        fault: "UNREACHABLE",
        code: "ECONNREFUSED"
      }
      const all = [...attempts, failed, broken]
      const round = Sample.makeRound(endpointId, {
        attempts: all,
        retries: [retry(failed.eventId, at + 5000)],
        firstFailedAt: at
      })
      assert.isTrue(yield* store.record(round))
      assert.isFalse(yield* store.record(round))
      const state = Option.getOrThrow(yield* store.state(endpointId))
      assert.deepStrictEqual(state.position, round.to)
      assert.strictEqual(state.firstFailedAt, at)
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 100 }), byTime(all))
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [retry(failed.eventId, at + 5000)])
      const some = [attempts[0]?.eventId ?? "", failed.eventId, yield* Fixture.newId]
      assert.deepStrictEqual(yield* store.delivered(endpointId, some), new Set(some.slice(0, 1)))
      assert.deepStrictEqual(yield* store.delivered(endpointId, []), new Set())
    })

    test("replaces and removes waiting deliveries", function* (store) {
      const { endpointId } = yield* Sample.addEndpoint()
      const [one, two, three] = [yield* Fixture.newId, yield* Fixture.newId, yield* Fixture.newId]
      yield* store.record(
        Sample.makeRound(endpointId, { retries: [retry(one, at + 3), retry(two, at + 2), retry(three)] })
      )
      assert.deepStrictEqual(yield* store.waiting(endpointId, 2), [retry(three), retry(two, at + 2)])
      const next = { from: { batch: 0, seq: 1 }, done: [three, yield* Fixture.newId] }
      yield* store.record(Sample.makeRound(endpointId, { ...next, retries: [retry(one, at + 9, 2)] }))
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [retry(two, at + 2), retry(one, at + 9, 2)])
    })

    test("keeps a redelivery that a client asks for during a round", function* (store) {
      const { endpointId } = yield* Sample.addEndpoint()
      const [before, during] = [yield* Fixture.newId, yield* Fixture.newId]
      assert.isTrue(yield* store.redeliver([endpointId], before, at - 1))
      yield* store.redeliver([endpointId, yield* Fixture.newId], during, at + 1)
      yield* store.record(Sample.makeRound(endpointId, { done: [before, during] }))
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [retry(during, at + 1, 0)])
      const failed = { from: { batch: 0, seq: 1 }, retries: [retry(during, at + 5000)] }
      yield* store.record(Sample.makeRound(endpointId, failed))
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [retry(during, at + 1, 0)])
    })

    test("a redelivery starts the schedule again", function* (store) {
      const { endpointId } = yield* Sample.addEndpoint()
      const eventId = yield* Fixture.newId
      yield* store.record(Sample.makeRound(endpointId, { retries: [retry(eventId, at + 9, 7)] }))
      yield* store.redeliver([endpointId], eventId, at)
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [retry(eventId, at, 0)])
    })

    test("disables an endpoint with the round that decides so", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      yield* store.redeliver([endpointId], yield* Fixture.newId, at)
      const disable = { at, reason: "ENDPOINT_FAILING" } as const
      const eventId = yield* Fixture.newId
      assert.isTrue(yield* store.record(Sample.makeRound(endpointId, { disable, retries: [retry(eventId)] })))
      assert.isTrue(Option.isNone(yield* store.state(endpointId)))
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [])
      const endpoint = yield* (yield* WebhookEndpointStore).find(clientId, endpointId)
      assert.deepStrictEqual(Option.getOrThrow(endpoint).disabled, disable)
    })

    test("continues a replay, unless the client has started another one", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const endpoints = yield* WebhookEndpointStore
      const replayOf = Effect.map(store.state(endpointId), (state) => Option.getOrThrow(state).replay)
      const first = { after: startPosition, until: { batch: 2, seq: 8 } }
      yield* endpoints.replay(clientId, endpointId, first)
      assert.deepStrictEqual(yield* replayOf, first)
      const rest = { ...first, after: { batch: 1, seq: 4 } }
      const same = { batch: 0, seq: 1 }
      yield* store.record(Sample.makeRound(endpointId, { replay: { from: first, rest } }))
      assert.deepStrictEqual(yield* replayOf, rest)
      const another = { after: same, until: { batch: 3, seq: 3 } }
      yield* endpoints.replay(clientId, endpointId, another)
      yield* store.record(Sample.makeRound(endpointId, { from: same, to: same, replay: { from: rest } }))
      assert.deepStrictEqual(yield* replayOf, another)
      yield* store.record(Sample.makeRound(endpointId, { from: same, to: same, replay: { from: another } }))
      assert.isUndefined(yield* replayOf)
    })

    test("records the attempt of a test, unless the endpoint is gone", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const attempt = yield* Sample.makeAttempt({ type: "endpoint.test" })
      assert.isTrue(yield* store.recordTest(endpointId, attempt))
      assert.isFalse(yield* store.recordTest(yield* Fixture.newId, attempt))
      assert.deepStrictEqual(yield* store.attempt(endpointId, attempt.eventId), Option.some(attempt))
      assert.isTrue(Option.isNone(yield* store.attempt(endpointId, yield* Fixture.newId)))
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 9 }), [attempt])
      assert.deepStrictEqual(yield* store.attempts({ clientId: yield* Fixture.newClient, endpointId, limit: 9 }), [])
    })

    test("lists attempts in pages, newest first", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const attempts = byTime(
        yield* Effect.all(Array.from({ length: 5 }, (_, index) => Sample.makeAttempt({ at: at + (index % 2) })))
      )
      yield* store.record(Sample.makeRound(endpointId, { attempts }))
      const positions = attempts.map(({ at, attemptId }) => ({ createdAt: at, id: attemptId }))
      const [asOf, after] = [positions[1], positions[2]]
      if (asOf === undefined || after === undefined) return assert.fail("there are too few attempts")
      const page = { clientId, endpointId, limit: 2 }
      assert.deepStrictEqual(yield* store.attempts({ ...page, asOf }), attempts.slice(1, 3))
      assert.deepStrictEqual(yield* store.attempts({ ...page, asOf, after }), attempts.slice(3, 5))
    })

    test("erases the deliveries of an erased user's events", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const userId = yield* Fixture.newUser(clientId)
      yield* CollectionSample.acceptEndedCollection(clientId, "FAILED", {}, { userId })
      yield* CollectionSample.acceptEndedCollection(clientId, "FAILED")
      const events = yield* allEvents(clientId)
      const attempts = yield* Effect.forEach(events, ({ eventId }) => Sample.makeAttempt({ eventId }))
      const retries = events.map(({ eventId }) => retry(eventId))
      yield* store.record(Sample.makeRound(endpointId, { attempts, retries }))
      yield* (yield* UserStore).erase(clientId, userId, at)
      yield* (yield* CollectionStore).eraseOfUser(clientId, userId, at)
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 9 }), attempts.slice(1))
      assert.deepStrictEqual(yield* store.waiting(endpointId, 9), retries.slice(1))
    })

    test("erases the attempts of an erased user, also after the events, and records no further ones", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const [userId, other] = [yield* Fixture.newUser(clientId), yield* Fixture.newUser(clientId)]
      const users = yield* UserStore
      const attempts = [
        yield* Sample.makeAttempt(),
        yield* Sample.makeAttempt(),
        yield* Sample.makeAttempt({ at: at + 1 })
      ]
      const [first, second, late] = attempts
      if (first === undefined || second === undefined || late === undefined) return assert.fail("too few attempts")
      const before = [
        { ...first, userId },
        { ...second, userId: other }
      ]
      yield* store.record(Sample.makeRound(endpointId, { clientId, attempts: before }))
      yield* users.erase(clientId, userId, at)
      const round = Sample.makeRound(endpointId, {
        clientId,
        from: { batch: 0, seq: 1 },
        to: { batch: 0, seq: 2 },
        attempts: [{ ...late, userId }],
        retries: [retry(late.eventId)]
      })
      assert.isTrue(yield* store.record(round))
      yield* users.erased({ clientId, userId })
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 9 }), [second])
      assert.deepStrictEqual(yield* store.waiting(endpointId, 9), [])
    })

    test("records the attempts of a round during which the client enabled the endpoint again", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const endpoints = yield* WebhookEndpointStore
      yield* endpoints.disable(clientId, endpointId, { at, reason: "BY_CLIENT" })
      yield* endpoints.enable(clientId, endpointId, { batch: 4, seq: 4 })
      const attempt = yield* Sample.makeAttempt()
      const late = Sample.makeRound(endpointId, { clientId, attempts: [attempt], retries: [retry(attempt.eventId)] })
      assert.isFalse(yield* store.record(late))
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 9 }), [attempt])
      assert.deepStrictEqual(yield* store.waiting(endpointId, 9), [])
      assert.deepStrictEqual(Option.getOrThrow(yield* store.state(endpointId)).position, { batch: 4, seq: 4 })
    })

    test("records a round once that moves no position", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const attempt = yield* Sample.makeAttempt({ status: 500, fault: "UNEXPECTED_STATUS" })
      const retries = [retry(attempt.eventId, at + 5000)]
      const round = Sample.makeRound(endpointId, { to: startPosition, attempts: [attempt], retries })
      assert.isTrue(yield* store.record(round))
      assert.isTrue(yield* store.record(round))
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 9 }), [attempt])
      assert.deepStrictEqual(yield* store.waiting(endpointId, 9), [retry(attempt.eventId, at + 5000)])
    })

    test("erases attempts and deliveries from before a time", function* (store) {
      const { clientId, endpointId } = yield* Sample.addEndpoint()
      const old = yield* Effect.all(
        Array.from({ length: Fixture.manyRowsCount }, (_, index) => Sample.makeAttempt({ at: at + (index % 3) }))
      )
      const young = yield* Sample.makeAttempt({ at: at + 3 })
      const [gone, kept] = [yield* Fixture.newId, yield* Fixture.newId]
      const retries = [retry(gone, at + 2), retry(kept, at + 3)]
      yield* store.record(Sample.makeRound(endpointId, { attempts: [...old, young], retries }))
      yield* store.eraseBefore(at + 3)
      assert.deepStrictEqual(yield* store.attempts({ clientId, endpointId, limit: 100 }), [young])
      assert.deepStrictEqual(yield* store.waiting(endpointId, 10), [retry(kept, at + 3)])
    })
  })
