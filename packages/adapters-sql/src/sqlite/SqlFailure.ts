/** Failures of the database, as the ports tell them. */
import { StoreError } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlError } from "effect/sql"

/** Turns the database's own errors into {@link StoreError}, and leaves every other as it is. */
export const asStoreError =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> =>
    Effect.catchIf(effect, SqlError.isSqlError, (cause) =>
      Effect.fail(new StoreError({ operation, cause }))
    ) as Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> // catchIf does not narrow a generic E
