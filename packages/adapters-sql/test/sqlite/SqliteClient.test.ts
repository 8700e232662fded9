/** Tests Effect's SQL client on Node's SQLite: isolation, durability and errors. */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { withFullDurability } from "../../src/database/Durability.ts"
import * as SqliteClient from "../../src/sqlite/SqliteClient.ts"
import * as Database from "../Database.ts"
import * as Entries from "./Entries.ts"
import { entries } from "./Entries.ts"
import { synchronous } from "./Durability.ts"
import { openTransaction } from "./OpenTransaction.ts"

const tables = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE entry (id TEXT PRIMARY KEY, number INTEGER) STRICT`
    yield* sql`CREATE TABLE counter (id TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT`
    yield* sql`CREATE TABLE child (entry_id TEXT NOT NULL REFERENCES entry (id)) STRICT`
    yield* sql`CREATE TABLE cell (id TEXT PRIMARY KEY, value ANY) STRICT`
  })
)

const database = Entries.database(tables)

const insert = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO entry ${sql.insert({ id })}`)

const isOpen = Effect.map(SqliteClient.SqliteWriteHandle, (handle) => handle.isTransaction)

const reasonOf = (effect: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>) =>
  Effect.map(Effect.flip(effect), (error) => error.reason)

layer(database)("a transaction", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test("is atomic", function* (sql) {
    yield* sql.withTransaction(Effect.andThen(insert("whole-1"), insert("whole-2")))
    const failed = sql.withTransaction(Effect.andThen(insert("whole-3"), Effect.fail("no")))
    assert.strictEqual(yield* Effect.flip(failed), "no")
    assert.deepStrictEqual(yield* entries("whole-"), ["whole-1", "whole-2"])
  })

  test("rolls back alone inside another transaction", function* (sql) {
    yield* Effect.gen(function* () {
      yield* insert("nested-a")
      yield* Effect.exit(sql.withTransaction(Effect.andThen(insert("nested-b"), Effect.fail("no"))))
      yield* sql.withTransaction(insert("nested-c"))
    }).pipe(sql.withTransaction)
    assert.deepStrictEqual(yield* entries("nested-"), ["nested-a", "nested-c"])
  })

  test("rolls back successful inner transactions when it fails", function* (sql) {
    const outer = Effect.andThen(sql.withTransaction(insert("outer-a")), Effect.fail("no"))
    yield* Effect.exit(sql.withTransaction(outer))
    assert.deepStrictEqual(yield* entries("outer-"), [])
  })

  test("loses no updates from fifty concurrent fibers", function* (sql) {
    yield* sql`INSERT INTO counter ${sql.insert({ id: "shared", value: 1 })}`
    const value = Effect.map(sql<{ value: number }>`SELECT value FROM counter`, ([row]) => row?.value ?? 0)
    const increment = Effect.gen(function* () {
      const before = yield* value
      yield* Effect.yieldNow
      yield* sql`UPDATE counter SET value = ${before + 1}`
    }).pipe(sql.withTransaction)
    yield* Effect.all(
      Array.from({ length: 50 }, () => increment),
      { concurrency: "unbounded", discard: true }
    )
    assert.strictEqual(yield* value, 51)
  })

  test("rolls back when interrupted, and lets the next transaction start", function* (sql) {
    const written = yield* Deferred.make<void>()
    const fiber = yield* insert("interrupted").pipe(
      Effect.andThen(Deferred.succeed(written, undefined)),
      Effect.andThen(Effect.never),
      sql.withTransaction,
      Effect.forkChild
    )
    yield* Deferred.await(written)
    assert.isTrue(yield* isOpen)
    yield* Fiber.interrupt(fiber)
    assert.isFalse(yield* isOpen)
    assert.deepStrictEqual(yield* entries("interrupted"), [])
    yield* sql.withTransaction(insert("after-interruption"))
    assert.deepStrictEqual(yield* entries("after-interruption"), ["after-interruption"])
  })

  test("can be interrupted while it waits", function* (sql) {
    const end = yield* openTransaction
    const second = yield* Effect.forkChild(sql.withTransaction(insert("waiting")))
    yield* Effect.yieldNow
    yield* Fiber.interrupt(second)
    yield* end
    assert.deepStrictEqual(yield* entries("waiting"), [])
  })

  test("has the requested durability among concurrent transactions", function* (sql) {
    const plain = sql.withTransaction(Effect.tap(synchronous, () => Effect.yieldNow))
    const mixed = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? plain : withFullDurability(plain)))
    const levels = yield* Effect.all(mixed, { concurrency: "unbounded" })
    assert.deepStrictEqual(levels, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2])
  })

  test("inherits the durability of the outer transaction", function* (sql) {
    const inner = withFullDurability(sql.withTransaction(synchronous))
    assert.strictEqual(yield* sql.withTransaction(inner), 1)
    assert.strictEqual(yield* withFullDurability(sql.withTransaction(sql.withTransaction(synchronous))), 2)
  })
})

