/** Converts database errors to the ports' error type. */
import { StoreError } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlError } from "effect/sql"

/** Converts database errors to {@link StoreError}. Leaves other errors unchanged. */
export const asStoreError =
  (operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> =>
    Effect.catchIf(effect, SqlError.isSqlError, (cause) =>
      Effect.fail(new StoreError({ operation, cause }))
    ) as Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreError, R> // catchIf does not narrow a generic E
