/** A failure of the store itself. The request is never the cause. */
import { Effect, Schema } from "effect"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  /**
   * UNAVAILABLE: the database is missing, full, or locked for too long; a retry can succeed. UNREADABLE: the current
   * keys and code cannot read a stored value; a retry fails again.
   */
  reason: Schema.Literals(["UNAVAILABLE", "UNREADABLE"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("UNAVAILABLE" as const))
  ),
  cause: Schema.Defect()
}) {}
