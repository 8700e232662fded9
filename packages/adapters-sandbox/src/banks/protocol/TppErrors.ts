/** Failures of requests, as messages to the provider. */
import { Effect } from "effect"
import * as TppMessage from "./TppMessage.ts"

/** Rejects a request. `path` names the faulty part of the request. */
export const failWith = (
  code: TppMessage.MessageCode,
  text?: string,
  path?: string
): Effect.Effect<never, TppMessage.TppError> => Effect.fail(TppMessage.make(code, text, path))
