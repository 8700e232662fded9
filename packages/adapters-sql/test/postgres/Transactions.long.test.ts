/** Tests PostgreSQL transactions: isolation, locks, retries after conflicts, and failures. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { concurrencyOf } from "../../src/database/Dialect.ts"
import { withRepeatableRead, withSerializableIsolation } from "../../src/database/Isolation.ts"
import { isOutage } from "../../src/database/SqlErrors.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import { changesRow, insertClause, statement } from "../../src/unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import type { UnitOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const tables = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE entry (id text PRIMARY KEY, value integer NOT NULL)`
  })
)

const valueOf = (id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ value: number }>`SELECT value FROM entry WHERE id = ${id}`
    return row?.value
  })

const add = (id: string, value = 0) => statement`INSERT INTO entry ${insertClause({ id, value })}`

/**
 * Reads a value and writes the next one. Concurrent updates are lost unless the isolation level or a lock prevents it.
 */
const increment = function* (id: string) {
  const [row] = yield* statement<{ value: number }>`SELECT value FROM entry WHERE id = ${id}`
  yield* statement`UPDATE entry SET value = ${(row?.value ?? 0) + 1} WHERE id = ${id}`
}

const times = 10

const atOnce = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.all(
    Array.from({ length: times }, () => effect),
    { concurrency: "unbounded" }
  )