layer(database)("a failure", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test("identifies a duplicate key", function* () {
    yield* insert("taken")
    const reason = yield* reasonOf(insert("taken"))
    assert.strictEqual(reason._tag, "UniqueViolation")
    assert.strictEqual(reason._tag === "UniqueViolation" ? reason.constraint : "", "entry.id")
  })

  test("identifies a missing referenced row", function* (sql) {
    const reason = yield* reasonOf(sql`INSERT INTO child (entry_id) VALUES ('nobody')`)
    assert.strictEqual(reason._tag, "ConstraintError")
  })

  test("identifies another connection's lock as retryable", function* (sql) {
    const handle = yield* SqliteClient.SqliteWriteHandle
    const path = yield* Database.DatabaseFile
    handle.exec("PRAGMA busy_timeout = 0")
    const other = yield* Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(path)),
      (connection) => Effect.sync(() => connection.close())
    )
    other.exec("BEGIN IMMEDIATE")
    const reason = yield* reasonOf(sql.withTransaction(insert("locked")))
    assert.strictEqual(reason._tag, "LockTimeoutError")
    assert.isTrue(reason.isRetryable)
    other.exec("ROLLBACK")
    yield* sql.withTransaction(insert("locked"))
    assert.deepStrictEqual(yield* entries("locked"), ["locked"])
  })

  test("of any other kind is an error, not a defect", function* (sql) {
    const wrong = sql`SELECT * FROM no_such_table`
    const unfit = sql`INSERT INTO cell (id, value) VALUES ('symbol', ${Symbol.iterator})`
    for (const statement of [wrong, unfit]) {
      const reason = yield* reasonOf(statement)
      assert.strictEqual(reason._tag, "UnknownError")
      assert.isFalse(reason.isRetryable)
    }
  })
})

layer(database)("a statement", (it) => {
  const test = testsOf(it, SqlClient.SqlClient)

  test.each([
    { what: "text", value: "läsk\u0000 😀", stored: "läsk\u0000 😀" },
    { what: "bytes", value: Uint8Array.of(0, 255), stored: Uint8Array.of(0, 255) },
    { what: "an integer", value: 1_775_000_000_123, stored: 1_775_000_000_123 },
    { what: "a fraction", value: 0.0065, stored: 0.0065 },
    { what: "true as 1", value: true, stored: 1 },
    { what: "a date as text", value: new Date(0), stored: "1970-01-01T00:00:00.000Z" },
    { what: "undefined as null", value: undefined, stored: null }
  ])("stores $what", function* (sql, { stored, value, what }) {
    yield* sql`INSERT INTO cell (id, value) VALUES (${what}, ${value})`
    const [row] = yield* sql<{ value: unknown }>`SELECT value FROM cell WHERE id = ${what}`
    assert.deepStrictEqual(row?.value, stored)
  })

  test("returns rows as objects, as values and as a stream", function* (sql) {
    yield* Effect.forEach(["rows-1", "rows-2"], insert, { discard: true })
    const statement = sql<{ id: string }>`SELECT id, number FROM entry WHERE id LIKE 'rows-%' ORDER BY id`
    const objects = (yield* statement).map((row) => ({ ...row }))
    const expected = [
      { id: "rows-1", number: null },
      { id: "rows-2", number: null }
    ]
    assert.deepEqual(objects, expected)
    assert.deepEqual(yield* statement.values, [
      ["rows-1", null],
      ["rows-2", null]
    ])
    assert.deepEqual(
      (yield* Stream.runCollect(statement.stream)).map((row) => ({ ...row })),
      expected
    )
    assert.deepEqual(
      (yield* statement.unprepared).map((row) => ({ ...row })),
      expected
    )
  })

  test("works again after hundreds of other statements", function* (sql) {
    for (let i = 0; i < 600; i++) {
      const [row] = yield* sql.unsafe<{ n: number }>(`SELECT ${i % 300} AS n`)
      assert.strictEqual(row?.n, i % 300)
    }
  })
})
