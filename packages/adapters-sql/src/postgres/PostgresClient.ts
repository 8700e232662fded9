/** Runs Effect's `SqlClient` on the sessions of a connection pool. */
import { PgClient } from "@effect/sql-pg"
import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlConnection, SqlError } from "effect/sql"
import * as DatabaseHealth from "../database/DatabaseHealth.ts"
import * as Transactions from "./Transactions.ts"

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

/** Replaces NUL, which PostgreSQL cannot store in text, with a character that occurs in no id. */
export const toPostgresValue = <A>(value: A): A | string =>
  typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value

const connectionOf = (session: PgConnection.PgConnection): SqlConnection.Connection => {
  const rows = (sql: string, params: ReadonlyArray<unknown>, transform: Transform, isPrepared = true) =>
    Effect.map(session.query(sql, params.map(toPostgresValue), isPrepared), (result) =>
      transform === undefined ? result.rows : transform(result.rows)
    )
  return DatabaseHealth.measureConnection("postgresql", {
    execute: (sql, params, transform) => rows(sql, params, transform),
    executeRaw: (sql, params) => session.query(sql, params.map(toPostgresValue)),
    executeValues: (sql, params) => session.queryValues(sql, params.map(toPostgresValue)),
    executeUnprepared: (sql, params, transform) => rows(sql, params, transform, false),
    executeValuesUnprepared: (sql, params) => session.queryValues(sql, params.map(toPostgresValue), false),
    executeStream: (sql, params, transform) => {
      const found = session.stream(sql, params.map(toPostgresValue))
      return transform === undefined ? found : Stream.map(found, (row) => transform([row])[0])
    }
  })
}

/**
 * Fails if a COMMIT did not commit: in an aborted transaction, PostgreSQL rolls back and reports a successful ROLLBACK
 * instead of an error.
 */
export const requireCommit = ({
  command
}: Pick<PgConnection.Result, "command">): Effect.Effect<void, SqlError.SqlError> =>
  command === "COMMIT"
    ? Effect.void
    : Effect.fail(Transactions.unknownSqlError(new Error(`COMMIT ended as ${command}`), "commit"))

/** Top-level transactions use the fiber's isolation level and are retried after conflicts. */
export const make = Effect.fnUntraced(function* (pool: PgPool.PgPool) {
  const client = yield* SqlClient.make({
    acquirer: Effect.map(pool.get, connectionOf),
    transactionAcquirer: Effect.map(pool.reserve, connectionOf),
    compiler: PgClient.makeCompiler(),
    driver: "postgresql",
    spanAttributes: [["db.system.name", "postgresql"]],
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    commit: (connection) =>
      Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => requireCommit(result as PgConnection.Result))
  })
  return Transactions.withRetries(client)
})
