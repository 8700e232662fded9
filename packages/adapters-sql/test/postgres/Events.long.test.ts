/**
 * Tests the order of events on PostgreSQL, where transactions may commit in a different order than they begin (ADR 25).
 */
import { assert, layer } from "@effect/vitest"
import type { NewEvent } from "@sheaf/ports"
import { ClientStore, EventStore, startPosition } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { raiseBatches } from "../../src/events/EventTables.ts"
import * as Outbox from "../../src/events/Outbox.ts"
import * as ColumnSealer from "../../src/sealing/ColumnSealer.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const newClient = Effect.fnUntraced(function* (id: string) {
  yield* (yield* ClientStore).addClient({ id, name: "A client", environment: "test" })
  return id
})

const eventOf = (clientId: string, userId: string): NewEvent => ({
  type: "user.erased",
  clientId,
  at: 1_775_000_000_000,
  facts: { userId, erasedAt: 1_775_000_000_000 }
})

const adding = Effect.fnUntraced(function* (event: NewEvent, until: Effect.Effect<unknown>) {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* Outbox.make(yield* ColumnSealer.make)
  yield* sql.withTransaction(Effect.andThen(outbox.add([event]), until))
})

const usersAfter = Effect.fnUntraced(function* (clientId: string, position = startPosition) {
  const { events, isSettling, next } = yield* (yield* EventStore).after(clientId, position, { limit: 10 })
  return { isSettling, next, users: events.map(({ facts }) => "userId" in facts && facts.userId) }
})

for (const installation of PostgresServer.installations()) {
  const database = Layer.merge(PostgresDatabase.layer(installation), Database.sealing)
  const stores = Database.everyStore.pipe(Layer.provideMerge(database))

  layer(stores, { excludeTestServices: true })(`events on ${installation.name}`, (it) => {
    const test = testsOf(it, EventStore)

    test("readers see no event while an earlier transaction can still add one", function* (store) {
      const clientId = yield* newClient("held")
      yield* adding(eventOf(clientId, "first"), Effect.void)
      const [added, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const held = yield* Effect.forkChild(
        adding(eventOf(clientId, "held"), Effect.andThen(Deferred.succeed(added, undefined), Deferred.await(release)))
      )
      yield* Deferred.await(added)
      yield* adding(eventOf(clientId, "overtaking"), Effect.void)
      const before = yield* usersAfter(clientId)
      assert.deepStrictEqual(before.users, ["first"])
      assert.deepStrictEqual(before.next, yield* store.end(clientId))
      // The transaction outlasts the reader's wait, so the reader must try again later.
      assert.deepInclude(yield* usersAfter(clientId, before.next), { isSettling: true, users: [] })

      const waiting = yield* Effect.forkChild(usersAfter(clientId, before.next))
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(held)
      assert.deepStrictEqual((yield* Fiber.join(waiting)).users, ["held", "overtaking"])
      assert.deepStrictEqual((yield* usersAfter(clientId, before.next)).users, ["held", "overtaking"])
    })

    test("an event of a transaction that rolls back never appears, and holds back nothing", function* () {
      const clientId = yield* newClient("rolled back")
      const failed = Effect.fail("rolled back")
      yield* Effect.exit(adding(eventOf(clientId, "failed"), Effect.orDie(failed)))
      yield* adding(eventOf(clientId, "committed"), Effect.void)
      assert.deepStrictEqual((yield* usersAfter(clientId)).users, ["committed"])
    })

    test("new events follow the events of a dump from a server with more transactions", function* () {
      const sql = yield* SqlClient.SqlClient
      const clientId = yield* newClient("restored")
      yield* adding(eventOf(clientId, "dumped"), Effect.void)
      yield* sql`UPDATE event SET batch = batch + 1000000000000`
      assert.deepStrictEqual((yield* usersAfter(clientId)).users, [])
      yield* raiseBatches
      const { next, users } = yield* usersAfter(clientId)
      assert.deepStrictEqual(users, ["dumped"])
      yield* raiseBatches
      yield* adding(eventOf(clientId, "added"), Effect.void)
      assert.deepStrictEqual((yield* usersAfter(clientId, next)).users, ["added"])
    })
  })
}
