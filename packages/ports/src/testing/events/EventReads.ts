/** Contract tests for pages of events, single events, positions, retention and signals. */
import { assert } from "@effect/vitest"
import type { EventType } from "@sheaf/domain/EventType"
import { Effect } from "effect"
import { ChangeSignals } from "../../processes/ChangeSignals.ts"
import { EventStore, eventTopic, startPosition } from "../../events/EventStore.ts"
import * as Sample from "../samples/CollectionSample.ts"
import { runConcurrently, nonexistentIds, testsOf } from "../samples/Fixture.ts"
import { allEvents, collectionPayloadsOf, eventTypes } from "./EventFixture.ts"
import type { EventTestMethods } from "./EventFixture.ts"

/**
 * The end of the retention period for this test's events. Other tests' events are much newer, so they are not removed.
 */
const long = Sample.startTime - 1_000_000_000

const eventAt = (clientId: string, at: number) => Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY", { at })

export const eventReadTests = (it: EventTestMethods): void => {
  const test = testsOf(it, EventStore)

  test("pages continue where the previous page ended", function* (store) {
    const clientId = yield* Sample.newClient
    const ids = yield* Effect.replicateEffect(Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY"), 5)
    const read: Array<string> = []
    let position = startPosition
    for (const size of [2, 2, 1, 0]) {
      const { events, next } = yield* store.after(clientId, position, { limit: 2 })
      assert.lengthOf(events, size)
      read.push(...collectionPayloadsOf(events).map(({ collectionId }) => collectionId))
      position = next
    }
    assert.deepStrictEqual(read, ids)
    assert.deepStrictEqual(position, yield* store.end(clientId))
  })

  test("clients see only their own events", function* (store) {
    const clientId = yield* Sample.newClient
    yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY")
    const other = yield* Sample.newClient
    const [event] = yield* allEvents(clientId)
    if (event === undefined) return assert.fail("the collection added no event")
    const none = { events: [], unreadable: [] }
    assert.deepStrictEqual(yield* store.read(clientId, [event.eventId]), { ...none, events: [event] })
    assert.deepStrictEqual(yield* store.read(other, [event.eventId]), none)
    assert.deepStrictEqual(yield* store.read(clientId, [...nonexistentIds]), none)
    assert.deepStrictEqual(yield* store.read(clientId, []), none)
    assert.deepStrictEqual(yield* allEvents(other), [])
    assert.deepStrictEqual(yield* store.end(other), startPosition)
  })

  test("a filter by type skips events, and the position advances past them", function* (store) {
    const clientId = yield* Sample.newClient
    yield* Sample.acceptWaitingCollection(clientId)
    yield* Sample.acceptEndedCollection(clientId, "FAILED")
    yield* Sample.acceptWaitingCollection(clientId)
    const types: ReadonlyArray<EventType> = ["collection.failed"]
    const { events, next } = yield* store.after(clientId, startPosition, { types, limit: 10 })
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      [...types]
    )
    assert.deepStrictEqual(next, yield* store.end(clientId))
    const full = yield* store.after(clientId, startPosition, { types, limit: 1 })
    assert.isBelow(full.next.seq, next.seq)
  })

  test("a time selects the events from that time on", function* (store) {
    const clientId = yield* Sample.newClient
    // The order of commits can differ from the order of the recorded times.
    for (const seconds of [1, 3, 2, 5, 4]) yield* eventAt(clientId, Sample.startTime + seconds)
    const since = Sample.startTime + 3
    const start = yield* store.startOf(clientId, since)
    const { events } = yield* store.after(clientId, start, { since, limit: 10 })
    assert.deepStrictEqual(
      events.map(({ at }) => at - Sample.startTime),
      [3, 5, 4]
    )
    const end = yield* store.startOf(clientId, Sample.startTime + 6)
    assert.deepStrictEqual(end, yield* store.end(clientId))
  })

  test("retention erases old events, and remembers the newest of them for each client", function* (store) {
    const clientId = yield* Sample.newClient
    const other = yield* Sample.newClient
    yield* store.eraseEvents(long)
    for (const at of [long - 2, long - 1, long]) yield* eventAt(clientId, at)
    yield* eventAt(other, long)
    const [, last] = yield* allEvents(clientId)
    assert.strictEqual(yield* store.eraseEvents(long), 2)
    assert.strictEqual(yield* store.eraseEvents(long), 0)
    assert.lengthOf(yield* allEvents(clientId), 1)
    assert.deepStrictEqual(yield* store.forgotten(clientId), last?.position)
    assert.deepStrictEqual(yield* store.forgotten(other), startPosition)
  })

  test("readers are woken after the commit of each event", function* (store) {
    const clientId = yield* Sample.newClient
    const { subscribe } = yield* ChangeSignals
    const seen: Array<number> = []
    const services = yield* Effect.context<never>()
    const unsubscribe = subscribe(eventTopic(clientId), () => {
      Effect.runForkWith(services)(
        Effect.map(store.after(clientId, startPosition, { limit: 10 }), ({ events }) => seen.push(events.length))
      )
    })
    yield* Effect.addFinalizer(() => Effect.sync(unsubscribe))
    yield* Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY")
    while (seen.length === 0) yield* Effect.yieldNow
    assert.deepStrictEqual(seen, [1])
  })

  test("events of concurrent writes all appear, in an order that never changes", function* (store) {
    const clientId = yield* Sample.newClient
    const writes = Array.from({ length: 20 }, () => Sample.acceptEndedCollection(clientId, "COMPLETED_EMPTY"))
    const followed: Array<string> = []
    const follow = Effect.gen(function* () {
      let position = startPosition
      while (followed.length < writes.length) {
        const { events, next } = yield* store.after(clientId, position, { limit: 3 })
        followed.push(...events.map(({ eventId }) => eventId))
        position = next
        yield* Effect.yieldNow
      }
    })
    yield* Effect.all([follow, runConcurrently(writes)], { concurrency: "unbounded" })
    assert.deepStrictEqual(
      followed,
      (yield* allEvents(clientId)).map(({ eventId }) => eventId)
    )
    assert.lengthOf(yield* eventTypes(clientId), writes.length)
  })
}
