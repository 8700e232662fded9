/** The URLs in a bank's responses: pages for people's browsers, and links for Sheaf (spec 16). */
import { Option } from "effect"
import * as IpAddressRange from "../../addresses/IpAddressRange.ts"

/** The hosts to which a bank may send people's browsers. */
export interface RedirectPolicy {
  /** The base URL of the bank's API. */
  readonly base: URL
  /** Other allowed hosts, each with its port unless the port is 443. */
  readonly redirectHosts: ReadonlyArray<string>
  /** True to allow this machine as well, over plain HTTP and on any port. */
  readonly allowPrivateAddresses: boolean
}

const isThisMachine = (url: URL): boolean =>
  /^(?:.+\.)?localhost$/.test(url.hostname) || Option.exists(IpAddressRange.ipLiteralOf(url), IpAddressRange.isLoopback)

/** The longest URL of a page, in characters, which browsers and servers still accept. */
const maxPageUrl = 8_000

/**
 * Returns the URL of a bank's page, or `undefined` if nobody may be sent there. The URL is normalized, because browsers
 * parse other forms in different ways.
 */
export const redirectUrlOf = (
  href: string,
  { allowPrivateAddresses, base, redirectHosts }: RedirectPolicy
): string | undefined => {
  if (href.length > maxPageUrl || /[\\\s\p{Cc}]/u.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.username !== "" || url.password !== "") return undefined
  const isWeb = url.protocol === "https:" || url.protocol === "http:"
  if (allowPrivateAddresses && isWeb && isThisMachine(url)) return url.href
  if (url.protocol !== "https:") return undefined
  return url.hostname === base.hostname || redirectHosts.includes(url.host) ? url.href : undefined
}

/**
 * Resolves a link for Sheaf's own use. Some banks omit the base URL's path, so a link that begins with the path prefix
 * is relative to the base URL. The client later rejects links to other hosts.
 */
export const normalizeLink = (href: string, base: URL, pathPrefix: string): string => {
  const start = `/${pathPrefix}/`
  return pathPrefix !== "" && href.startsWith(start) && !base.pathname.startsWith(start) ? href.slice(1) : href
}
