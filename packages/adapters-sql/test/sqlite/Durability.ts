/** Reads how durable SQLite makes a write. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The durability of the connection: 1 for NORMAL, 2 for FULL. SQLite keeps it until the next transaction. */
export const synchronous = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ synchronous: number }>`PRAGMA synchronous`
  return row?.synchronous
})

/** Returns the durability of a write. */
export const durabilityOf = Effect.fnUntraced(function* <A, E, R>(write: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(sql`SELECT 1`)
  yield* write
  return yield* synchronous
})