for (const installation of PostgresServer.installations()) {
  const database = tables.pipe(Layer.provideMerge(PostgresDatabase.layer(installation)))
  layer(database, { excludeTestServices: true })(`transactions on ${installation.name}`, (it) => {
    const test = testsOf(it, UnitsOfWork)

    test("are retried if another transaction changed the rows that they read", function* ({ run }) {
      yield* run(() => add("repeated")[Symbol.iterator]())
      yield* atOnce(withRepeatableRead(run(() => increment("repeated"))))
      assert.strictEqual(yield* valueOf("repeated"), times)
      const sql = yield* SqlClient.SqlClient
      const write = Effect.flatMap(valueOf("repeated"), (value = 0) => {
        return sql`UPDATE entry SET value = ${value + 1} WHERE id = 'repeated'`
      })
      yield* atOnce(withSerializableIsolation(sql.withTransaction(write)))
      assert.strictEqual(yield* valueOf("repeated"), 2 * times)
    })

    test("run one after another under a lock", function* ({ run, share }) {
      const { lock } = concurrencyOf(yield* SqlClient.SqlClient)
      yield* run(() => add("locked")[Symbol.iterator]())
      const locked = function* () {
        yield* lock("the counter")
        yield* increment("locked")
      }
      const lockedLate: UnitOfWork<void> = function* () {
        yield* statement`SELECT 1`
        yield* locked()
      }
      yield* Effect.all([atOnce(run(locked)), atOnce(share(locked)), atOnce(share(lockedLate))], { concurrency: 3 })
      assert.strictEqual(yield* valueOf("locked"), 3 * times)
    })

    test("are retried after a deadlock", function* ({ run }) {
      for (const id of ["one", "other"]) yield* run(() => add(id)[Symbol.iterator]())
      const both = (first: string, second: string): UnitOfWork<void> =>
        function* () {
          yield* statement`UPDATE entry SET value = value + 1 WHERE id = ${first}`
          yield* statement`SELECT pg_sleep(0.2)`
          yield* statement`UPDATE entry SET value = value + 1 WHERE id = ${second}`
        }
      yield* Effect.all([run(both("one", "other")), run(both("other", "one"))], { concurrency: 2 })
      assert.deepStrictEqual([yield* valueOf("one"), yield* valueOf("other")], [2, 2])
    })

    test("write nothing if a statement or the unit itself fails", function* ({ run }) {
      const twice: UnitOfWork<void> = function* () {
        yield* add("failed")
        yield* add("failed")
      }
      const throwing: UnitOfWork<void> = function* () {
        yield* add("failed")
        throw new Error("changed its mind")
      }
      for (const unit of [twice, throwing]) assert.strictEqual((yield* Effect.flip(run(unit)))._tag, "SqlError")
      assert.isUndefined(yield* valueOf("failed"))
    })

    test("cannot contain units", function* ({ run, share }) {
      const sql = yield* SqlClient.SqlClient
      for (const start of [run, share]) {
        const outcome = yield* Effect.exit(sql.withTransaction(start(() => increment("nested"))))
        assert.isTrue(Exit.hasDies(outcome))
      }
    })

    test("that units share give each unit its own rows and result", function* ({ share }) {
      const sql = yield* SqlClient.SqlClient
      const adding = (value: number): UnitOfWork<ReadonlyArray<number>> =>
        function* () {
          const [transaction] = yield* statement<{ id: string }>`SELECT pg_current_xact_id()::text AS id`
          yield* add(`shared-${value}`, value).unread
          const [own] = yield* statement<{ value: number }>`SELECT value FROM entry WHERE id = ${`shared-${value}`}`
          return [Number(transaction?.id), own?.value ?? -1]
        }
      const results = yield* Effect.all(
        Array.from({ length: times }, (_, value) => share(adding(value))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        results.map(([, value]) => value),
        Array.from({ length: times }, (_, value) => value)
      )
      assert.strictEqual(new Set(results.map(([transaction]) => transaction)).size, 1)
      assert.lengthOf(yield* sql`SELECT id FROM entry WHERE id LIKE 'shared-%'`, times)
    })

    test("that units share write the other units if one fails", function* ({ share }) {
      const failing: UnitOfWork<void> = function* () {
        yield* add("one-rolled-back").unread
        yield* add("one-rolled-back").unread
      }
      const throwing: UnitOfWork<void> = function* () {
        yield* add("one-thrown")
        throw new Error("changed its mind")
      }
      const units = [() => add("one-1")[Symbol.iterator](), failing, throwing, () => add("one-2")[Symbol.iterator]()]
      const outcomes = yield* Effect.forEach(units, (unit: UnitOfWork<unknown>) => Effect.exit(share(unit)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(outcomes.map(Exit.isSuccess), [true, false, false, true])
      const sql = yield* SqlClient.SqlClient
      const entries = yield* sql<{ id: string }>`SELECT id FROM entry WHERE id LIKE 'one-%' ORDER BY id`
      assert.deepStrictEqual(
        entries.map(({ id }) => id),
        ["one-1", "one-2"]
      )
    })

    test("that units share write nothing after a decisive write that changes no row", function* ({ run, share }) {
      for (const id of ["decided-1", "decided-2"]) yield* run(() => add(id)[Symbol.iterator]())
      const deciding = (id: string): UnitOfWork<boolean> =>
        function* () {
          const decisive = statement`UPDATE entry SET value = value + 1 WHERE id = ${id} RETURNING id`
          if (!(yield* changesRow(decisive))) return false
          yield* add(`${id}-after`).unread
          return true
        }
      const ids = ["decided-1", "decided-absent", "decided-2"]
      const outcomes = yield* Effect.forEach(ids, (id) => share(deciding(id)), { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes, [true, false, true])
      const sql = yield* SqlClient.SqlClient
      const entries = yield* sql<{
        id: string
        value: number
      }>`SELECT id, value FROM entry WHERE id LIKE 'decided-%' ORDER BY id`
      assert.deepStrictEqual(
        entries.map(({ id, value }) => [id, value]),
        [
          ["decided-1", 1],
          ["decided-1-after", 0],
          ["decided-2", 1],
          ["decided-2-after", 0]
        ]
      )
    })

    test("that units share do not wait for a lock that one of them waits for", function* ({ run, share }) {
      const sql = yield* SqlClient.SqlClient
      yield* run(() => add("held")[Symbol.iterator]())
      const [held, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holding = yield* Effect.forkChild(
        sql`UPDATE entry SET value = 0 WHERE id = 'held'`.pipe(
          Effect.andThen(Deferred.succeed(held, undefined)),
          Effect.andThen(Deferred.await(over)),
          sql.withTransaction
        )
      )
      yield* Deferred.await(held)
      const waiting = yield* Effect.forkChild(
        share(() => increment("held")),
        { startImmediately: true }
      )
      yield* share(() => add("not held")[Symbol.iterator]())
      assert.strictEqual(yield* valueOf("held"), 0)
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(holding)
      yield* Fiber.join(waiting)
      assert.strictEqual(yield* valueOf("held"), 1)
      assert.strictEqual(yield* valueOf("not held"), 0)
    })

    test("do not run units that were interrupted before", function* ({ share }) {
      const interrupted = yield* Effect.forkChild(
        share(() => add("interrupted")[Symbol.iterator]()),
        {
          startImmediately: true
        }
      )
      yield* Fiber.interrupt(interrupted)
      yield* share(() => add("not interrupted")[Symbol.iterator]())
      assert.isUndefined(yield* valueOf("interrupted"))
    })

    test("count as outages if they exceed the limits in time", function* () {
      const sql = yield* SqlClient.SqlClient
      const exceeding = [
        sql`SET LOCAL statement_timeout = 50`.pipe(Effect.andThen(sql`SELECT pg_sleep(10)`)),
        sql`SET LOCAL idle_in_transaction_session_timeout = 50`.pipe(
          Effect.andThen(Effect.sleep("500 millis")),
          Effect.andThen(sql`SELECT 1`)
        )
      ]
      for (const each of exceeding) assert.isTrue(isOutage(yield* Effect.flip(sql.withTransaction(each))))
    })

    test("fail if no connection becomes free, and later ones succeed", function* ({ run }) {
      const sql = yield* SqlClient.SqlClient
      const over = yield* Deferred.make<void>()
      const holding = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 10 }, () => sql.withTransaction(Deferred.await(over))),
          { concurrency: "unbounded" }
        ),
        { startImmediately: true }
      )
      const error = yield* Effect.flip(run(() => add("exhausted")[Symbol.iterator]()))
      assert.include(error.message, "no connection to the database became free")
      yield* Deferred.succeed(over, undefined)
      yield* Effect.exit(Fiber.join(holding))
      yield* run(() => add("exhausted")[Symbol.iterator]())
      assert.strictEqual(yield* valueOf("exhausted"), 0)
    })
  })
}
