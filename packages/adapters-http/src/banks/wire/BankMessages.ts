/** What banks' message codes mean for Sheaf (NextGenPSD2 1.3.11, `tppMessages`; spec 16). */
import type { BankError } from "@sheaf/ports"

/**
 * What a code means:
 * - REFUSED: the bank rejects this request.
 * - CONSENT_INVALID: the consent is unknown or has ended.
 * - LIMITED: the bank accepts no more calls for now.
 * - OPERATOR: every call of this operator would fail, for example because a certificate has expired.
 */
export type TppMessageMeaning = Extract<BankError["reason"], "REFUSED" | "CONSENT_INVALID" | "LIMITED"> | "OPERATOR"

/** The codes of the account information service. For any other code, the HTTP status decides. */
const meanings: Readonly<Record<string, TppMessageMeaning>> = {
  ACCESS_EXCEEDED: "LIMITED",
  CANCELLATION_INVALID: "REFUSED",
  CERTIFICATE_BLOCKED: "OPERATOR",
  CERTIFICATE_EXPIRED: "OPERATOR",
  CERTIFICATE_INVALID: "OPERATOR",
  CERTIFICATE_MISSING: "OPERATOR",
  CERTIFICATE_REVOKED: "OPERATOR",
  CONSENT_EXPIRED: "CONSENT_INVALID",
  CONSENT_INVALID: "CONSENT_INVALID",
  CONSENT_UNKNOWN: "CONSENT_INVALID",
  CORPORATE_ID_INVALID: "REFUSED",
  FORMAT_ERROR: "REFUSED",
  PARAMETER_NOT_CONSISTENT: "REFUSED",
  PARAMETER_NOT_SUPPORTED: "REFUSED",
  PERIOD_INVALID: "REFUSED",
  PRODUCT_INVALID: "REFUSED",
  PRODUCT_UNKNOWN: "REFUSED",
  PSU_CREDENTIALS_INVALID: "REFUSED",
  REQUESTED_FORMATS_INVALID: "REFUSED",
  RESOURCE_BLOCKED: "REFUSED",
  RESOURCE_EXPIRED: "CONSENT_INVALID",
  RESOURCE_UNKNOWN: "CONSENT_INVALID",
  ROLE_INVALID: "OPERATOR",
  SCA_INVALID: "REFUSED",
  SCA_METHOD_UNKNOWN: "REFUSED",
  SERVICE_BLOCKED: "REFUSED",
  SERVICE_INVALID: "REFUSED",
  SESSIONS_NOT_SUPPORTED: "REFUSED",
  SIGNATURE_INVALID: "OPERATOR",
  SIGNATURE_MISSING: "OPERATOR",
  STATUS_INVALID: "CONSENT_INVALID",
  TIMESTAMP_INVALID: "OPERATOR",
  TOKEN_EXPIRED: "REFUSED",
  TOKEN_INVALID: "REFUSED",
  TOKEN_UNKNOWN: "REFUSED",
  // Errors of authorization servers (RFC 6749 §5.2; RFC 9126 §2.3).
  invalid_client: "OPERATOR",
  invalid_grant: "CONSENT_INVALID",
  invalid_request: "OPERATOR",
  invalid_scope: "OPERATOR",
  unauthorized_client: "OPERATOR",
  unsupported_grant_type: "OPERATOR"
}

export const meaningOfTppMessage = (code: string | undefined): TppMessageMeaning | undefined =>
  code !== undefined && Object.hasOwn(meanings, code) ? meanings[code] : undefined
