/**
 * Tokens from an issuer that a client trusts (spec 5). They identify the client's users. A token for an unknown user
 * creates that user.
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
  /** The exact value of `iss`. */
  readonly issuer: string
  /** The value that `aud` must equal or contain. */
  readonly audience: string
  /** The client that the users in these tokens belong to. */
  readonly clientId: string
  readonly algorithms: ReadonlyArray<JwsAlgorithm>
}

/**
 * The maximum lifetime of a token, in seconds. A day after an erasure or a logout, all older tokens have therefore
 * expired.
 */
const maxLifetime = 24 * 60 * 60

/**
 * The accepted values of `typ`. Any other kind of token is rejected, even if its signature is valid (RFC 8725 §3.11).
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
    // The issuer's clock may be ahead, so a token may be older than it claims.
    const isBefore = (moment: number) => (iat - TokenSignature.clockTolerance) * 1000 <= moment
    if (Option.exists(yield* users.erasedAt(clientId, sub), isBefore)) return yield* invalidTokenError("UNKNOWN_USER")
    const user = yield* makeKnown(sub)
    if (user.sessionsEndedAt !== undefined && isBefore(user.sessionsEndedAt))
      return yield* invalidTokenError("SESSION_ENDED")
    return { ...callerOf(client.value), userId: user.userId } satisfies UserCaller
  })

  return { verify }
})
