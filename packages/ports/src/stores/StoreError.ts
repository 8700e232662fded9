/** A failure of the store itself, never a fault in the request. */
import { Effect, Schema } from "effect"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  /**
   * UNAVAILABLE: the database is missing, full, or locked for too long. UNREADABLE: the current keys and code cannot
   * read a stored value. A retry can succeed only after UNAVAILABLE.
   */
  reason: Schema.Literals(["UNAVAILABLE", "UNREADABLE"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("UNAVAILABLE" as const))
  ),
  /** True if the database cannot be used at the moment, so that most requests fail until it can. */
  isOutage: Schema.optionalKey(Schema.Boolean),
  cause: Schema.Defect()
}) {}
