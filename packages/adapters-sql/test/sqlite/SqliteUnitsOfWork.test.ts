/** Tests units of work that share a transaction: isolation, durability and failures. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { withFullDurability } from "../../src/database/Durability.ts"
import * as SqliteClient from "../../src/sqlite/SqliteClient.ts"
import { insertClause, statement } from "../../src/unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import type { UnitOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import * as Database from "../Database.ts"
import * as Entries from "./Entries.ts"
import { entries } from "./Entries.ts"
import { openTransaction } from "./OpenTransaction.ts"

const tables = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE entry (id TEXT PRIMARY KEY) STRICT`
    yield* sql`CREATE TABLE child (entry_id TEXT NOT NULL REFERENCES entry (id)) STRICT`
    yield* sql`CREATE TABLE counter (value INTEGER NOT NULL) STRICT`
  })
)

const database = Entries.database(tables)

const insert = (id: string) => statement`INSERT INTO entry ${insertClause({ id })}`

const adding = (id: string): UnitOfWork<string> =>
  function* () {
    yield* insert(id)
    return id
  }

const breakingCommit: UnitOfWork<string> = function* () {
  yield* statement`PRAGMA defer_foreign_keys = ON`
  yield* statement`INSERT INTO child ${insertClause({ entry_id: "nobody" })}`
  return "unseen"
}

const together = <A>(...units: ReadonlyArray<UnitOfWork<A>>) =>
  Effect.flatMap(UnitsOfWork, ({ run }) =>
    Effect.forEach(units, (unit) => Effect.exit(run(unit)), { concurrency: "unbounded" })
  )

layer(database)("units that arrive together", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test("are all written, and each gets its own result", function* () {
    const results = yield* together(adding("all-1"), adding("all-2"), adding("all-3"))
    assert.deepStrictEqual(results, [Exit.succeed("all-1"), Exit.succeed("all-2"), Exit.succeed("all-3")])
    assert.deepStrictEqual(yield* entries("all-"), ["all-1", "all-2", "all-3"])
  })

  test("see the writes of earlier units", function* (sql) {
    yield* sql`INSERT INTO counter ${sql.insert({ value: 1 })}`
    const increment: UnitOfWork<void> = function* () {
      const [row] = yield* statement<{ value: number }>`SELECT value FROM counter`
      yield* statement`UPDATE counter SET value = ${(row?.value ?? 0) + 1}`
    }
    yield* together(...Array.from({ length: 50 }, () => increment))
    assert.strictEqual((yield* sql<{ value: number }>`SELECT value FROM counter`)[0]?.value, 51)
  })

  test("do not fail if one of them fails and writes nothing", function* () {
    const failing: UnitOfWork<string> = function* () {
      yield* insert("one-rolled-back")
      yield* insert("one-1")
      return "unseen"
    }
    const [first, second, third] = yield* together(adding("one-1"), failing, adding("one-2"))
    assert.isTrue(first !== undefined && Exit.isSuccess(first))
    assert.isTrue(second !== undefined && Exit.isFailure(second))
    assert.isTrue(third !== undefined && Exit.isSuccess(third))
    assert.deepStrictEqual(yield* entries("one-"), ["one-1", "one-2"])
  })

  test("all fail if their COMMIT fails, and later units succeed", function* () {
    const outcomes = yield* together(adding("commit-1"), breakingCommit, adding("commit-2"), adding("commit-3"))
    assert.deepStrictEqual(outcomes.map(Exit.isFailure), [true, true, true, true])
    assert.deepStrictEqual(yield* entries("commit-"), [])
    assert.isFalse((yield* SqliteClient.SqliteWriteHandle).isTransaction)
    assert.deepStrictEqual(yield* together(adding("commit-4")), [Exit.succeed("commit-4")])
    assert.deepStrictEqual(yield* entries("commit-"), ["commit-4"])
  })

  test("all fail if one of them ends the transaction", function* () {
    const ending: UnitOfWork<string> = function* () {
      yield* statement`INSERT OR ROLLBACK INTO entry ${insertClause({ id: "ended-1" })}`
      return "unseen"
    }
    const outcomes = yield* together(adding("ended-1"), ending, adding("ended-2"))
    assert.deepStrictEqual(outcomes.map(Exit.isFailure), [true, true, true])
    assert.deepStrictEqual(yield* together(adding("ended-3")), [Exit.succeed("ended-3")])
    assert.deepStrictEqual(yield* entries("ended-"), ["ended-3"])
  })

  test("have the strictest durability among them", function* () {
    const { run } = yield* UnitsOfWork
    const level: UnitOfWork<unknown> = function* () {
      return (yield* statement<{ synchronous: number }>`PRAGMA synchronous`)[0]?.synchronous
    }
    const both = [run(level), withFullDurability(run(level)), run(level)]
    assert.deepStrictEqual(yield* Effect.all(both, { concurrency: "unbounded" }), [2, 2, 2])
    assert.deepStrictEqual(yield* Effect.all([run(level), run(level)], { concurrency: "unbounded" }), [1, 1])
  })

  test("have no result before they are committed", function* () {
    const path = yield* Database.DatabaseFile
    const seen = yield* Effect.forEach(
      ["seen-1", "seen-2"],
      (id) =>
        Effect.gen(function* () {
          yield* (yield* UnitsOfWork).run(adding(id))
          const reader = yield* Effect.acquireRelease(
            Effect.sync(() => new DatabaseSync(path, { readOnly: true })),
            (connection) => Effect.sync(() => connection.close())
          )
          return reader.prepare("SELECT count(*) AS found FROM entry WHERE id = ?").get(id)?.["found"]
        }),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(seen, [1, 1])
  })
})

layer(database)("a unit", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test("waits for an open transaction, and can be interrupted while it waits", function* () {
    const { run } = yield* UnitsOfWork
    const end = yield* openTransaction
    const interrupted = yield* Effect.forkChild(run(adding("turn-1")), { startImmediately: true })
    const waiting = yield* Effect.forkChild(run(adding("turn-2")), { startImmediately: true })
    yield* Fiber.interrupt(interrupted)
    yield* end
    assert.strictEqual(yield* Fiber.join(waiting), "turn-2")
    assert.deepStrictEqual(yield* entries("turn-"), ["turn-2"])
  })

  test("is a defect inside another transaction", function* (sql) {
    const outcome = yield* Effect.exit(sql.withTransaction((yield* UnitsOfWork).run(adding("nested"))))
    assert.isTrue(Exit.hasDies(outcome))
    assert.deepStrictEqual(yield* entries("nested"), [])
  })
})
