/** The failures of calls to a bank (spec 2.4, 16). */
import { Schema } from "effect"

/**
 * A failed call to a bank. UNREACHABLE and BANK_ERROR are worth a retry. LIMITED: the bank accepts no more calls for
 * `retryAfterMillis`. REFUSED: the bank rejected the request. CONSENT_INVALID: the consent is unknown, or its status
 * shows that it is no longer valid. CREDENTIALS_EXPIRED: the call needs renewed credentials. BROKEN: the adapter
 * failed, or the bank rejects all of this operator's calls.
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
  /** The pause that the bank asks for, in milliseconds. Only with LIMITED. */
  retryAfterMillis: Schema.optionalKey(Schema.Int),
  /** True if the bank responded with 404 and no code: it does not know the consent, or is being deployed. */
  isNotFound: Schema.optionalKey(Schema.Boolean),
  cause: Schema.optionalKey(Schema.Defect())
}) {}
