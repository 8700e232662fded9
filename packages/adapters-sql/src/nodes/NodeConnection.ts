/**
 * A node's own PostgreSQL session. The session holds a lock that PostgreSQL releases as soon as the process dies, so
 * the lock proves that the node is alive. Nodes also notify each other through these sessions.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Queue, Schedule } from "effect"
import type { Redacted, Scope } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { unknownSqlError } from "../postgres/Transactions.ts"

const channel = "sheaf_node"

/**
 * The delay between connection attempts. It is shorter than the other nodes' check interval, so that they do not
 * consider this node dead.
 */
const reconnect = "100 millis"

/** Returns SQL for the key of a node's lock. `id` is an SQL expression for the node's id. */
export const nodeLockSql = (id: string): string => `hashtextextended('sheaf node ' || ${id}, 0)`

/** Makes every node check immediately whether the other nodes are alive. */
export const notifyNodes = (sql: SqlClient.SqlClient) => sql`SELECT pg_notify(${channel}, '')`

/** The timeout for a query. It is necessary because packets to an unreachable server are lost without an error. */
const patience = "3 seconds"

export interface NodeConnection {
  readonly run: (statement: Statement.Statement<unknown>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  /** Waits until another node sends a notification. */
  readonly notified: Effect.Effect<void, SqlError.SqlError>
}

const open = Effect.fnUntraced(function* (url: Redacted.Redacted, id: string) {
  const connection = yield* PgConnection.make({
    url,
    applicationName: "sheaf node",
    connectTimeout: "3 seconds",
    keepAlive: "10 seconds",
    startupParameters: { statement_timeout: "5000" }
  })
  const session = yield* connection.pin
  const query = (text: string, values: ReadonlyArray<unknown>) =>
    session.query(text, values).pipe(
      Effect.map(({ rows }) => rows),
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(unknownSqlError(new Error("timeout"), "execute"))
      })
    )
  // The lock is shared, because the old session may still hold it for a while after its connection is lost.
  yield* query(`SELECT pg_advisory_lock_shared(${nodeLockSql("$1")})`, [id])
  const calls = yield* session.listen(channel)
  return {
    run: (statement) => query(...statement.compile()),
    notified: Effect.asVoid(Queue.takeAll(calls))
  } satisfies NodeConnection
})

/** Connects to PostgreSQL and runs `use` until the scope closes. If the session or `use` fails, connects again. */
export const maintain = <R>(
  url: Redacted.Redacted,
  id: string,
  use: (session: NodeConnection) => Effect.Effect<never, SqlError.SqlError, R>
): Effect.Effect<void, never, Exclude<R, Scope.Scope> | Scope.Scope> =>
  open(url, id).pipe(
    Effect.flatMap(use),
    Effect.scoped,
    Effect.retry(Schedule.spaced(reconnect)),
    Effect.ignore,
    Effect.forkScoped,
    Effect.asVoid
  )
