/** Issues and verifies Sheaf's own tokens (spec 5). */
import { callerOf, ClientStore, PublicUrl, UserStore } from "@sheaf/ports"
import type { Environment, TokenSubject, UserCaller } from "@sheaf/ports"
import { UserId } from "@sheaf/domain/User"
import { Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SignJWT } from "jose"
import { algorithm, tokenLifetimeSeconds } from "./SigningKeys.ts"
import type { SigningKeys } from "./SigningKeys.ts"
import * as TokenSignature from "./TokenSignature.ts"
import { invalidTokenError } from "./UnverifiedToken.ts"
import type { UnverifiedToken } from "./UnverifiedToken.ts"

/** The media type of an access token (RFC 9068 §2.1). */
const type = "at+jwt"
const audience = "sheaf"

/** These claims are checked in addition to those in {@link TokenSignature}. */
const Claims = Schema.Struct({
  sub: UserId,
  jti: Schema.NonEmptyString,
  client_id: Schema.NonEmptyString,
  env: Schema.Literals(["test", "production"]),
  /**
   * How many times the user's sessions had been ended when the token was issued. Ending them once more invalidates the
   * token.
   */
  session_generation: Schema.Int
})
const decodeClaims = Schema.decodeUnknownEffect(Claims)

export const make = Effect.fnUntraced(function* (keys: SigningKeys) {
  const address = yield* PublicUrl
  const clients = yield* ClientStore
  const users = yield* UserStore
  const random = yield* SecureRandom.SecureRandom

  const issue = Effect.fnUntraced(function* ({ clientId, generation, userId }: TokenSubject, environment: Environment) {
    const key = yield* keys.current
    const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const expiresAt = issuedAt + tokenLifetimeSeconds
    const header = { alg: algorithm, typ: type, kid: key.keyId }
    const registered = { iss: yield* address.base, aud: audience, sub: userId, jti: yield* random.uuidV7() }
    const own = { client_id: clientId, env: environment, session_generation: generation }
    const claims = { ...registered, iat: issuedAt, exp: expiresAt, ...own }
    const token = yield* Effect.promise(() => new SignJWT(claims).setProtectedHeader(header).sign(key.sign))
    return { token, expiresAt: new Date(expiresAt * 1000).toISOString(), userId }
  })

  const verify = Effect.fnUntraced(function* (text: UnverifiedToken) {
    if (text.type !== type) return yield* invalidTokenError("MALFORMED")
    if (text.algorithm !== algorithm) return yield* invalidTokenError("WRONG_SIGNATURE")
    const key = text.keyId === undefined ? Option.none() : yield* keys.find(text.keyId)
    if (Option.isNone(key)) return yield* invalidTokenError("UNKNOWN_KEY")
    const expected = { issuer: text.issuer, audience, maxLifetime: tokenLifetimeSeconds }
    const payload = yield* TokenSignature.verify(text, key.value.verify, expected)
    const claims = yield* decodeClaims(payload).pipe(Effect.mapError(() => invalidTokenError("WRONG_CLAIMS")))
    const client = yield* clients.findClient(claims.client_id)
    if (Option.isNone(client) || client.value.environment !== claims.env)
      return yield* invalidTokenError("WRONG_CLAIMS")
    const user = yield* users.find(claims.client_id, claims.sub)
    if (Option.isNone(user)) return yield* invalidTokenError("UNKNOWN_USER")
    if (user.value.generation !== claims.session_generation) return yield* invalidTokenError("SESSION_ENDED")
    return { ...callerOf(client.value), userId: claims.sub } satisfies UserCaller
  })

  return { issue, verify }
})
