/**
 * Transaction isolation on PostgreSQL. The default is READ COMMITTED, which is enough if each write is guarded by a
 * conditional statement, a unique index or an explicit lock. REPEATABLE READ is for transactions whose statements must
 * all see the same committed rows. SERIALIZABLE is for transactions that depend on a row not existing. At the two
 * stricter levels, PostgreSQL aborts conflicting transactions, and Sheaf retries them. SQLite has one writer at a time,
 * so all its transactions are serializable.
 */
import { Context, Effect } from "effect"

export type Isolation = "READ COMMITTED" | "REPEATABLE READ" | "SERIALIZABLE"

/** Applies to the fiber's next top-level transaction. */
export const Isolation = Context.Reference<Isolation>("@sheaf/adapters-sql/Isolation", {
  defaultValue: () => "READ COMMITTED"
})

/** All statements in the transaction see the same committed rows. */
export const withRepeatableRead = Effect.provideService(Isolation, "REPEATABLE READ")

/** Runs the transaction as if no other transaction ran at the same time. */
export const withSerializableIsolation = Effect.provideService(Isolation, "SERIALIZABLE")
