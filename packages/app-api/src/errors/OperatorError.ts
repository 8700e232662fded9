/** Errors that operators can fix, and messages to operators for other errors. */
import { Effect, Schema } from "effect"

/** An error that the operator can fix. The message is one line, names the setting or flag, and contains no secret. */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  message: Schema.String,
  /** The individual errors, if `message` says only how many there are. */
  reasons: Schema.optionalKey(Schema.Array(Schema.String))
}) {}

export const failWith = (message: string): Effect.Effect<never, OperatorError> =>
  Effect.fail(new OperatorError({ message }))
