/** Transactions on PostgreSQL: isolation, locks, repeats after conflicts, and failures. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { concurrencyOf } from "../../src/database/Dialect.ts"
import { repeatableRead, serializable } from "../../src/database/Isolation.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import { inserted, statement } from "../../src/units/Statement.ts"
import { Units } from "../../src/units/Units.ts"
import type { Unit } from "../../src/units/Units.ts"
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

const add = (id: string, value = 0) => statement`INSERT INTO entry ${inserted({ id, value })}`

/** Reads a value and writes the next, which loses updates unless the isolation or a lock prevents it. */
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
    const test = testsOf(it, Units)

    test("are retried if another transaction changed the rows that they read", function* ({ run }) {
      yield* run(() => add("repeated")[Symbol.iterator]())
      yield* atOnce(repeatableRead(run(() => increment("repeated"))))
      assert.strictEqual(yield* valueOf("repeated"), times)
      const sql = yield* SqlClient.SqlClient
      const write = Effect.flatMap(valueOf("repeated"), (value = 0) => {
        return sql`UPDATE entry SET value = ${value + 1} WHERE id = 'repeated'`
      })
      yield* atOnce(serializable(sql.withTransaction(write)))
      assert.strictEqual(yield* valueOf("repeated"), 2 * times)
    })

    test("run one after another under a lock", function* ({ run }) {
      const { lock } = concurrencyOf(yield* SqlClient.SqlClient)
      yield* run(() => add("locked")[Symbol.iterator]())
      const unit: Unit<void> = function* () {
        yield* lock("the counter")
        yield* increment("locked")
      }
      yield* atOnce(run(unit))
      assert.strictEqual(yield* valueOf("locked"), times)
    })

    test("are retried after a deadlock", function* ({ run }) {
      for (const id of ["one", "other"]) yield* run(() => add(id)[Symbol.iterator]())
      const both = (first: string, second: string): Unit<void> =>
        function* () {
          yield* statement`UPDATE entry SET value = value + 1 WHERE id = ${first}`
          yield* statement`SELECT pg_sleep(0.2)`
          yield* statement`UPDATE entry SET value = value + 1 WHERE id = ${second}`
        }
      yield* Effect.all([run(both("one", "other")), run(both("other", "one"))], { concurrency: 2 })
      assert.deepStrictEqual([yield* valueOf("one"), yield* valueOf("other")], [2, 2])
    })

    test("write nothing if a statement or the unit itself fails", function* ({ run }) {
      const twice: Unit<void> = function* () {
        yield* add("failed")
        yield* add("failed")
      }
      const throwing: Unit<void> = function* () {
        yield* add("failed")
        throw new Error("changed its mind")
      }
      for (const unit of [twice, throwing]) assert.strictEqual((yield* Effect.flip(run(unit)))._tag, "SqlError")
      assert.isUndefined(yield* valueOf("failed"))
    })

    test("cannot contain units", function* ({ run }) {
      const sql = yield* SqlClient.SqlClient
      const outcome = yield* Effect.exit(sql.withTransaction(run(() => increment("nested"))))
      assert.isTrue(Exit.hasDies(outcome))
    })

    test("fail if no connection becomes free, and later ones succeed", function* ({ run }) {
      const sql = yield* SqlClient.SqlClient
      const over = yield* Deferred.make<void>()
      const holding = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 12 }, () => sql.withTransaction(Deferred.await(over))),
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
