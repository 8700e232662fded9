/**
 * A consent's access and refresh tokens. Each use of a refresh token replaces it (RFC 6749 §6). Every token contains
 * the consent's id, and the consent's file stores only the token's hash.
 */
import { Clock, Effect } from "effect"
import { hash, randomBytes } from "node:crypto"
import type { Bank } from "../Bank.ts"
import { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import type { ConsentRecord } from "../ConsentRecord.ts"
import type { TokenHashes } from "../TokenHashes.ts"

type Requested = NonNullable<ConsentRecord["requested"]>

/** How long access tokens are valid, in seconds. */
export const accessTokenSeconds = 3600

const hashOf = (token: string): string => hash("sha256", token, "base64url")

const make = (consentId: string): string =>
  `${Buffer.from(consentId).toString("base64url")}.${randomBytes(32).toString("base64url")}`

export const consentIdOf = (token: string): string => Buffer.from(token.split(".", 1)[0] ?? "", "base64url").toString()

/** Issues new tokens. `used` is the hash of the refresh token that they replace. */
export const issue = Effect.fnUntraced(function* (bank: Bank, consentId: string, clientId: string, used?: string) {
  const access = make(consentId)
  const refresh = make(consentId)
  const until = (yield* Clock.currentTimeMillis) + accessTokenSeconds * 1000
  const tokens: TokenHashes = {
    clientId,
    access: hashOf(access),
    until,
    refresh: hashOf(refresh),
    ...(used !== undefined && { used })
  }
  const files = yield* ConsentFileStore
  const change = files.change(ConsentKeys.recordNameOf(bank, consentId), (record) =>
    record.requested === undefined ? record : { ...record, requested: { ...record.requested, tokens } }
  )
  yield* Effect.orDie(change)
  return { access, refresh }
})

/**
 * Replaces a refresh token. The old token keeps working until the new one is used, because the provider may not receive
 * the response. Returns nothing if the token is unknown or belongs to another client.
 */
export const refresh = Effect.fnUntraced(function* (bank: Bank, clientId: string, token: string) {
  const consentId = consentIdOf(token)
  const record = yield* Effect.orDie((yield* ConsentFileStore).find(ConsentKeys.recordNameOf(bank, consentId)))
  const issued = record?.requested?.tokens
  const given = hashOf(token)
  if (issued?.clientId !== clientId || (given !== issued.refresh && given !== issued.used)) return undefined
  return { consentId, ...(yield* issue(bank, consentId, clientId, given)) }
})

/** Returns the message code for an invalid access token, or nothing if the token is valid for the consent. */
export const accessTokenErrorOf = Effect.fnUntraced(function* (
  token: string | undefined,
  consentId: string,
  { tokens }: Requested
) {
  if (token === undefined) return "TOKEN_UNKNOWN" as const
  if (consentIdOf(token) !== consentId) return "TOKEN_INVALID" as const
  if (hashOf(token) !== tokens?.access) return "TOKEN_UNKNOWN" as const
  return (yield* Clock.currentTimeMillis) >= tokens.until ? ("TOKEN_EXPIRED" as const) : undefined
})
