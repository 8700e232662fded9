/**
 * The isolation of transactions on PostgreSQL. SQLite has one writer at a time, so all of its transactions are
 * serializable.
 *
 * READ COMMITTED is the default. It is enough for writes that decide by one conditional statement, by a unique index,
 * or under an explicit lock. REPEATABLE READ is for transactions whose statements must agree about other writers' rows.
 * SERIALIZABLE is for transactions that decide by the absence of a row. PostgreSQL aborts conflicting transactions at
 * the stricter levels, and Sheaf repeats them.
 */
import { Context, Effect } from "effect"

export type Isolation = "READ COMMITTED" | "REPEATABLE READ" | "SERIALIZABLE"

/** The isolation of this fiber's next top-level transaction. */
export const Isolation = Context.Reference<Isolation>("@sheaf/adapters-sql/Isolation", {
  defaultValue: () => "READ COMMITTED"
})

/** Runs a transaction whose statements all see the same rows of other transactions. */
export const withRepeatableRead = Effect.provideService(Isolation, "REPEATABLE READ")

/** Runs a transaction as if no other transaction ran at the same time. */
export const withSerializableIsolation = Effect.provideService(Isolation, "SERIALIZABLE")
