/** Why a call of another server gave no answer that can be used. */
import { Schema } from "effect"

/**
 * - FORBIDDEN_ADDRESS: the name resolves to this machine or to a private network, and its entry does not allow that; or
 *   it would be called without TLS, and resolves to anything else. Nothing was sent.
 * - OUTSIDE_BASE: the request's address is of another scheme, host or port than the target's. Nothing was sent.
 * - UNREACHABLE: no connection, no trust in it, or it was cut before the answer was complete.
 * - TIMEOUT: the answer was not complete in time.
 * - TOO_LARGE: the answer is longer than the target may answer.
 * - REDIRECTED: the answer is elsewhere (3xx), and redirects are not followed.
 * - MALFORMED: the answer is no JSON, or JSON of another shape.
 */
export const OutboundReason = Schema.Literals([
  "FORBIDDEN_ADDRESS",
  "OUTSIDE_BASE",
  "UNREACHABLE",
  "TIMEOUT",
  "TOO_LARGE",
  "REDIRECTED",
  "MALFORMED"
])
export type OutboundReason = typeof OutboundReason.Type

/**
 * Says what went wrong and where, for logs. It holds scheme, host and port of the target, which are configuration: never
 * a path, a query, a header, or anything of a body.
 */
export class OutboundError extends Schema.TaggedError<OutboundError>()("OutboundError", {
  reason: OutboundReason,
  origin: Schema.String,
  /** The code of the system's error, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  code: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `${this.origin}: ${this.reason}${this.code === undefined ? "" : ` (${this.code})`}`
  }
}
