/** Rejections of requests, as messages to the provider. */
import { Effect } from "effect"
import * as TppMessage from "./TppMessage.ts"

/** Rejects a request. `path` says where the request is wrong. */
export const failWith = (
  code: TppMessage.MessageCode,
  text?: string,
  path?: string
): Effect.Effect<never, TppMessage.TppError> => Effect.fail(TppMessage.make(code, text, path))
