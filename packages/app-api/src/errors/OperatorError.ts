/** Errors that operators can fix, and how to explain any other error to them. */
import { Effect, Schema } from "effect"

/** An error that the operator can fix. The message is one line, names the setting or flag, and contains no secret. */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  message: Schema.String,
  reasons: Schema.optionalKey(Schema.Array(Schema.String))
}) {}

export const failWith = (message: string): Effect.Effect<never, OperatorError> =>
  Effect.fail(new OperatorError({ message }))
