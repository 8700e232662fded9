/** Tests how faults in the database file or on its disk affect the database's health, using SQLite's own errors. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs"
import { FileHealth } from "../../src/index.ts"
import { mapToStoreError, toSqlError } from "../../src/database/SqlErrors.ts"
import * as Observed from "../../src/database/DatabaseHealth.ts"
import { SqliteWriteHandle } from "../../src/sqlite/SqliteClient.ts"
import { statement } from "../../src/unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"
import * as Database from "../Database.ts"

const full = Object.assign(new Error("database or disk is full"), { errcode: 13 })

const write = Effect.flatMap(UnitsOfWork, ({ run }) =>
  run(function* () {
    yield* statement`INSERT INTO service_secret (name, sealed) VALUES ('large', ${new Uint8Array(100_000)})`
  })
)

const fill = Effect.map(SqliteWriteHandle, (db) => {
  const { page_count: pages } = db.prepare("PRAGMA page_count").get() ?? {}
  db.exec(`PRAGMA max_page_count = ${String(pages)}`)
})

describe("a full database", () => {
  it.effect("is an outage for those who write, and not usable until a write succeeds", () =>
    Effect.gen(function* () {
      const { isUsable } = yield* FileHealth
      const folder = `${yield* Database.DatabaseFile}-probe`
      yield* fill
      assert.isTrue(yield* isUsable)
      const error = yield* Effect.flip(mapToStoreError("write")(write))
      assert.isTrue(error.isOutage)
      mkdirSync(folder)
      assert.isFalse(yield* isUsable)
      rmSync(folder, { recursive: true })
      assert.isFalse(yield* isUsable, "the disk is tried at most once a second")
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* isUsable)
    }).pipe(Effect.provide(Database.layer))
  )

  it.effect("is not usable while there is space, but writes fail", () =>
    Effect.gen(function* () {
      const { health, notice } = Observed.observe(yield* Database.DatabaseFile)
      let result: Result.Result<void, ReturnType<typeof toSqlError>> = Result.fail(toSqlError(full, "commit"))
      const { isUsable } = yield* health(Effect.suspend(() => Effect.fromResult(result)))
      yield* notice(toSqlError(full, "commit"))
      assert.isFalse(yield* isUsable)
      result = Result.void
      yield* TestClock.adjust("1 second")
      assert.isTrue(yield* isUsable)
    }).pipe(Effect.provide(Database.file))
  )
})

it.effect("a damaged database is an outage for those who read, and stays unusable", () =>
  Effect.gen(function* () {
    const { isUsable } = yield* FileHealth
    const sql = yield* SqlClient.SqlClient
    const db = yield* SqliteWriteHandle
    const { page } = db.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'client'").get() ?? {}
    const { page_size: size } = db.prepare("PRAGMA page_size").get() ?? {}
    db.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory")
    const file = openSync(yield* Database.DatabaseFile, "r+")
    writeSync(file, Buffer.alloc(Number(size), "x"), 0, Number(size), (Number(page) - 1) * Number(size))
    closeSync(file)
    const error = yield* Effect.flip(mapToStoreError("read")(sql`SELECT name FROM client`))
    assert.isTrue(error.isOutage)
    assert.isFalse(yield* isUsable)
    yield* TestClock.adjust("1 hour")
    assert.isFalse(yield* isUsable)
  }).pipe(Effect.provide(Database.layer))
)

it.effect("a mistake in a statement says nothing about the file", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const error = yield* Effect.flip(mapToStoreError("read")(sql`SELECT nothing FROM client`))
    assert.isUndefined(error.isOutage)
    assert.isTrue(yield* (yield* FileHealth).isUsable)
  }).pipe(Effect.provide(Database.layer))
)
