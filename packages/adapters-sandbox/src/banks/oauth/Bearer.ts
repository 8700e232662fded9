/** The check of access tokens, for consents that the person authorizes with OAuth. */
import { Effect } from "effect"
import type { FoundConsent } from "../server/ConsentLookup.ts"
import { refuse } from "../server/TppRefusal.ts"
import * as ConsentTokens from "./ConsentTokens.ts"

const form = /^bearer +(\S+)$/i

const texts = {
  TOKEN_UNKNOWN: "The request has no token that the bank knows.",
  TOKEN_INVALID: "The token is for another consent.",
  TOKEN_EXPIRED: "The token has expired."
} as const

/** Fails unless the Authorization header contains a valid token for the consent. */
export const check = Effect.fnUntraced(function* ({ id, requested }: FoundConsent, authorization: string | undefined) {
  const [, token] = form.exec(authorization ?? "") ?? []
  const fault = yield* ConsentTokens.faultOf(token, id, requested)
  if (fault !== undefined) return yield* refuse(fault, texts[fault])
})
