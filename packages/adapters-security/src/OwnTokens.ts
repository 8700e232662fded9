/** Tokens that we issue ourselves (decisions 8). */
import { callerOf, ClientStore, InvalidToken, PublicAddress, UserStore } from "@sheaf/ports"
import type { Environment, StoredUser, UserCaller } from "@sheaf/ports"
import { UserId } from "@sheaf/domain/User"
import { Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SignJWT } from "jose"
import { algorithm, lifetime } from "./SigningKeys.ts"
import type { SigningKeys } from "./SigningKeys.ts"
import * as TokenSignature from "./TokenSignature.ts"
import type { TokenText } from "./TokenText.ts"

/** The media type of an access token (RFC 9068 §2.1). */
const type = "at+jwt"
const audience = "sheaf"

/** Our own claims beside the registered ones. */
const Claims = Schema.Struct({
  sub: UserId,
  jti: Schema.NonEmptyString,
  client_id: Schema.NonEmptyString,
  env: Schema.Literals(["test", "production"]),
  /** How often the user's sessions were ended when the token was made: after the next time it is worth nothing. */
  session_generation: Schema.Int
})
const decodeClaims = Schema.decodeUnknownEffect(Claims)

const refused = (reason: InvalidToken["reason"]) => new InvalidToken({ reason })

export const make = Effect.fnUntraced(function* (keys: SigningKeys) {
  const address = yield* PublicAddress
  const clients = yield* ClientStore
  const users = yield* UserStore
  const random = yield* SecureRandom.SecureRandom

  const issue = Effect.fnUntraced(function* ({ clientId, generation, userId }: StoredUser, environment: Environment) {
    const issuer = yield* address.base
    const key = yield* keys.current
    const id = yield* random.uuidV7()
    const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const expiresAt = issuedAt + lifetime
    const claims = { client_id: clientId, env: environment, session_generation: generation }
    const token = yield* Effect.promise(() =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: type, kid: key.keyId })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key.sign)
    )
    return { token, expiresAt: new Date(expiresAt * 1000).toISOString(), userId }
  })

  const verify = Effect.fnUntraced(function* (text: TokenText) {
    if (text.type !== type) return yield* refused("MALFORMED")
    if (text.algorithm !== algorithm) return yield* refused("WRONG_SIGNATURE")
    const key = text.keyId === undefined ? Option.none() : yield* keys.find(text.keyId)
    if (Option.isNone(key)) return yield* refused("UNKNOWN_KEY")
    const expected = { issuer: text.issuer, audience, maximumLifetime: lifetime }
    const payload = yield* TokenSignature.verify(text, key.value.verify, expected)
    const {
      client_id: clientId,
      env,
      session_generation: generation,
      sub: userId
    } = yield* decodeClaims(payload).pipe(Effect.mapError(() => refused("WRONG_CLAIMS")))
    const client = yield* clients.findClient(clientId)
    if (Option.isNone(client) || client.value.environment !== env) return yield* refused("WRONG_CLAIMS")
    const user = yield* users.find(clientId, userId)
    if (Option.isNone(user)) return yield* refused("UNKNOWN_USER")
    if (user.value.generation !== generation) return yield* refused("SESSION_ENDED")
    return { ...callerOf(client.value), userId } satisfies UserCaller
  })

  return { issue, verify }
})
