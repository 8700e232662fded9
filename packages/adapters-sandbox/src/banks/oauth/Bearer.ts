/** The check of access tokens, for consents that the person authorizes with OAuth. */
import { Clock, Effect } from "effect"
import { refuse } from "../server/TppRefusal.ts"
import { OAuthState } from "./OAuthState.ts"

const form = /^bearer +(\S+)$/i

/** Fails unless the Authorization header contains a valid token for the consent. */
export const check = Effect.fnUntraced(function* (consentId: string, authorization: string | undefined) {
  const [, token] = form.exec(authorization ?? "") ?? []
  const { tokens } = yield* OAuthState
  const found = token === undefined ? undefined : yield* tokens.find(token)
  if (found === undefined) return yield* refuse("TOKEN_UNKNOWN", "The request has no token that the bank knows.")
  if (found.value !== consentId) return yield* refuse("TOKEN_INVALID", "The token is for another consent.")
  if ((yield* Clock.currentTimeMillis) >= found.until) return yield* refuse("TOKEN_EXPIRED", "The token has expired.")
})
