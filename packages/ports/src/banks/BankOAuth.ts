/** The credentials of consents at banks that add a code to the return URL (spec 2.4, 16). */
import type { Effect, Redacted } from "effect"
import type { BankError } from "./BankError.ts"

/**
 * What an authorization server adds to the return URL (RFC 6749 §4.1.2; RFC 9207), or the confirmation code that a
 * bank's own page adds (NextGenPSD2 1.3.11).
 */
export interface AuthorizationResponse {
  /** The authorization code or the confirmation code. */
  readonly code: Redacted.Redacted
  /** The authorization server that issued the code, if the response names it. */
  readonly iss?: string
}

/**
 * Handles the credentials of a consent, at banks with OAuth or a confirmation code. Only the adapter knows what they
 * contain. Keep them secret, store each new version before the next call, and always pass the newest.
 */
export interface BankOAuth {
  /**
   * Adds to the credentials the code that the person brought back. Fails with REFUSED if the response names another
   * authorization server.
   */
  readonly acceptCode: (
    credentials: Redacted.Redacted,
    response: AuthorizationResponse
  ) => Effect.Effect<Redacted.Redacted, BankError>
  /**
   * Exchanges the code or the refresh token for new tokens, or confirms the authorization with the confirmation code.
   * Each of these may work only once, so never make two calls concurrently. Fails with CONSENT_INVALID if the
   * authorization server no longer accepts it.
   */
  readonly renew: (credentials: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, BankError>
}
