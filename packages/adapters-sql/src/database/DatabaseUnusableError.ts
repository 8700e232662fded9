/** A database that prevents the start. */
import { Schema } from "effect"

/** The database cannot be used. The message is a single line without passwords. */
export class DatabaseUnusableError extends Schema.TaggedError<DatabaseUnusableError>()("DatabaseUnusableError", {
  message: Schema.String
}) {}
