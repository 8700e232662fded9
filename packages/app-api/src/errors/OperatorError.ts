/** Errors that operators can do something about, and what to tell operators about all other errors. */
import { Effect, Schema } from "effect"

/**
 * The operator can do something about this error. Its message is one line, names the setting or flag, and contains no
 * secret.
 */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  message: Schema.String,
  /** The individual errors, if `message` only says how many there are. */
  reasons: Schema.optionalKey(Schema.Array(Schema.String))
}) {}

export const failWith = (message: string): Effect.Effect<never, OperatorError> =>
  Effect.fail(new OperatorError({ message }))
