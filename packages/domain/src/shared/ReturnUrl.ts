/**
 * Return URLs: the client's URLs to which Sheaf redirects people once they have finished at the bank (spec 2.4). Sheaf
 * compares them as text, so it accepts only URLs that browsers leave unchanged.
 */
import { Option, Result } from "effect"
import type { Violation } from "./Violation.ts"
import { isLoopbackHost } from "./IpAddress.ts"

export const maxLength = 2000

/**
 * The return URL of a consent, a collection or a Connect session, with the client's `state`, which the redirect
 * repeats.
 */
export interface ReturnTarget {
  readonly returnUrl: string
  readonly state?: string
}

export interface AllowedReturnUrls {
  readonly registered: ReadonlyArray<string>
  readonly isLoopbackAllowed: boolean
}

export interface RedirectParameters {
  readonly state?: string
  readonly consentId?: string
  readonly collectionId?: string
  readonly connectSessionId?: string
  readonly code?: string
}

const added = ["state", "consentId", "collectionId", "connectSessionId", "code"] as const satisfies ReadonlyArray<
  keyof RedirectParameters
>

/** Scheme, authority, path, query and fragment. */
const parts = /^(https?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/su

/** The last label must not begin with a digit, because browsers could mistake the name for an IPv4 address. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?$/u
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/u
const ipv6Loopback = "[::1]"

const isHost = (host: string): boolean => hostName.test(host) || ipv4.test(host) || host === ipv6Loopback

const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" }

const isPort = (port: string, scheme: string): boolean =>
  /^[1-9]\d{0,4}$/u.test(port) && Number(port) <= 65_535 && port !== defaultPorts[scheme]

/** Allow the URL characters that browsers leave unchanged, except `*`, which is the wildcard. */
const pathForm = /^(?:\/(?:[A-Za-z0-9\-._~!$&()+,;=:@]|%[0-9A-Fa-f]{2})*)+$/u
const queryForm = /^(?:[A-Za-z0-9\-._~!$&()+,;=:@/?]|%[0-9A-Fa-f]{2})*$/u

/** Browsers remove `.` and `..` segments, even when encoded. */
const dotSegment = /\/(?:\.|%2e){1,2}(?=\/|$)/iu

const namesIn = (query: string): ReadonlyArray<string> =>
  query.split("&").map((pair) => (pair.split("=")[0] ?? "").replace(/%([0-7][0-9A-Fa-f])/gu, unescaped))

const unescaped = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16))

interface Parsed {
  readonly scheme: string
  readonly host: string
}

/** An app's own scheme in reverse-domain form, with a path (RFC 8252 §7.1): `com.example.app:/done`. */
const appParts = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9][a-z0-9+-]*)+:(\/[^?#]*)(?:\?([^#]*))?$/su

/** Returns true for a URL whose scheme belongs to an app. Other apps can claim the same scheme. */
export const isAppAddress = (text: string): boolean => appParts.test(text)

/**
 * Returns a violation if browsers would change the path or the query, or if the query has a parameter that Sheaf itself
 * adds.
 */
const placeViolation = (path: string, query: string | undefined): string | undefined => {
  if (!pathForm.test(path)) return "expected a path that starts with / and has only ASCII characters of a URL"
  if (dotSegment.test(path)) return "expected a path without the segments . and .."
  if (query === undefined) return undefined
  if (!queryForm.test(query)) return "expected a query of ASCII characters of a URL"
  const reserved = added.find((name) => namesIn(query).includes(name))
  return reserved && `expected no query parameter ${reserved}, because Sheaf adds it`
}

/** Returns a URL's scheme and host. Fails if the URL is not normalized, because browsers would change it. */
export const parse = (text: string): Result.Result<Parsed, string> => {
  const [, scheme, authority, path, query, fragment] = parts.exec(text) ?? []
  if (scheme === undefined || authority === undefined || path === undefined)
    return Result.fail("expected an https address")
  if (text.length > maxLength) return Result.fail(`expected at most ${maxLength} characters`)
  if (authority.includes("@")) return Result.fail("expected no username or password")
  if (fragment !== undefined) return Result.fail("expected no fragment")
  if (text.includes("*")) return Result.fail("expected no wildcard, because Sheaf compares whole addresses")
  const [, host = "", port] = /^(.*?)(?::(\d*))?$/su.exec(authority) ?? []
  if (!isHost(host)) return Result.fail("expected a host name in lower-case ASCII letters, without a dot at its end")
  if (port !== undefined && !isPort(port, scheme))
    return Result.fail("expected a port from 1 to 65535, and no port if it is the default")
  const issue = placeViolation(path, query)
  return issue === undefined ? Result.succeed({ scheme, host }) : Result.fail(issue)
}

/**
 * Returns the rule that prevents a URL's registration, or `undefined` if it can be registered.
 *
 * @example
 * registrationViolationOf("https://app.example/back?tab=banks") // undefined
 * registrationViolationOf("com.example.app:/back") // undefined
 * registrationViolationOf("https://App.example/back") // "expected a host name in lower-case ASCII letters, without a dot at its end"
 */
export const registrationViolationOf = (text: string): string | undefined => {
  const [, appPath, appQuery] = appParts.exec(text) ?? []
  if (appPath !== undefined && text.length <= maxLength) return placeViolation(appPath, appQuery)
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return parsed.failure
  return parsed.success.scheme === "https" ? undefined : "expected an https address"
}

/** Text that is not only spaces and has no control, formatting or line-separating characters. */
const printable = /^(?=.*[^\p{Zs}])[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+$/u

export const isPrintable = (text: string): boolean => printable.test(text)

export const isLoopback = (text: string): boolean =>
  Option.exists(Result.getSuccess(parse(text)), ({ host }) => isLoopbackHost(host))

export const isAllowed = (text: string, { isLoopbackAllowed, registered }: AllowedReturnUrls): boolean =>
  registered.includes(text) || (isLoopbackAllowed && isLoopback(text))

export const requestViolationsOf = (
  { returnUrl, state }: Partial<ReturnTarget>,
  returns: AllowedReturnUrls
): ReadonlyArray<Violation> => {
  const invalid = (pointer: string, detail: string): Violation => ({ pointer, code: "INVALID_FIELD", detail })
  if (returnUrl === undefined) return state === undefined ? [] : [invalid("/state", "Allowed only with returnUrl.")]
  return [
    ...(isAllowed(returnUrl, returns)
      ? []
      : [invalid("/returnUrl", "The client has not registered this return address.")]),
    ...(state === undefined || isPrintable(state)
      ? []
      : [invalid("/state", "Expected printable characters, of which at least one is visible.")])
  ]
}

export const returnTargetOf = ({ returnUrl, state }: Partial<ReturnTarget>): ReturnTarget | undefined =>
  returnUrl === undefined ? undefined : { returnUrl, ...(state !== undefined && { state }) }

export const withParameters = (address: string, parameters: RedirectParameters): string => {
  const query = added.flatMap((name) => {
    const value = parameters[name]
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
  })
  // No separator is needed after the `?` that begins an empty query, or after an `&` at the end of the query. An `&` at
  // the end of a path and a further `?` in a query are ordinary characters.
  const separator = !address.includes("?") ? "?" : /^[^?]*\?$|&$/u.test(address) ? "" : "&"
  return `${address}${separator}${query.join("&")}`
}
