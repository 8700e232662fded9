/** Rejects requests with a message to the provider. */
import { Effect } from "effect"
import * as TppMessage from "./TppMessage.ts"

/** Fails with a message code. `path` points to the part of the request that is wrong. */
export const failWith = (
  code: TppMessage.MessageCode,
  text?: string,
  path?: string
): Effect.Effect<never, TppMessage.TppError> => Effect.fail(TppMessage.make(code, text, path))
