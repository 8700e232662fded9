/**
 * What web pages may do, because browsers send requests in their visitors' names (spec 7): the hosts under which the service
 * responds, requests from its own pages, pages of other origins, and the security headers of every response.
 */
import { Option } from "effect"
import * as IpAddressRange from "../../addresses/IpAddressRange.ts"
import { isIP } from "node:net"
import type { IncomingMessage } from "node:http"

/**
 * The names under which a listener on this machine responds. A website can let its own name resolve to this machine (DNS
 * rebinding), and its pages then count as pages of the same origin. Only the `Host` field shows the name.
 */
export interface AllowedHosts {
  /** Returns true if a `Host` field has one of the names. The port does not matter. */
  readonly has: (host: string | undefined) => boolean
}

/** Every name. */
export const anyHost: AllowedHosts = { has: () => true }

const isLoopback = (url: URL): boolean =>
  url.hostname === "localhost" || Option.exists(IpAddressRange.ipLiteralOf(url), IpAddressRange.isLoopback)

/** Returns the `Host` field as a URL if it names this machine without the help of DNS. */
export const loopbackUrlOf = (host: string | undefined): Option.Option<URL> =>
  Option.filter(Option.fromNullishOr(URL.parse(`http://${host}`)), isLoopback)

/** The loopback names, and the name in the public URL if there is one. */
export const localHosts = (publicUrl: Option.Option<string>): AllowedHosts => {
  const publicName = Option.getOrUndefined(Option.map(publicUrl, (url) => new URL(url).hostname))
  let last: string | undefined
  return {
    has: (host) => {
      // Parsing takes longer than the rest of a poll's head, and clients rarely change the name.
      if (host !== undefined && host === last) return true
      const isOurs =
        Option.isSome(loopbackUrlOf(host)) ||
        (publicName !== undefined && URL.parse(`http://${host}`)?.hostname === publicName)
      if (isOurs) last = host
      return isOurs
    }
  }
}

/** Returns true if no DNS record can point this name to another machine. */
const isFixed = ({ hostname }: URL): boolean =>
  hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/gu, "")) !== 0

/**
 * Returns the origins of the Connect page. Behind a proxy, `Host` can be an internal name, so the public address is one. `Host`
 * proves another only for IP addresses and for `localhost`, because any other domain can resolve to this machine (DNS
 * rebinding). The scheme is always that of the public address.
 */
export const connectPageOrigins = (host: string | undefined, publicAddress: string): ReadonlyArray<string> => {
  const known = new URL(publicAddress)
  const asked = URL.parse(`${known.protocol}//${host}`)
  return asked !== null && isFixed(asked) ? [known.origin, asked.origin] : [known.origin]
}

/**
 * Returns true if a page of an origin that is not one of `own` sent the request. Browsers send both fields, and pages cannot
 * change them. Other programs send neither, and have no cookies to misuse.
 */
export const isCrossOrigin = (
  { origin, "sec-fetch-site": site }: Readonly<Record<string, string | undefined>>,
  own: ReadonlyArray<string>
): boolean => {
  if (site !== undefined && site !== "same-origin") return true
  return origin !== undefined && !own.includes(origin.toLowerCase())
}

/**
 * Requests by pages of other origins (the CORS protocol of the Fetch standard). Browsers show a response to such a page only if the
 * response allows the page's origin. No response allows cookies, so pages can use only credentials that they have.
 */
export interface Cors {
  /** Returns the header lines that the response to this request needs, each with its line ending. */
  readonly headerLinesFor: (request: IncomingMessage) => string
  /**
   * Returns the header fields of the response to a preflight request from an allowed origin, with which a browser asks
   * whether it may send another request. Returns `undefined` for every other request.
   */
  readonly preflightFor: (request: IncomingMessage) => Readonly<Record<string, string>> | undefined
}

/** No origin is allowed, and responses do not mention origins. */
export const noCors: Cors = { headerLinesFor: () => "", preflightFor: () => undefined }

// Without cookies, an asterisk stands for all names, except that `Authorization` must be named.
const preflight = {
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "600"
}

/** Allows pages of these origins, such as `https://app.example`. */
export const corsOf = (origins: ReadonlyArray<string>): Cors => {
  if (origins.length === 0) return noCors
  // A cache must not serve a response for one origin to another.
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
 * The security headers of every response that does not set them itself: pages have their own policy, and some responses can be
 * cached. Only this module writes them, so that a response never has one twice: browsers ignore some fields that are repeated.
 * They are prepared once as text, because polls are too frequent to build the same fields each time (ADR 9).
 */
export const defaultHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // Pages of other origins can neither load a response nor keep a reference to a window with one of Sheaf's pages.
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin"
} as const

const defaultNames = Object.keys(defaultHeaders)

/** Browsers that have received a response over TLS use only TLS for a year (RFC 6797). */
const overTls = { "strict-transport-security": "max-age=31536000" } as const

/** Returns header lines, each with its line ending. */
const linesOf = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** The header lines for each combination of fields that a response sets itself. Bit `n` is field `n`. */
const preparedLines = (more: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Array.from({ length: 2 ** defaultNames.length }, (_, own) => {
    const missing = Object.entries(defaultHeaders).filter((_field, index) => ((own >> index) & 1) === 0)
    return linesOf({ ...Object.fromEntries(missing), ...more })
  })

const plainLines = preparedLines({})
const secureLines = preparedLines(overTls)

/** The header fields of a response, by name in lower case. */
type Fields = Readonly<Record<string, unknown>>

/** Returns the lines that a response with these fields lacks. */
export const securityHeaderLines = (fields: Fields | undefined, isSecure: boolean): string => {
  let own = 0
  if (fields !== undefined) {
    for (let index = 0; index < defaultNames.length; index++)
      if (fields[defaultNames[index] ?? ""] !== undefined) own |= 1 << index
  }
  return (isSecure ? secureLines : plainLines)[own] ?? ""
}
