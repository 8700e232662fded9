/** Checks the URLs in a bank's responses: pages that people's browsers open, and links that Sheaf follows (spec 16). */
import { Option } from "effect"
import * as IpAddressRange from "../../addresses/IpAddressRange.ts"

export interface RedirectPolicy {
  readonly base: URL
  /** Other allowed hosts, each with its port unless the port is 443. */
  readonly redirectHosts: ReadonlyArray<string>
  /** Also allows URLs on this machine, on any port and even over plain HTTP. */
  readonly allowPrivateAddresses: boolean
}

const isThisMachine = (url: URL): boolean =>
  /^(?:.+\.)?localhost$/.test(url.hostname) || Option.exists(IpAddressRange.ipLiteralOf(url), IpAddressRange.isLoopback)

/** The maximum length of a page's URL, in characters. Browsers and servers still accept URLs this long. */
const maxPageUrl = 8_000

/**
 * Returns the normalized URL of a bank's page, or `undefined` if Sheaf must not send anybody to that URL. The URL is
 * normalized because browsers differ in how they parse unnormalized ones.
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
 * Resolves a link that Sheaf itself follows. Some banks omit the base URL's path, so a link that begins with
 * `pathPrefix` is relative to the base URL. The client later rejects links to other hosts.
 */
export const normalizeLink = (href: string, base: URL, pathPrefix: string): string => {
  const start = `/${pathPrefix}/`
  return pathPrefix !== "" && href.startsWith(start) && !base.pathname.startsWith(start) ? href.slice(1) : href
}
