/** A store failed, although the request was valid. */
import { Effect, Schema } from "effect"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  /**
   * UNAVAILABLE: the database cannot be reached, is full, or was locked for too long. UNREADABLE: a stored value cannot
   * be read with the current keys and code. Retry only UNAVAILABLE.
   */
  reason: Schema.Literals(["UNAVAILABLE", "UNREADABLE"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("UNAVAILABLE" as const))
  ),
  /** True if the whole database is unavailable, so most requests fail. */
  isOutage: Schema.optionalKey(Schema.Boolean),
  cause: Schema.Defect()
}) {}
