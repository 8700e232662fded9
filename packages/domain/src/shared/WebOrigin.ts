/**
 * The origins of web pages that may embed Connect (spec 13). Only the serialized form of an origin is accepted (RFC
 * 6454 §6.2), because Sheaf sends origins in `frame-ancestors` and compares them as text with those that browsers send.
 */
import { Result } from "effect"
import { isLoopbackHost } from "./IpAddress.ts"
import * as ReturnUrl from "./ReturnUrl.ts"

const form = /^https?:\/\/[^/?#\\]*$/su

/**
 * Returns the rule that prevents an origin's registration, or `undefined` if the origin can be registered. Only pages
 * on this machine may use http.
 *
 * @example
 * registrationViolationOf("https://shop.example:8443") // undefined
 * registrationViolationOf("https://shop.example/") // "expected only scheme, host and port, such as https://shop.example"
 */
export const registrationViolationOf = (text: string): string | undefined => {
  if (!form.test(text)) return "expected only scheme, host and port, such as https://shop.example"
  // `frame-ancestors` cannot contain an IPv6 address.
  if (text.includes("[")) return "expected a host name or an IPv4 address"
  const parsed = ReturnUrl.parse(`${text}/`)
  if (Result.isFailure(parsed)) return parsed.failure
  const { host, scheme } = parsed.success
  return scheme === "https" || isLoopbackHost(host) ? undefined : "expected https, unless the page is on this machine"
}
