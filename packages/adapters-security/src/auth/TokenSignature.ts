/** Verifies a token's signature and the claims that every token must have (RFC 7519, RFC 8725). */
import type { InvalidToken } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import { errors, jwtVerify } from "jose"
import type { CryptoKey, JWTPayload } from "jose"
import { invalidTokenError } from "./UnverifiedToken.ts"
import type { UnverifiedToken } from "./UnverifiedToken.ts"

/** The accepted difference between the issuer's and the verifier's clocks, in seconds (spec 5). */
export const clockTolerance = 10

export interface ExpectedClaims {
  readonly issuer: string
  readonly audience: string
  /** The maximum lifetime of a token, in seconds. */
  readonly maxLifetime: number
}

/** Returns only the kind of error, because the library's error can contain claims. */
const reasonOf = (error: unknown): InvalidToken["reason"] => {
  if (error instanceof errors.JWTExpired) return "EXPIRED"
  if (error instanceof errors.JWTClaimValidationFailed) return "WRONG_CLAIMS"
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) return "MALFORMED"
  return "WRONG_SIGNATURE"
}

/**
 * Returns the claims if the token is currently valid and this key signed it with the algorithm that the token's header
 * names.
 */
export const verify = Effect.fnUntraced(function* (
  { algorithm, token }: UnverifiedToken,
  key: CryptoKey,
  expected: ExpectedClaims
): Effect.fn.Return<JWTPayload, InvalidToken> {
  const now = yield* Clock.currentTimeMillis
  const { payload } = yield* Effect.tryPromise({
    try: () =>
      jwtVerify(Redacted.value(token), key, {
        algorithms: [algorithm],
        issuer: expected.issuer,
        audience: expected.audience,
        requiredClaims: ["sub", "exp"],
        // With this option, the library also requires an `iat` that is not in the future.
        maxTokenAge: expected.maxLifetime,
        clockTolerance: clockTolerance,
        currentDate: new Date(now)
      }),
    catch: (error) => invalidTokenError(reasonOf(error))
  })
  const { exp = Infinity, iat = 0 } = payload
  return exp - iat > expected.maxLifetime ? yield* invalidTokenError("WRONG_CLAIMS") : payload
})
