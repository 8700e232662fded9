/**
 * How durable a commit has to be (architecture 4). FULL survives a power cut, and is for what somebody was promised:
 * accepted starts and inputs, keys. NORMAL survives the death of the process, and is for what can be done again.
 */
import { Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { asStoreError } from "./SqlFailure.ts"

export type Durability = "FULL" | "NORMAL"

/** What the next top-level transaction of this fiber asks for. */
export const Durability = Context.Reference<Durability>("@sheaf/adapters-sql/Durability", {
  defaultValue: () => "NORMAL"
})

/** Runs a transaction whose commit survives a power cut. */
export const promised = Effect.provideService(Durability, "FULL")

/** Runs one statement that returns the rows it changed, and promises the change. Returns whether there was any. */
export const applied =
  (sql: SqlClient.SqlClient, operation: string) =>
  <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E | SqlError.SqlError, R>) =>
    statement.pipe(
      sql.withTransaction,
      promised,
      Effect.map((changed) => changed.length > 0),
      asStoreError(operation)
    )
