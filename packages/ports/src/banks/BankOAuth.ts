/** Credentials of consents at banks whose return URL carries a code (spec 2.4, 16). */
import type { Effect, Redacted } from "effect"
import type { BankError } from "./BankError.ts"

/**
 * The parameters with which an authorization server redirects the person back (RFC 6749 §4.1.2; RFC 9207), or the
 * confirmation code that a bank's own page adds to the return URL (NextGenPSD2 1.3.11).
 */
export interface AuthorizationResponse {
  /** The authorization code or the confirmation code. */
  readonly code: Redacted.Redacted
  /** The authorization server that issued the code, if the response names it. */
  readonly iss?: string
}

/**
 * Handles the credentials of a consent, at banks with OAuth and at banks that require a confirmation code. Only the
 * adapter knows what is in them. The caller keeps them secret, stores each new version before the next call, and always
 * passes the newest one.
 */
export interface BankOAuth {
  /**
   * Adds the code with which the person returned to the credentials. Fails with REFUSED if the response names another
   * authorization server.
   */
  readonly acceptCode: (
    credentials: Redacted.Redacted,
    response: AuthorizationResponse
  ) => Effect.Effect<Redacted.Redacted, BankError>
  /**
   * Exchanges the code or the refresh token for new tokens, or confirms the authorization with the confirmation code.
   * Codes and refresh tokens may work only once, so callers must never make two of these calls concurrently. Fails with
   * CONSENT_INVALID if the authorization server no longer accepts the code or the refresh token.
   */
  readonly renew: (credentials: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, BankError>
}
