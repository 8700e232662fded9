/** Whether a token was signed by a key, and holds the claims that every token must hold (RFC 7519, RFC 8725). */
import { InvalidToken } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import { errors, jwtVerify } from "jose"
import type { CryptoKey, JWTPayload } from "jose"
import type { TokenText } from "./TokenText.ts"

/** So far may the clocks of who issues a token and who verifies it be apart, in seconds (decisions 8). */
export const tolerance = 10

export interface Expected {
  readonly issuer: string
  readonly audience: string
  /** The longest time that a token may be good for, in seconds. */
  readonly maximumLifetime: number
}

/** An error of the library may hold the claims: none of it goes on but what kind it was. */
const reasonOf = (error: unknown): InvalidToken["reason"] => {
  if (error instanceof errors.JWTExpired) return "EXPIRED"
  if (error instanceof errors.JWTClaimValidationFailed) return "WRONG_CLAIMS"
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return "MALFORMED"
  return "WRONG_SIGNATURE"
}

const isTooLong = ({ exp, iat }: JWTPayload, { maximumLifetime }: Expected): boolean =>
  exp === undefined || iat === undefined || exp - iat > maximumLifetime

/** The claims of a token that this key signed with the algorithm of its header, for this audience, and for now. */
export const verify = Effect.fnUntraced(function* (
  { algorithm, token }: TokenText,
  key: CryptoKey,
  expected: Expected
): Effect.fn.Return<JWTPayload, InvalidToken> {
  const now = yield* Clock.currentTimeMillis
  const { payload } = yield* Effect.tryPromise({
    try: () =>
      jwtVerify(Redacted.value(token), key, {
        algorithms: [algorithm],
        issuer: expected.issuer,
        audience: expected.audience,
        requiredClaims: ["sub", "exp"],
        // What makes `iat` be there, and lie in the past.
        maxTokenAge: expected.maximumLifetime,
        clockTolerance: tolerance,
        currentDate: new Date(now)
      }),
    catch: (error) => new InvalidToken({ reason: reasonOf(error) })
  })
  return isTooLong(payload, expected) ? yield* new InvalidToken({ reason: "WRONG_CLAIMS" }) : payload
})
