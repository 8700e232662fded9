/** The credentials of consents whose authorization ends with a code in the return address (spec 2.4, 16). */
import type { Effect, Redacted } from "effect"
import type { BankError } from "./BankError.ts"

/**
 * The parameters with which an authorization server redirects the person back (RFC 6749 §4.1.2; RFC 9207), or the
 * confirmation code that a bank's own page adds to the return address (NextGenPSD2 1.3.11).
 */
export interface AuthorizationResponse {
  /** The authorization code or the confirmation code. */
  readonly code: Redacted.Redacted
  /** The authorization server that issued the code, if the server states it. */
  readonly iss?: string
}

/**
 * The credentials of a bank with OAuth, or of a bank that requires a confirmation. Only the adapter reads them. The
 * caller keeps them secret, stores every version before the next call, and passes the newest version to each call.
 */
export interface BankOAuth {
  /** Adds the code from the person's return. Fails with REFUSED if another authorization server issued the code. */
  readonly acceptCode: (
    credentials: Redacted.Redacted,
    response: AuthorizationResponse
  ) => Effect.Effect<Redacted.Redacted, BankError>
  /**
   * Exchanges the code or the refresh token for new tokens, or confirms the authorization with its code. Codes and
   * refresh tokens may work only once, so callers must make only one call at a time. Fails with CONSENT_INVALID if the
   * authorization server no longer accepts the code or the refresh token.
   */
  readonly renew: (credentials: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, BankError>
}
