/** A store could not do its work: the database is gone, full, locked for too long. Never a matter of the request. */
import { Schema } from "effect"

export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  cause: Schema.Defect()
}) {}
