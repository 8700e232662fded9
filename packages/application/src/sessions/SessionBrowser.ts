/**
 * Checks the browser of a Connect session. A person may return from an external page only in the session's own browser
 * (spec 13).
 */
import { ConnectSessionStore } from "@sheaf/ports"
import type { ReturningBrowser } from "@sheaf/ports"
import { Effect, Option } from "effect"
import * as SessionSecrets from "./SessionSecrets.ts"

/** Returns false if a Connect session in another browser started the collection or consent. */
export const isSessionBrowser = Effect.fnUntraced(function* (
  { connectSessionId }: { readonly connectSessionId?: string },
  { connectSecret }: ReturningBrowser
) {
  if (connectSessionId === undefined) return true
  const secret = connectSecret(connectSessionId)
  if (secret === undefined || !SessionSecrets.isSecret(secret)) return false
  return Option.isSome(yield* Effect.orDie((yield* ConnectSessionStore).byBrowser(connectSessionId, secret)))
})
