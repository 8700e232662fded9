/** Tests how transactions end when the connection is lost, using sessions that fail deliberately. */
import type { PgConnection } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Result } from "effect"
import { SqlError } from "effect/sql"
import { isOutage } from "../../src/database/SqlErrors.ts"
import * as PostgresUnitsOfWork from "../../src/postgres/PostgresUnitsOfWork.ts"
import { changesRow, statement } from "../../src/unitsOfWork/Statement.ts"
import type { UnitOfWork } from "../../src/unitsOfWork/UnitsOfWork.ts"

const test = testsOf(it, Effect.void)

const lost = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("lost"), message: "lost", operation: "query" })
})

const failureOf = Effect.fnUntraced(function* (way: "run" | "share", lostAt: string, unit: UnitOfWork<unknown>) {
  const session: Pick<PgConnection.PgConnection, "query"> = {
    query: (text) => {
      const [command = ""] = text.split(" ")
      return text === lostAt
        ? Effect.fail(lost)
        : Effect.succeed({ command, rowCount: 0, oid: null, rows: [], fields: [] })
    }
  }
  const pool = { get: Effect.succeed(session as PgConnection.PgConnection) }
  const units = PostgresUnitsOfWork.make({ alone: pool, shared: pool }, Effect.succeed(false))
  return yield* Effect.result(units[way](unit))
})

const read = statement`SELECT 1`

const throwing: UnitOfWork<unknown> = function* () {
  yield* read
  throw new Error("another unit of the transaction has the lock")
}

const reading: UnitOfWork<unknown> = function* () {
  return yield* read
}

for (const way of ["run", "share"] as const) {
  test(`a failed unit counts as an outage if its ROLLBACK finds the connection lost (${way})`, function* () {
    const failed = yield* failureOf(way, "ROLLBACK", throwing)
    assert(Result.isFailure(failed))
    assert.isTrue(isOutage(failed.failure))
  })

  test(`a unit counts as an outage if the connection is lost at COMMIT (${way})`, function* () {
    const failed = yield* failureOf(way, "COMMIT", reading)
    assert(Result.isFailure(failed))
    assert.isTrue(isOutage(failed.failure))
  })

  test(`a unit that fails on an intact connection does not count as an outage (${way})`, function* () {
    const failed = yield* failureOf(way, "none", throwing)
    assert(Result.isFailure(failed))
    assert.isFalse(isOutage(failed.failure))
  })
}

test("a unit that shares a transaction sends everything after a decisive write without waiting for it", function* () {
  const exchanged: Array<string> = []
  const session: Pick<PgConnection.PgConnection, "query"> = {
    query: (text) =>
      Effect.gen(function* () {
        const command = text.includes("UPDATE") ? "UPDATE" : (text.split(" ")[0] ?? "")
        exchanged.push(`${command} sent`)
        yield* Effect.yieldNow
        exchanged.push(`${command} received`)
        return { command, rowCount: 1, oid: null, rows: [{}], fields: [] }
      })
  }
  const pool = { get: Effect.succeed(session as PgConnection.PgConnection) }
  const units = PostgresUnitsOfWork.make({ alone: pool, shared: pool }, Effect.succeed(false))
  const isChanged = yield* units.share(function* () {
    if (!(yield* changesRow(statement`UPDATE entry SET value = 1 RETURNING id`))) return false
    yield* statement`INSERT INTO entry (id) VALUES ('after')`.unread
    return true
  })
  assert.isTrue(isChanged)
  assert.deepStrictEqual(
    exchanged,
    ["sent", "received"].flatMap((way) => ["BEGIN", "UPDATE", "INSERT", "COMMIT"].map((each) => `${each} ${way}`))
  )
})
