/** Migration errors that an operator can fix. */
import { Effect, Schema } from "effect"

/** Nothing was migrated. The message is a single line. */
export class DataMigrationError extends Schema.TaggedError<DataMigrationError>()("DataMigrationError", {
  message: Schema.String
}) {}

export const failWith = (message: string): Effect.Effect<never, DataMigrationError> =>
  Effect.fail(new DataMigrationError({ message }))
