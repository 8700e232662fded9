/** The failures of calls to a bank, and their effects on the service and the bank's status (spec 16). */
import { BankError, BankProfile } from "@sheaf/ports"
import { Schema } from "effect"
import type { CallOutcome } from "../../outbound/companies/CircuitBreaker.ts"
import type { CircuitOpenError } from "../../outbound/companies/ConnectorCallError.ts"
import type { OutboundError } from "../../outbound/OutboundError.ts"
import * as BankMessages from "./BankMessages.ts"

/** The bank's response has an unsuccessful status. */
export class BankStatusError extends Schema.TaggedError<BankStatusError>()("BankStatusError", {
  status: Schema.Int,
  /** The bank's own code, such as CONSENT_EXPIRED. */
  code: Schema.optionalKey(Schema.String),
  /** The meaning of the code, from the bank's profile. */
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
 * - CONFIRMATION: the bank requires a confirmation with OAuth, which Sheaf does not support.
 * - CONSENT_ID: the consent's id cannot be sent back in a path and a header.
 * - NO_PAGE: the consent has no page for the person.
 * - PAGE_ADDRESS: the person's page is at a host that the configuration does not allow.
 * - OAUTH_ADDRESS: an address of the authorization server is at a host that the configuration does not allow.
 * - OAUTH_METADATA: the authorization server names another issuer than the configuration, or lists PKCE methods without
 *   S256.
 * - OAUTH_ERROR: the authorization server's response has no OAuth error code.
 * - OAUTH_SCOPE: the authorization server's token has another scope than the consent.
 * - PAGING: the pages of transactions repeat, or there are too many of them.
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
  /** The HTTP status of the response. Present with OAUTH_ERROR. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    const { reason, status } = this
    return `the bank's response cannot be used: ${reason}${status === undefined ? "" : ` with status ${status}`}`
  }
}

/** Returns true if the bank does not offer the requested resource at all. */
export const isUnsupportedResource = ({ status }: BankStatusError): boolean => [404, 405, 501].includes(status)

/** The caller's request cannot be sent to a bank. Nothing was sent. */
export class BankRequestError extends Schema.TaggedError<BankRequestError>()("BankRequestError", {
  reason: Schema.Literals(["REFUSED", "CONSENT_INVALID", "CREDENTIALS_EXPIRED"])
}) {}

/** The failure of a call that was actually sent. */
export type AttemptedBankCallError = OutboundError | BankStatusError | BankResponseError

export type BankCallError = AttemptedBankCallError | CircuitOpenError | BankRequestError

/** A response's status, and the bank's own code with its meaning in the bank's profile. */
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

/** The statuses of a bank that cannot respond now. Other statuses from 500 upward report an error at the bank. */
const isAway = (status: number): boolean => status === 503 || status === 504

const reasonOfStatus = ({ retryAfterMillis, status }: BankStatusError): BankError["reason"] => {
  if (isAway(status)) return "UNREACHABLE"
  if (status === 429) return retryAfterMillis === undefined ? "BANK_ERROR" : "LIMITED"
  if (status >= 500 || status === 408 || status === 425) return "BANK_ERROR"
  return status === 404 ? "CONSENT_INVALID" : "REFUSED"
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
 * Returns true if the bank denies access with 401 or 403, as banks do with requests that lack a token. Codes about the
 * operator's certificate, signature or role do not count, because a token would change nothing.
 */
export const isAccessDenied = (fault: BankCallError): fault is BankStatusError =>
  fault._tag === "BankStatusError" && (fault.status === 401 || fault.status === 403) && meaningOf(fault) !== "OPERATOR"

/** The codes that end the consent, and not only the access to one account. */
const consentCodes: ReadonlyArray<string | undefined> = [
  "CONSENT_EXPIRED",
  "CONSENT_INVALID",
  "CONSENT_UNKNOWN",
  "STATUS_INVALID"
]

/** Returns true if the bank's response to a call about one account says nothing about other accounts. */
export const isAboutAccount = (fault: ResponseStatus): boolean =>
  fault.status !== 401 && meaningOf(fault) !== "OPERATOR" && !consentCodes.includes(fault.code)

/** Returns the port's error, whose reason shows whether a retry can succeed. */
export const toBankError = (fault: BankCallError): BankError => {
  const reason = reasonOf(fault)
  const retryAfterMillis = fault._tag === "BankStatusError" && reason === "LIMITED" ? fault.retryAfterMillis : undefined
  return new BankError({ reason, cause: fault, ...(retryAfterMillis !== undefined && { retryAfterMillis }) })
}

/** Returns true if the fault needs the operator or the bank: a retry of any call would fail in the same way. */
export const isPermanent = (fault: AttemptedBankCallError): boolean => reasonOf(fault) === "BROKEN"

/** Returns the outcome for the circuit breaker. A bank that rejects one call can still respond to others. */
export const callOutcomeOf = (fault: AttemptedBankCallError): CallOutcome => {
  if (fault._tag === "OutboundError" && fault.isUnreachable) return "UNANSWERED"
  if (fault._tag === "OutboundError" && fault.isWithoutRoom) return "FINE"
  return fault._tag === "BankStatusError" && fault.status < 500 && meaningOf(fault) !== "OPERATOR" ? "FINE" : "FAILED"
}
