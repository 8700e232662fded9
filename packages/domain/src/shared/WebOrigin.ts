/**
 * The origins of web pages that may embed Connect (spec 13). They appear in `frame-ancestors` and are compared as text
 * with what browsers send, so only the serialized form of an origin (RFC 6454 §6.2) is accepted.
 */
import { Result } from "effect"
import { isLoopbackHost } from "./IpAddress.ts"
import * as ReturnUrl from "./ReturnUrl.ts"

const form = /^https?:\/\/[^/?#\\]*$/su

/**
 * Returns the rule that keeps an origin from being registered, or `undefined` if it can be. Only pages on this machine
 * may use http.
 *
 * @example
 * registrationViolationOf("https://shop.example:8443") // undefined
 * registrationViolationOf("https://shop.example/") // "expected only scheme, host and port, such as https://shop.example"
 */
export const registrationViolationOf = (text: string): string | undefined => {
  if (!form.test(text)) return "expected only scheme, host and port, such as https://shop.example"
  // A policy for frames cannot name an IPv6 address.
  if (text.includes("[")) return "expected a host name or an IPv4 address"
  const parsed = ReturnUrl.parse(`${text}/`)
  if (Result.isFailure(parsed)) return parsed.failure
  const { host, scheme } = parsed.success
  return scheme === "https" || isLoopbackHost(host) ? undefined : "expected https, unless the page is on this machine"
}
