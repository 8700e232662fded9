/** The error for a database that prevents the service from starting. */
import { Schema } from "effect"

/** The message is a single line without passwords. */
export class DatabaseUnusableError extends Schema.TaggedError<DatabaseUnusableError>()("DatabaseUnusableError", {
  message: Schema.String
}) {}
