/** Failures of calls to banks, and what each one means for the service and for the bank's status (spec 16). */
import { BankError, BankProfile } from "@sheaf/ports"
import { Schema } from "effect"
import type { CallOutcome } from "../../outbound/companies/CircuitBreaker.ts"
import type { CircuitOpenError } from "../../outbound/companies/ConnectorCallError.ts"
import type { OutboundError } from "../../outbound/OutboundError.ts"
import * as BankMessages from "./BankMessages.ts"

export class BankStatusError extends Schema.TaggedError<BankStatusError>()("BankStatusError", {
  status: Schema.Int,
  /** The bank's own error code, such as CONSENT_EXPIRED. */
  code: Schema.optionalKey(Schema.String),
  meaning: Schema.optionalKey(BankProfile.TppMessageMeaning),
  retryAfterMillis: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `the bank responded with ${this.status}${this.code === undefined ? "" : ` ${this.code}`}`
  }
}

/**
 * A response that cannot be used:
 * - CONFIRMATION: the bank requires a confirmation together with OAuth, which is not supported.
 * - CONSENT_ID: the consent's id does not fit in a path or a header.
 * - NO_PAGE: the consent has no page for the person.
 * - PAGE_ADDRESS: the person's page is on a host that the configuration does not allow.
 * - OAUTH_ADDRESS: a URL of the authorization server is on a host that the configuration does not allow.
 * - OAUTH_METADATA: the authorization server names another issuer than the configuration, or supports PKCE but not
 *   S256.
 * - OAUTH_ERROR: the authorization server's response has no OAuth error code.
 * - OAUTH_SCOPE: the authorization server's token has a different scope than the consent.
 * - PAGING: there are too many pages of transactions, or a page is repeated.
 */
export class BankResponseError extends Schema.TaggedError<BankResponseError>()("BankResponseError", {
  reason: Schema.Literals([
    "CONFIRMATION",
    "CONSENT_ID",
    "NO_PAGE",
    "OAUTH_ADDRESS",
    "OAUTH_ERROR",
    "OAUTH_METADATA",
    "OAUTH_SCOPE",
    "PAGE_ADDRESS",
    "PAGING"
  ]),
  /** The response's HTTP status. Present with OAUTH_ERROR. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    const { reason, status } = this
    return `the bank's response cannot be used: ${reason}${status === undefined ? "" : ` with status ${status}`}`
  }
}

export const isUnsupportedResource = ({ status }: BankStatusError): boolean => [404, 405, 501].includes(status)

/** Nothing was sent, because no valid request to the bank could be built. */
export class BankRequestError extends Schema.TaggedError<BankRequestError>()("BankRequestError", {
  reason: Schema.Literals(["REFUSED", "CONSENT_INVALID", "CREDENTIALS_EXPIRED"])
}) {}

export type AttemptedBankCallError = OutboundError | BankStatusError | BankResponseError

export type BankCallError = AttemptedBankCallError | CircuitOpenError | BankRequestError

interface ResponseStatus {
  readonly code?: string | undefined
  readonly meaning?: BankProfile.TppMessageMeaning | undefined
  readonly status: number
}

const meaningOf = ({ code, meaning, status }: ResponseStatus): BankMessages.TppMessageMeaning | undefined => {
  if (status >= 500) return undefined
  if (meaning === undefined) return BankMessages.meaningOfTppMessage(code)
  return meaning === "PERIOD" || meaning === "NEEDS_SCA" ? "REFUSED" : meaning
}

/** Statuses 503 and 504 mean that the bank is unavailable. All other 5xx statuses are errors inside the bank. */
const isAway = (status: number): boolean => status === 503 || status === 504

/**
 * 4xx statuses that may be temporary. A gateway responds with 404 while its bank is being deployed, so only an error
 * code in the response proves that a consent is unknown.
 */
const temporaryStatuses: ReadonlyArray<number> = [404, 408, 425]

const reasonOfStatus = ({ retryAfterMillis, status }: BankStatusError): BankError["reason"] => {
  if (isAway(status)) return "UNREACHABLE"
  if (status === 429) return retryAfterMillis === undefined ? "BANK_ERROR" : "LIMITED"
  return status >= 500 || temporaryStatuses.includes(status) ? "BANK_ERROR" : "REFUSED"
}

const reasonOf = (fault: BankCallError): BankError["reason"] => {
  switch (fault._tag) {
    case "OutboundError":
      return fault.isUnreachable || fault.isWithoutRoom ? "UNREACHABLE" : "BROKEN"
    case "BankResponseError":
      return "BROKEN"
    case "CircuitOpenError":
      return "UNREACHABLE"
    case "BankRequestError":
      return fault.reason
    case "BankStatusError": {
      const meaning = meaningOf(fault)
      return meaning === "OPERATOR" ? "BROKEN" : (meaning ?? reasonOfStatus(fault))
    }
  }
}

/**
 * Returns true if a 401 or 403 may be about the token. Returns false for codes about the operator's certificate,
 * signature or role, because a new token would not help.
 */
export const isAccessDenied = (fault: BankCallError): fault is BankStatusError =>
  fault._tag === "BankStatusError" && (fault.status === 401 || fault.status === 403) && meaningOf(fault) !== "OPERATOR"

/** These codes mean that the whole consent has become unusable, not just one account. */
const consentCodes: ReadonlyArray<string | undefined> = [
  "CONSENT_EXPIRED",
  "CONSENT_INVALID",
  "CONSENT_UNKNOWN",
  "STATUS_INVALID"
]

/** Codes with these meanings concern one account's transactions, whatever the status. */
const historyMeanings: ReadonlyArray<string | undefined> = ["NEEDS_SCA", "PERIOD"]

export const isAboutAccount = (fault: ResponseStatus): boolean =>
  historyMeanings.includes(fault.meaning) ||
  (fault.status !== 401 && meaningOf(fault) !== "OPERATOR" && !consentCodes.includes(fault.code))

export const toBankError = (fault: BankCallError): BankError => {
  const reason = reasonOf(fault)
  const retryAfterMillis = fault._tag === "BankStatusError" && reason === "LIMITED" ? fault.retryAfterMillis : undefined
  const isNotFound = fault._tag === "BankStatusError" && fault.status === 404 && reason === "BANK_ERROR"
  return new BankError({
    reason,
    cause: fault,
    ...(retryAfterMillis !== undefined && { retryAfterMillis }),
    ...(isNotFound && { isNotFound })
  })
}

export const isPermanent = (fault: AttemptedBankCallError): boolean => reasonOf(fault) === "BROKEN"

/** Returns the outcome for the circuit breaker. A bank that rejects a call is still responding. */
export const callOutcomeOf = (fault: AttemptedBankCallError): CallOutcome => {
  if (fault._tag === "OutboundError" && fault.isUnreachable) return "UNANSWERED"
  if (fault._tag === "OutboundError" && fault.isWithoutRoom) return "FINE"
  return fault._tag === "BankStatusError" && fault.status < 500 && meaningOf(fault) !== "OPERATOR" ? "FINE" : "FAILED"
}
