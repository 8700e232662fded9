/** Checks access tokens for consents that people authorize with OAuth. */
import { Effect } from "effect"
import { hash } from "node:crypto"
import { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
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

const tokenOf = Effect.map(BankRequestContext, ({ authorization }) => form.exec(authorization ?? "")?.[1])

const hashOf = (loginId: string): string => hash("sha256", `login ${loginId}`, "base64url")

/** Fails unless the request has a valid token from a login. Returns the login's hash. */
export const checkLogin = Effect.fnUntraced(function* () {
  const { bank } = yield* BankRequestContext
  const token = yield* tokenOf
  const loginId = ConsentTokens.consentIdOf(token ?? "")
  const record = yield* Effect.orDie((yield* ConsentFileStore).find(ConsentKeys.recordNameOf(bank, loginId)))
  if (record?.requested.isLogin !== true) return yield* failWith("TOKEN_UNKNOWN", texts.TOKEN_UNKNOWN)
  const fault = yield* ConsentTokens.accessTokenErrorOf(token, loginId, record.requested)
  return fault === undefined ? hashOf(loginId) : yield* failWith(fault, texts[fault])
})

/**
 * Fails unless the request has a valid token for the consent. A consent that was authorized without OAuth and without a
 * login needs no token.
 */
export const checkAccessToken = Effect.fnUntraced(function* ({ id, requested }: FoundConsent) {
  const { loginHash } = requested
  if (loginHash !== undefined && (yield* checkLogin()) !== loginHash)
    return yield* failWith("TOKEN_INVALID", texts.TOKEN_INVALID)
  if (requested.usesOAuth !== true) return
  const token = yield* tokenOf
  const fault = yield* ConsentTokens.accessTokenErrorOf(token, id, requested)
  if (fault !== undefined) return yield* failWith(fault, texts[fault])
})

/**
 * Fails if the consent has a token and the request does not send it. A bank that requires tokens from the start rejects
 * every request without one.
 */
export const findConsent = Effect.fnUntraced(function* (id: string) {
  const { tokensFromStart } = yield* BankRequestContext
  const found = yield* ConsentLookup.findConsent(id)
  const { loginHash, tokens } = found.requested
  if (tokensFromStart || tokens !== undefined || loginHash !== undefined) yield* checkAccessToken(found)
  return found
})
