/** Reading events before and after their retention ends, in virtual time. */
import { assert, layer } from "@effect/vitest"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Sealing } from "@sheaf/adapters-security"
import { ChangeSignalsLocal, ClientStoreSql, CollectionStoreSql, EventStoreSql, Sqlite } from "@sheaf/adapters-sql"
import { head } from "@sheaf/domain/ApiVersion"
import { ClientStore, Events } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { CollectionSample, testsOf } from "@sheaf/ports/testing"
import { Clock, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { eraseEvents as erase } from "../../src/tasks/Expiration.ts"
import { EventsLive } from "../../src/index.ts"
import { temporaryDatabase } from "../collections/TemporaryDatabase.ts"

const secret = Redacted.make(new Uint8Array(32).fill(7))
const key = { id: "one", bytes: secret }

const world = EventsLive.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(ClientStoreSql.layer, CollectionStoreSql.layer, EventStoreSql.layer)),
  Layer.provideMerge(ChangeSignalsLocal.layer),
  Layer.provideMerge(
    Layer.merge(
      Sealing.layer({ current: key, all: [key] }, secret),
      Layer.unwrap(Effect.map(temporaryDatabase, Sqlite.layer))
    )
  ),
  Layer.provideMerge(NodeCrypto.layer)
)

const newCaller = Effect.fnUntraced(function* (clientId: string) {
  yield* (yield* ClientStore).addClient({ id: clientId, name: "A client", environment: "test" })
  const caller: Caller = { clientId, environment: "test" }
  return caller
})

const happen = Effect.fnUntraced(function* ({ clientId }: Caller) {
  yield* CollectionSample.acceptEndedCollection(clientId, "COMPLETED_EMPTY", { at: yield* Clock.currentTimeMillis })
})

const start = CollectionSample.startTime

layer(world)("the events of a client", (it) => {
  const test = testsOf(it, Events)

  test("expire for a cursor only if an event after it is gone", function* (events) {
    yield* TestClock.setTime(start)
    const [quiet, busy] = [yield* newCaller("quiet"), yield* newCaller("busy")]
    yield* happen(quiet)
    yield* happen(busy)
    const first = {
      quiet: yield* events.page(quiet, head, { limit: 10 }),
      busy: yield* events.page(busy, head, { limit: 10 })
    }
    yield* happen(busy)
    yield* TestClock.adjust("31 days")
    yield* erase
    assert.deepStrictEqual((yield* events.page(quiet, head, { cursor: first.quiet.next, limit: 10 })).items, [])
    const expired = yield* Effect.flip(events.page(busy, head, { cursor: first.busy.next, limit: 10 }))
    assert.deepInclude(expired, { _tag: "EventsExpiredError", oldestAvailable: "2026-04-02T09:30:00.000Z" })
    assert.deepStrictEqual((yield* events.page(busy, head, { limit: 10 })).items, [])
  })

  test("are complete from the oldest available time, even a while after the problem named it", function* (events) {
    yield* TestClock.setTime(start)
    const caller = yield* newCaller("resuming")
    yield* TestClock.adjust("1 day")
    yield* happen(caller)
    yield* TestClock.adjust("30 days")
    const since = new Date(start).toISOString()
    const problem = yield* Effect.flip(events.page(caller, head, { since, limit: 10 }))
    const oldest = problem._tag === "EventsExpiredError" ? problem.oldestAvailable : assert.fail(problem._tag)
    yield* TestClock.adjust("59 minutes")
    yield* erase
    assert.lengthOf((yield* events.page(caller, head, { since: oldest, limit: 10 })).items, 1)
  })

  test("have cursors that belong to their client and their user", function* (events) {
    const [caller, other] = [yield* newCaller("owner"), yield* newCaller("other")]
    const { next } = yield* events.page(caller, head, { limit: 10 })
    for (const stranger of [other, { ...caller, userId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f" }]) {
      assert.strictEqual(
        (yield* Effect.flip(events.page(stranger, head, { cursor: next, limit: 10 })))._tag,
        "InvalidCursor"
      )
    }
  })
})
