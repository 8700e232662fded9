/**
 * Transaction isolation on PostgreSQL. SQLite has one writer at a time, so all its transactions are serializable.
 *
 * READ COMMITTED is the default. It is enough if a write is decided by one conditional statement, a unique index or an
 * explicit lock. REPEATABLE READ is for transactions whose statements must all see the same committed rows.
 * SERIALIZABLE is for transactions that depend on the absence of a row. At the stricter levels, PostgreSQL aborts
 * transactions that conflict, and Sheaf retries them.
 */
import { Context, Effect } from "effect"

export type Isolation = "READ COMMITTED" | "REPEATABLE READ" | "SERIALIZABLE"

/** How isolated the fiber's next top-level transaction is. */
export const Isolation = Context.Reference<Isolation>("@sheaf/adapters-sql/Isolation", {
  defaultValue: () => "READ COMMITTED"
})

/** Runs a transaction whose statements all see the same committed rows. */
export const withRepeatableRead = Effect.provideService(Isolation, "REPEATABLE READ")

/** Runs a transaction as if no other ran concurrently. */
export const withSerializableIsolation = Effect.provideService(Isolation, "SERIALIZABLE")
