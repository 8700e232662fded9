/** Errors of calls to external servers. */
import { Schema } from "effect"

/**
 * - FORBIDDEN_ADDRESS: the host resolves to an address that the target's configuration does not allow. Nothing was sent.
 * - OUTSIDE_BASE: the URL is not at the target's scheme, host and port. Nothing was sent.
 * - UNREACHABLE: the connection failed, the server's certificate was not trusted, or the connection broke before the
 *   response was complete.
 * - TIMEOUT: the response was not complete in time.
 * - TOO_LARGE: the response exceeds the target's limit, or too many interim responses came first.
 * - NO_ROOM: there is not enough memory at the moment to read the response.
 * - REDIRECTED: the response is a redirect (3xx). Redirects are not followed.
 * - MALFORMED: the response is not JSON, or does not match the schema.
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

/**
 * The call got no usable response. Safe to log: the error names the target's origin, but no path, query, header or
 * body.
 */
export class OutboundError extends Schema.TaggedError<OutboundError>()("OutboundError", {
  reason: OutboundErrorReason,
  origin: Schema.String,
  /** The system's error code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  code: Schema.optionalKey(Schema.String),
  /** Present only for REDIRECTED. */
  status: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return `${this.origin}: ${this.reason}${this.code === undefined ? "" : ` (${this.code})`}`
  }

  get isUnreachable(): boolean {
    return this.reason === "FORBIDDEN_ADDRESS" || this.reason === "UNREACHABLE" || this.reason === "TIMEOUT"
  }

  get isWithoutRoom(): boolean {
    return this.reason === "NO_ROOM"
  }
}

export class UnexpectedStatusError extends Schema.TaggedError<UnexpectedStatusError>()("UnexpectedStatusError", {
  status: Schema.Int,
  errorCode: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `the server responded with ${this.status}${this.errorCode === undefined ? "" : ` ${this.errorCode}`}`
  }
}
