/** The failures of calls to other servers. */
import { Schema } from "effect"

/**
 * - FORBIDDEN_ADDRESS: the host resolves to an address that its entry does not allow. Nothing was sent.
 * - OUTSIDE_BASE: the URL has another scheme, host or port than the target. Nothing was sent.
 * - UNREACHABLE: no connection, an untrusted certificate, or a connection that broke before the response was complete.
 * - TIMEOUT: the response was not complete in time.
 * - TOO_LARGE: the response exceeds the target's limit, or too many interim responses precede it.
 * - NO_ROOM: Sheaf holds too much data to read the response.
 * - REDIRECTED: the response is a redirect (3xx). Redirects are not followed.
 * - MALFORMED: the response is not JSON, or its JSON does not match the schema.
 */
export const OutboundErrorReason = Schema.Literals([
  "FORBIDDEN_ADDRESS",
  "OUTSIDE_BASE",
  "UNREACHABLE",
  "TIMEOUT",
  "TOO_LARGE",
  "NO_ROOM",
  "REDIRECTED",
  "MALFORMED"
])
export type OutboundErrorReason = typeof OutboundErrorReason.Type

/** A call without a usable response. Safe for logs: it names the target's origin, but no path, query, header or body. */
export class OutboundError extends Schema.TaggedError<OutboundError>()("OutboundError", {
  reason: OutboundErrorReason,
  origin: Schema.String,
  /** The code of the system's error, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  code: Schema.optionalKey(Schema.String),
  /** The status of a redirect. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `${this.origin}: ${this.reason}${this.code === undefined ? "" : ` (${this.code})`}`
  }

  /** True if Sheaf could not reach the server. False if the server's response was wrong. */
  get isUnreachable(): boolean {
    return this.reason === "FORBIDDEN_ADDRESS" || this.reason === "UNREACHABLE" || this.reason === "TIMEOUT"
  }

  /** True if the server responded, but Sheaf had no memory for the response. A retry can succeed. */
  get isWithoutRoom(): boolean {
    return this.reason === "NO_ROOM"
  }
}

/** A response with an unsuccessful HTTP status. */
export class UnexpectedStatusError extends Schema.TaggedError<UnexpectedStatusError>()("UnexpectedStatusError", {
  status: Schema.Int,
  /** The server's own code, if its protocol has one. */
  errorCode: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `the server responded with ${this.status}${this.errorCode === undefined ? "" : ` ${this.errorCode}`}`
  }
}
