/** Errors that operators can fix, and other errors with an operator's message. */
import { Effect, Schema } from "effect"

/** An error that the operator can fix. The message is one line, names the setting or flag, and holds no secret. */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  message: Schema.String
}) {}

export const refuse = (message: string): Effect.Effect<never, OperatorError> =>
  Effect.fail(new OperatorError({ message }))
