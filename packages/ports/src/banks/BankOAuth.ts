/** Manages the credentials for banks that add a code to the return URL (spec 2.4, 16). */
import type { Effect, Redacted } from "effect"
import type { BankError } from "./BankError.ts"

/**
 * The parameters that an authorization server adds to the return URL (RFC 6749 §4.1.2; RFC 9207), or the confirmation
 * code from the bank's own page (NextGenPSD2 1.3.11).
 */
export interface AuthorizationResponse {
  readonly code: Redacted.Redacted
  readonly iss?: string
}

/**
 * Manages the credentials of a consent at a bank that uses OAuth or a confirmation code. Only the adapter knows the
 * format of the credentials. Keep them secret, store each new version before the next call, and always pass the newest
 * version.
 */
export interface BankOAuth {
  /**
   * Adds the code from the return URL to the credentials, and returns them. Fails with REFUSED if the response names
   * another authorization server.
   */
  readonly acceptCode: (
    credentials: Redacted.Redacted,
    response: AuthorizationResponse
  ) => Effect.Effect<Redacted.Redacted, BankError>
  /**
   * Exchanges the code or the refresh token for new tokens, or sends the confirmation code to the bank. Each code or
   * token may be single-use, so never make two calls concurrently. Fails with CONSENT_INVALID if the authorization
   * server rejects the code or token.
   */
  readonly renew: (credentials: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, BankError>
}
