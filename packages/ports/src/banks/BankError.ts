/** Errors from calls to a bank (spec 2.4, 16). */
import { Schema } from "effect"

/**
 * Why a call to a bank failed, or what to do next:
 * - UNREACHABLE, BANK_ERROR: retry.
 * - LIMITED: the bank accepts no calls for `retryAfterMillis`.
 * - REFUSED: the bank rejected the request.
 * - CONSENT_INVALID: the bank does not know the consent or reports that it is no longer valid.
 * - CREDENTIALS_EXPIRED: renew the credentials first.
 * - BROKEN: the adapter failed, or the bank rejects all of this operator's calls.
 */
export class BankError extends Schema.TaggedError<BankError>()("BankError", {
  reason: Schema.Literals([
    "UNREACHABLE",
    "BANK_ERROR",
    "LIMITED",
    "REFUSED",
    "CONSENT_INVALID",
    "CREDENTIALS_EXPIRED",
    "BROKEN"
  ]),
  /** How long the bank asks us to wait, in milliseconds. Set only for LIMITED. */
  retryAfterMillis: Schema.optionalKey(Schema.Int),
  /**
   * True if the bank responded with 404 and no error code: either it does not know the consent, or it is being
   * redeployed.
   */
  isNotFound: Schema.optionalKey(Schema.Boolean),
  cause: Schema.optionalKey(Schema.Defect())
}) {}
