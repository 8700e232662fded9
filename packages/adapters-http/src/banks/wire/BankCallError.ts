/** Failures of calls to banks, and what each means for the service and the bank's status (spec 16). */
import { BankError, BankProfile } from "@sheaf/ports"
import { Schema } from "effect"
import type { CallOutcome } from "../../outbound/companies/CircuitBreaker.ts"
import type { CircuitOpenError } from "../../outbound/companies/ConnectorCallError.ts"
import type { OutboundError } from "../../outbound/OutboundError.ts"
import * as BankMessages from "./BankMessages.ts"

/** The bank responded with an error status. */
export class BankStatusError extends Schema.TaggedError<BankStatusError>()("BankStatusError", {
  status: Schema.Int,
  /** The bank's own error code, such as CONSENT_EXPIRED. */
  code: Schema.optionalKey(Schema.String),
  /** What the code means, according to the bank's profile. */
  meaning: Schema.optionalKey(BankProfile.TppMessageMeaning),
  /** The pause that the bank asks for, in milliseconds. */
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

/** Returns true if the bank does not offer the requested resource at all. */
export const isUnsupportedResource = ({ status }: BankStatusError): boolean => [404, 405, 501].includes(status)

/** A request to the bank cannot contain what was asked for, so nothing was sent. */
export class BankRequestError extends Schema.TaggedError<BankRequestError>()("BankRequestError", {
  reason: Schema.Literals(["REFUSED", "CONSENT_INVALID", "CREDENTIALS_EXPIRED"])
}) {}

/** Why a call failed after it was sent. */
export type AttemptedBankCallError = OutboundError | BankStatusError | BankResponseError

export type BankCallError = AttemptedBankCallError | CircuitOpenError | BankRequestError

/** A response's status, with the bank's own code and its meaning in the profile. */
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

/**
 * Returns true for statuses that mean that the bank cannot respond at the moment. All other 5xx statuses are errors
 * inside the bank.
 */
const isAway = (status: number): boolean => status === 503 || status === 504

/**
 * The 4xx statuses that may be over soon. A gateway responds with 404 while its bank is being deployed, so only a code
 * says that a consent is unknown.
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
 * Returns true if the bank denies access with 401 or 403, as for a missing token. False for codes about the operator's
 * certificate, signature or role, because a token would not help.
 */
export const isAccessDenied = (fault: BankCallError): fault is BankStatusError =>
  fault._tag === "BankStatusError" && (fault.status === 401 || fault.status === 403) && meaningOf(fault) !== "OPERATOR"

/** The codes for the whole consent's end, not just a loss of access to one account. */
const consentCodes: ReadonlyArray<string | undefined> = [
  "CONSENT_EXPIRED",
  "CONSENT_INVALID",
  "CONSENT_UNKNOWN",
  "STATUS_INVALID"
]

/** The meanings of codes for one account's transactions, whatever the status. */
const historyMeanings: ReadonlyArray<string | undefined> = ["NEEDS_SCA", "PERIOD"]

/** Returns true if a response about one account says nothing about other accounts. */
export const isAboutAccount = (fault: ResponseStatus): boolean =>
  historyMeanings.includes(fault.meaning) ||
  (fault.status !== 401 && meaningOf(fault) !== "OPERATOR" && !consentCodes.includes(fault.code))

/** Returns the port's error, whose reason says whether a retry can help. */
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

/** Returns true if any call would fail in the same way until the operator or the bank has fixed something. */
export const isPermanent = (fault: AttemptedBankCallError): boolean => reasonOf(fault) === "BROKEN"

/** Returns the outcome for the circuit breaker. A bank that rejects one call may still respond to others. */
export const callOutcomeOf = (fault: AttemptedBankCallError): CallOutcome => {
  if (fault._tag === "OutboundError" && fault.isUnreachable) return "UNANSWERED"
  if (fault._tag === "OutboundError" && fault.isWithoutRoom) return "FINE"
  return fault._tag === "BankStatusError" && fault.status < 500 && meaningOf(fault) !== "OPERATOR" ? "FINE" : "FAILED"
}
