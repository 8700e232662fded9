/**
 * A node's own session with PostgreSQL. It holds a lock that shows that the node lives, because PostgreSQL releases the
 * lock as soon as the process dies. The nodes notify each other through these sessions.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Queue, Schedule } from "effect"
import type { Redacted, Scope } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { unknownSqlError } from "../postgres/Transactions.ts"

const channel = "sheaf_node"

/** The pause between two attempts to connect. It is shorter than the pause between two looks of another node. */
const reconnect = "100 millis"

/** The lock of the node whose id this expression returns. */
export const nodeLockSql = (id: string): string => `hashtextextended('sheaf node ' || ${id}, 0)`

/** Calls all nodes to look at the nodes. */
export const notifyNodes = (sql: SqlClient.SqlClient) => sql`SELECT pg_notify(${channel}, '')`

/** The longest wait for a result. Packets to an unreachable server are lost in silence. */
const patience = "3 seconds"

/** A node's session while it is connected. */
export interface NodeConnection {
  readonly run: (statement: Statement.Statement<unknown>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  /** Waits until another node calls. */
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
  // Shared, because a lost connection's session can outlive the connection.
  yield* query(`SELECT pg_advisory_lock_shared(${nodeLockSql("$1")})`, [id])
  const calls = yield* session.listen(channel)
  return {
    run: (statement) => query(...statement.compile()),
    notified: Effect.asVoid(Queue.takeAll(calls))
  } satisfies NodeConnection
})

/** Uses a session of the node `id` until the scope closes. Connects again if the session or `use` fails. */
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
