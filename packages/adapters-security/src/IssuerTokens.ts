/** Tokens of an issuer that one client trusts: they name the users of that client, and make them known (decisions 8). */
import { ExternalId } from "@sheaf/domain/User"
import { callerOf, ClientStore, InvalidToken, UserStore } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as IssuerKeyCache from "./IssuerKeyCache.ts"
import type { Algorithm } from "./IssuerKeySet.ts"
import * as TokenSignature from "./TokenSignature.ts"
import type { TokenText } from "./TokenText.ts"

/** An issuer as it is configured. */
export interface TrustedIssuer {
  /** The `iss` of its tokens, character by character. */
  readonly issuer: string
  /** What their `aud` must be, or hold. */
  readonly audience: string
  /** The one client whose users its tokens name. */
  readonly clientId: string
  readonly algorithms: ReadonlyArray<Algorithm>
}

/** In seconds: a day. Who erases a user, or ends sessions, does not have to think of older tokens. */
const maximumLifetime = 24 * 60 * 60

/** What an issuer may call its tokens. Another kind of token is none for us, however well it is signed (RFC 8725 §3.11). */
const types = ["at+jwt", "application/at+jwt", "jwt"]

/** Halves of characters are no text, also where an escape of JSON names them. */
const wholeText = Schema.makeFilter((text: string) => text.isWellFormed())

const Claims = Schema.Struct({ sub: ExternalId.check(wholeText), iat: Schema.Finite })
const decodeClaims = Schema.decodeUnknownEffect(Claims)

const refused = (reason: InvalidToken["reason"]) => new InvalidToken({ reason })

export const make = Effect.fnUntraced(function* ({ algorithms, audience, clientId, issuer }: TrustedIssuer) {
  const clients = yield* ClientStore
  const users = yield* UserStore
  const random = yield* SecureRandom.SecureRandom
  const keys = yield* IssuerKeyCache.make(issuer, algorithms)

  const signedClaims = Effect.fnUntraced(function* (text: TokenText) {
    if (text.type !== undefined && !types.includes(text.type.toLowerCase())) return yield* refused("MALFORMED")
    if (!algorithms.some((allowed) => allowed === text.algorithm)) return yield* refused("WRONG_SIGNATURE")
    const key = text.keyId === undefined ? Option.none() : yield* keys.find(text.algorithm, text.keyId)
    if (Option.isNone(key)) return yield* refused("UNKNOWN_KEY")
    const payload = yield* TokenSignature.verify(text, key.value, { issuer, audience, maximumLifetime })
    return yield* decodeClaims(payload).pipe(Effect.mapError(() => refused("WRONG_CLAIMS")))
  })

  const makeKnown = Effect.fnUntraced(function* (externalId: string) {
    const known = yield* users.findByExternalId(clientId, externalId)
    if (Option.isSome(known)) return known.value
    const created = { userId: yield* random.uuidV7(), clientId, externalId, createdAt: yield* Clock.currentTimeMillis }
    return (yield* users.create(created)).user
  })

  const verify = Effect.fnUntraced(function* (text: TokenText) {
    const client = yield* clients.findClient(clientId)
    if (Option.isNone(client)) return yield* refused("UNKNOWN_ISSUER")
    const { iat, sub } = yield* signedClaims(text)
    // The clock that it was made by may be ahead of ours: a token that may be older counts as such.
    const isBefore = (moment: number) => (iat - TokenSignature.tolerance) * 1000 <= moment
    if (Option.exists(yield* users.erasedAt(clientId, sub), isBefore)) return yield* refused("UNKNOWN_USER")
    const user = yield* makeKnown(sub)
    if (user.sessionsEndedAt !== undefined && isBefore(user.sessionsEndedAt)) return yield* refused("SESSION_ENDED")
    return { ...callerOf(client.value), userId: user.userId } satisfies UserCaller
  })

  return { verify }
})
