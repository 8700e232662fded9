/** The errors of a move that an operator can fix. */
import { Effect, Schema } from "effect"

/** Nothing was moved. The message is one line. */
export class MoveRefused extends Schema.TaggedError<MoveRefused>()("MoveRefused", { message: Schema.String }) {}

export const refuse = (message: string): Effect.Effect<never, MoveRefused> => Effect.fail(new MoveRefused({ message }))
