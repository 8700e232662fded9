/** The addresses that a bank's response contains: pages for the person's browser, and links for Sheaf (spec 16). */
import { Option } from "effect"
import * as IpAddressRange from "../../addresses/IpAddressRange.ts"

/** The hosts to which a bank can send people's browsers. */
export interface RedirectPolicy {
  /** The base address of the bank's interface. */
  readonly base: URL
  /** Further hosts, with a port unless it is 443. */
  readonly redirectHosts: ReadonlyArray<string>
  /** If true, also allows this machine, over plain HTTP and on any port. */
  readonly allowPrivateAddresses: boolean
}

const isThisMachine = (url: URL): boolean =>
  /^(?:.+\.)?localhost$/.test(url.hostname) || Option.exists(IpAddressRange.ipLiteralOf(url), IpAddressRange.isLoopback)

/**
 * Returns the address of a bank's page, or `undefined` if people must not be sent there. The result is in normalized
 * form, because browsers parse other forms differently.
 */
export const redirectUrlOf = (
  href: string,
  { allowPrivateAddresses, base, redirectHosts }: RedirectPolicy
): string | undefined => {
  if (/[\\\s\p{Cc}]/u.test(href) || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.username !== "" || url.password !== "") return undefined
  const isWeb = url.protocol === "https:" || url.protocol === "http:"
  if (allowPrivateAddresses && isWeb && isThisMachine(url)) return url.href
  if (url.protocol !== "https:") return undefined
  return url.hostname === base.hostname || redirectHosts.includes(url.host) ? url.href : undefined
}

/**
 * Resolves a link that Sheaf follows. Some banks omit the path of the base address, so a link that begins with the path
 * prefix is relative to the base address. The client rejects links to other hosts.
 */
export const normalizeLink = (href: string, base: URL, pathPrefix: string): string => {
  const start = `/${pathPrefix}/`
  return pathPrefix !== "" && href.startsWith(start) && !base.pathname.startsWith(start) ? href.slice(1) : href
}
