/**
 * Verifies tokens from issuers that a client trusts (spec 5). Each token identifies one of the client's users. A token
 * for an unknown user creates the user.
 */
import { ExternalId } from "@sheaf/domain/User"
import { callerOf, ClientStore, UserStore } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as IssuerKeyCache from "./IssuerKeyCache.ts"
import type { JwsAlgorithm } from "./IssuerJwkSet.ts"
import * as TokenSignature from "./TokenSignature.ts"
import { invalidTokenError } from "./UnverifiedToken.ts"
import type { UnverifiedToken } from "./UnverifiedToken.ts"

export interface TrustedIssuer {
  /** Must equal the token's `iss` exactly. */
  readonly issuer: string
  /** The token's `aud` must equal or contain this value. */
  readonly audience: string
  /** The client whose users these tokens identify. */
  readonly clientId: string
  readonly algorithms: ReadonlyArray<JwsAlgorithm>
}

/**
 * The maximum lifetime of a token, in seconds. It ensures that all tokens issued before an erasure or logout expire
 * within a day.
 */
const maxLifetime = 24 * 60 * 60

/**
 * The accepted values of `typ`. Other kinds of tokens are rejected even if their signature is valid (RFC 8725 §3.11).
 */
const types = ["at+jwt", "application/at+jwt", "jwt"]

/** Rejects lone surrogates, which JSON escapes can contain. */
const wholeText = Schema.makeFilter((text: string) => text.isWellFormed())

const Claims = Schema.Struct({ sub: ExternalId.check(wholeText), iat: Schema.Finite })
const decodeClaims = Schema.decodeUnknownEffect(Claims)

export const make = Effect.fnUntraced(function* ({ algorithms, audience, clientId, issuer }: TrustedIssuer) {
  const clients = yield* ClientStore
  const users = yield* UserStore
  const random = yield* SecureRandom.SecureRandom
  const keys = yield* IssuerKeyCache.make(issuer, algorithms)

  const signedClaims = Effect.fnUntraced(function* (text: UnverifiedToken) {
    if (text.type !== undefined && !types.includes(text.type.toLowerCase()))
      return yield* invalidTokenError("MALFORMED")
    if (!algorithms.some((allowed) => allowed === text.algorithm)) return yield* invalidTokenError("WRONG_SIGNATURE")
    const key = text.keyId === undefined ? Option.none() : yield* keys.find(text.algorithm, text.keyId)
    if (Option.isNone(key)) return yield* invalidTokenError("UNKNOWN_KEY")
    const payload = yield* TokenSignature.verify(text, key.value, { issuer, audience, maxLifetime })
    return yield* decodeClaims(payload).pipe(Effect.mapError(() => invalidTokenError("WRONG_CLAIMS")))
  })

  const makeKnown = Effect.fnUntraced(function* (externalId: string) {
    const known = yield* users.findByExternalId(clientId, externalId)
    if (Option.isSome(known)) return known.value
    const created = { userId: yield* random.uuidV7(), clientId, externalId, createdAt: yield* Clock.currentTimeMillis }
    return (yield* users.create(created)).user
  })

  const verify = Effect.fnUntraced(function* (text: UnverifiedToken) {
    const client = yield* clients.findClient(clientId)
    if (Option.isNone(client)) return yield* invalidTokenError("UNKNOWN_ISSUER")
    const { iat, sub } = yield* signedClaims(text)
    // The issuer's clock may be ahead, so the token may be older than its `iat` says.
    const isBefore = (moment: number) => (iat - TokenSignature.clockTolerance) * 1000 <= moment
    if (Option.exists(yield* users.erasedAt(clientId, sub), isBefore)) return yield* invalidTokenError("UNKNOWN_USER")
    const user = yield* makeKnown(sub)
    if (user.sessionsEndedAt !== undefined && isBefore(user.sessionsEndedAt))
      return yield* invalidTokenError("SESSION_ENDED")
    return { ...callerOf(client.value), userId: user.userId } satisfies UserCaller
  })

  return { verify }
})
