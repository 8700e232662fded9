/** A store could not do its work. Never a matter of the request. */
import { Effect, Schema } from "effect"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  /**
   * UNAVAILABLE: the database is gone, full, locked for too long; what failed may work later. UNREADABLE: what is stored
   * cannot be read with the keys and the code at hand; asking again does not help.
   */
  reason: Schema.Literals(["UNAVAILABLE", "UNREADABLE"]).pipe(
    Schema.withConstructorDefault(Effect.succeed("UNAVAILABLE" as const))
  ),
  cause: Schema.Defect()
}) {}
