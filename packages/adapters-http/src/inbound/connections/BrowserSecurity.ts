/**
 * Protects against hostile web pages that make a visitor's browser send requests (spec 7). Checks the host, recognizes
 * the service's own pages, handles pages from other origins, and adds security headers to every response.
 */
import { Option } from "effect"
import * as IpAddressRange from "../../addresses/IpAddressRange.ts"
import { isIP } from "node:net"
import type { IncomingMessage } from "node:http"

/**
 * The host names that a listener on this machine accepts. A website can make its own name resolve to this machine (DNS
 * rebinding), and browsers then treat its pages as if they were the service's own. Only `Host` reveals this.
 */
export interface AllowedHosts {
  /** Returns true if the host name is accepted. The port does not matter. */
  readonly has: (host: string | undefined) => boolean
}

export const anyHost: AllowedHosts = { has: () => true }

const isLoopback = (url: URL): boolean =>
  url.hostname === "localhost" || Option.exists(IpAddressRange.ipLiteralOf(url), IpAddressRange.isLoopback)

/** Returns `Host` as a URL if it can only refer to this machine, regardless of DNS. */
export const loopbackUrlOf = (host: string | undefined): Option.Option<URL> =>
  Option.filter(Option.fromNullishOr(URL.parse(`http://${host}`)), isLoopback)

/** The loopback names and, if there is a public URL, its host name. */
export const localHosts = (publicUrl: Option.Option<string>): AllowedHosts => {
  const publicName = Option.getOrUndefined(Option.map(publicUrl, (url) => new URL(url).hostname))
  let last: string | undefined
  return {
    has: (host) => {
      // The last host name is cached, because clients rarely change it and parsing it takes longer than parsing the
      // rest of a poll's head.
      if (host !== undefined && host === last) return true
      const isOurs =
        Option.isSome(loopbackUrlOf(host)) ||
        (publicName !== undefined && URL.parse(`http://${host}`)?.hostname === publicName)
      if (isOurs) last = host
      return isOurs
    }
  }
}

const isFixed = ({ hostname }: URL): boolean =>
  hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/gu, "")) !== 0

/**
 * Returns the origins of the Connect page. The origin of the public URL is always one of them, because `Host` may be an
 * internal name behind a proxy. If `Host` is an IP address or `localhost`, `Host` with the public URL's scheme is
 * another. Other names in `Host` are ignored, because any name could resolve to this machine (DNS rebinding).
 */
export const connectPageOrigins = (host: string | undefined, publicAddress: string): ReadonlyArray<string> => {
  const known = new URL(publicAddress)
  const asked = URL.parse(`${known.protocol}//${host}`)
  return asked !== null && isFixed(asked) ? [known.origin, asked.origin] : [known.origin]
}

/**
 * Returns true if the request comes from a page whose origin is not in `own`. Browsers send `Origin` and
 * `Sec-Fetch-Site`, and pages cannot change them. Other programs send neither, but they have no cookies to misuse.
 */
export const isCrossOrigin = (
  { origin, "sec-fetch-site": site }: Readonly<Record<string, string | undefined>>,
  own: ReadonlyArray<string>
): boolean => {
  if (site !== undefined && site !== "same-origin") return true
  return origin !== undefined && !own.includes(origin.toLowerCase())
}

/**
 * Handles cross-origin pages (CORS, in the Fetch standard). A browser lets such a page read a response only if the
 * response allows its origin. Cookies are never allowed, so a page can use only credentials of its own.
 */
export interface Cors {
  /** Returns the header lines for the response, including line endings. */
  readonly headerLinesFor: (request: IncomingMessage) => string
  /**
   * Returns the header fields for the response to a preflight request, in which a browser asks whether a page of an
   * allowed origin may send a request. Returns `undefined` for any other request.
   */
  readonly preflightFor: (request: IncomingMessage) => Readonly<Record<string, string>> | undefined
}

export const noCors: Cors = { headerLinesFor: () => "", preflightFor: () => undefined }

// For requests without cookies, `*` means all names except `Authorization`.
const preflight = {
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "600"
}

/** Allows pages from these origins, for example `https://app.example`. */
export const corsOf = (origins: ReadonlyArray<string>): Cors => {
  if (origins.length === 0) return noCors
  // Keeps caches from giving one origin's response to another.
  const vary = "vary: Origin\r\n"
  const exposed = "access-control-expose-headers: *\r\n"
  const lines = new Map(
    origins.map((origin) => [origin, `${vary}access-control-allow-origin: ${origin}\r\n${exposed}`] as const)
  )
  const linesFor = ({ headers }: IncomingMessage): string => lines.get(headers.origin ?? "") ?? vary
  return {
    headerLinesFor: linesFor,
    preflightFor: ({ headers, method }) =>
      method === "OPTIONS" && headers["access-control-request-method"] !== undefined && lines.has(headers.origin ?? "")
        ? preflight
        : undefined
  }
}

/**
 * The default security headers. A response can override them, because pages have their own policy and some responses
 * may be cached. They are defined in one place, because browsers ignore some fields that occur twice. Their text is
 * prepared in advance, because building it for every poll would be too slow (ADR 9).
 */
export const defaultHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // Pages from other origins can neither load a response nor keep a reference to one of Sheaf's windows.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin"
} as const

const defaultNames = Object.keys(defaultHeaders)

/** After a response over TLS, browsers use only TLS for a year (RFC 6797). */
const overTls = { "strict-transport-security": "max-age=31536000" } as const

const linesOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/**
 * Prepares the default header lines for every combination of header fields that a response can set itself. The index in
 * the list is a bit mask: bit `n` is set if the response has field `n`.
 */
const preparedLines = (more: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Array.from({ length: 2 ** defaultNames.length }, (_, own) => {
    const missing = Object.entries(defaultHeaders).filter((_field, index) => ((own >> index) & 1) === 0)
    return linesOf({ ...Object.fromEntries(missing), ...more })
  })

const plainLines = preparedLines({})
const secureLines = preparedLines(overTls)

/** Names are in lower case. */
type Fields = Readonly<Record<string, unknown>>

export const securityHeaderLines = (fields: Fields | undefined, isSecure: boolean): string => {
  let own = 0
  if (fields !== undefined) {
    for (let index = 0; index < defaultNames.length; index++)
      if (fields[defaultNames[index] ?? ""] !== undefined) own |= 1 << index
  }
  return (isSecure ? secureLines : plainLines)[own] ?? ""
}
