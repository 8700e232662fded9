/**
 * Contract tests for withheld events: events about a Connect session's collections wait until the client has confirmed
 * the session (spec 6, 13).
 */
import { assert } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { ConnectSessionStore } from "../../connect/ConnectSessionStore.ts"
import type { ConnectSessionChange, StoredConnectSession } from "../../connect/ConnectSessionStore.ts"
import { EventStore, startPosition } from "../../events/EventStore.ts"
import { allEvents, eventTypes } from "../events/EventFixture.ts"
import * as CollectionSample from "../samples/CollectionSample.ts"
import * as Sample from "../samples/ConnectSessionSample.ts"
import * as Fixture from "../samples/Fixture.ts"

const createdAt = Fixture.startTime

const returning = { returnTo: { returnUrl: "https://app.example/linked" }, clientReference: "order-20417" }

const finished = (answer?: "CONFIRMED" | "REFUSED"): ConnectSessionChange => ({
  status: "COMPLETED",
  endedAt: createdAt + 2,
  expiresAt: createdAt + 60_000,
  progress: {
    steps: [],
    confirmation: { codeHash: "hash", until: createdAt + 600_000, ...(answer !== undefined && { answer }) }
  }
})

const finishedSession = Effect.fnUntraced(function* (terms: object) {
  const store = yield* ConnectSessionStore
  const [clientId, connectSessionId] = [yield* Fixture.newClient, yield* Fixture.newId]
  const session = Sample.make({ connectSessionId, clientId, createdAt, terms })
  assert.isTrue(yield* store.add(session, Redacted.make("l".repeat(43))))
  const opened: StoredConnectSession = { ...session, isBound: false }
  assert.isTrue(yield* store.change(opened, finished()))
  const after: StoredConnectSession = { ...opened, ...finished(), revision: opened.revision + 1 }
  return after
})

const completedCollection = Effect.fnUntraced(function* ({ clientId, connectSessionId }: StoredConnectSession) {
  const store = yield* CollectionStore
  const { collectionId } = (yield* CollectionSample.acceptCollection(clientId, { connectSessionId })).identity
  const change = CollectionSample.changeToStatus("COMPLETED", 2, { data: {} })
  assert.isTrue(yield* store.advance(CollectionSample.precondition(collectionId, 0, 1), [change]))
  return collectionId
})

export const withheldEventTests = (
  it: Vitest.MethodsNonLive<ClientStore | CollectionStore | ConnectSessionStore | EventStore>
): void => {
  const test = Fixture.testsOf(it, ConnectSessionStore)

  test("a completed collection adds its event once the session is confirmed, after all earlier events", function* (store) {
    const session = yield* finishedSession(returning)
    const { clientId } = session
    const collectionId = yield* completedCollection(session)
    assert.deepStrictEqual(yield* eventTypes(clientId), ["connect_session.completed"])
    const [first] = yield* allEvents(clientId)
    assert.isTrue(yield* store.change(session, finished("CONFIRMED")))
    const events = yield* allEvents(clientId)
    assert.deepStrictEqual(
      events.map(({ type }) => type),
      ["connect_session.completed", "connect_session.confirmed", "collection.completed"]
    )
    const released = events.at(-1) ?? assert.fail()
    assert.include(released.facts, { collectionId, connectSessionId: session.connectSessionId })
    const since = (yield* EventStore).after(clientId, first?.position ?? startPosition, { limit: 100 })
    assert.lengthOf((yield* since).events, 2)
    assert.lengthOf((yield* (yield* EventStore).read(clientId, [released.eventId])).events, 1)
  })

  test("a collection that completes after the confirmation adds its event at once", function* (store) {
    const session = yield* finishedSession(returning)
    yield* store.change(session, finished("CONFIRMED"))
    yield* completedCollection(session)
    assert.include(yield* eventTypes(session.clientId), "collection.completed")
  })

  test("a session that another user confirmed shows no event of its data, not even of its end", function* (store) {
    const session = yield* finishedSession(returning)
    const collectionId = yield* completedCollection(session)
    yield* store.change(session, finished("REFUSED"))
    yield* (yield* CollectionStore).eraseDataOf(session.clientId, collectionId, createdAt + 10_000)
    assert.deepStrictEqual(yield* eventTypes(session.clientId), ["connect_session.completed"])
  })

  test("a session without a return address withholds nothing", function* () {
    const session = yield* finishedSession({})
    yield* completedCollection(session)
    assert.deepStrictEqual(yield* eventTypes(session.clientId), ["connect_session.completed", "collection.completed"])
  })
}
