/** Reads the durability that SQLite uses for a write. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Returns SQLite's `synchronous` setting: 1 means NORMAL, and 2 means FULL. SQLite keeps a transaction's setting until
 * the next transaction, so a test can read the setting after a write.
 */
export const synchronous = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ synchronous: number }>`PRAGMA synchronous`
  return row?.synchronous
})

export const durabilityOf = Effect.fnUntraced(function* <A, E, R>(write: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(sql`SELECT 1`)
  yield* write
  return yield* synchronous
})
