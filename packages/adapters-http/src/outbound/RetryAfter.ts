/** The pause that a server requests with `Retry-After` (RFC 9110 §10.2.3). */
import type { Headers } from "effect/http"

/**
 * Returns the requested pause in milliseconds, if any. `now` is this machine's time. A date is measured against the
 * response's own `Date`, because the server's clock can be hours off.
 */
export const millisOf = (headers: Headers.Headers, now: number): number | undefined => {
  const text = headers["retry-after"] ?? ""
  const theirs = Date.parse(headers["date"] ?? "")
  const millis = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - (Number.isNaN(theirs) ? now : theirs)
  return Number.isFinite(millis) && millis > 0 ? Math.ceil(millis) : undefined
}
