/** The check of access tokens, for consents that the person authorizes with OAuth. */
import { Effect } from "effect"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import type { FoundConsent } from "../consents/ConsentLookup.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"
import { failWith } from "../protocol/TppErrors.ts"
import * as ConsentTokens from "./ConsentTokens.ts"

const form = /^bearer +(\S+)$/i

const texts = {
  TOKEN_UNKNOWN: "The request has no token that the bank knows.",
  TOKEN_INVALID: "The token is for another consent.",
  TOKEN_EXPIRED: "The token has expired."
} as const

/** Fails unless the request has a valid token for the consent, or the person does not authorize the consent with OAuth. */
export const checkAccessToken = Effect.fnUntraced(function* ({ id, requested }: FoundConsent) {
  if (requested.usesOAuth !== true) return
  const { authorization } = yield* BankRequestContext
  const [, token] = form.exec(authorization ?? "") ?? []
  const fault = yield* ConsentTokens.accessTokenErrorOf(token, id, requested)
  if (fault !== undefined) return yield* failWith(fault, texts[fault])
})

/** Returns a consent. Fails without its token as soon as the token exists, or always if the bank requires that. */
export const findConsent = Effect.fnUntraced(function* (id: string) {
  const { tokensFromStart } = yield* BankRequestContext
  const found = yield* ConsentLookup.findConsent(id)
  if (tokensFromStart || found.requested.tokens !== undefined) yield* checkAccessToken(found)
  return found
})
