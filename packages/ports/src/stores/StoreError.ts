/** The store itself failed. The request is not at fault. */
import { Effect, Schema } from "effect"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  /**
   * UNAVAILABLE: the database cannot be reached, or is full or locked for too long. UNREADABLE: a stored value cannot
   * be read with the current keys and code. Only UNAVAILABLE is worth a retry.
   */
  reason: Schema.Literals(["UNAVAILABLE", "UNREADABLE"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("UNAVAILABLE" as const))
  ),
  /** True if the whole database is unavailable, so that most requests fail, too. */
  isOutage: Schema.optionalKey(Schema.Boolean),
  cause: Schema.Defect()
}) {}
