/**
 * The durability of commits (architecture 4). FULL survives a power cut and protects promises to clients, such as
 * accepted start requests, inputs and keys. NORMAL survives a process crash and suits work that Sheaf can repeat.
 */
import { Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { asStoreError } from "./SqlFailure.ts"

export type Durability = "FULL" | "NORMAL"

/** The durability of this fiber's next top-level transaction. */
export const Durability = Context.Reference<Durability>("@sheaf/adapters-sql/Durability", {
  defaultValue: () => "NORMAL"
})

/** Makes the commit of a transaction survive a power cut. */
export const promised = Effect.provideService(Durability, "FULL")

/** Runs one statement with FULL durability. Returns true if it changed any rows. */
export const applied =
  (sql: SqlClient.SqlClient, operation: string) =>
  <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E | SqlError.SqlError, R>) =>
    statement.pipe(
      sql.withTransaction,
      promised,
      Effect.map((changed) => changed.length > 0),
      asStoreError(operation)
    )
