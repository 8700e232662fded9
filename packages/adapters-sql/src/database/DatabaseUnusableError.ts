/** A database that prevents the start. */
import { Schema } from "effect"

/** The database cannot be used. The message is one line and contains no password. */
export class DatabaseUnusableError extends Schema.TaggedError<DatabaseUnusableError>()("DatabaseUnusableError", {
  message: Schema.String
}) {}
