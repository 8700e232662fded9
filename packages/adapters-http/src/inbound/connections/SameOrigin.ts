/** Requests that a page of another origin caused (the Fetch standard). */
import { isIP } from "node:net"

/** Returns true if no DNS record can point this name to another machine. */
const isFixed = (hostname: string): boolean => hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/gu, "")) !== 0

/**
 * Returns true if an origin is the one to which its request went. The `Host` field proves this only for IP addresses
 * and for `localhost`, because any other domain can resolve to this machine (DNS rebinding).
 */
const isHost = (origin: string, host: string | undefined): boolean => {
  if (!URL.canParse(origin)) return false
  const { host: from, hostname } = new URL(origin)
  return from === host && isFixed(hostname)
}

/**
 * Returns true if a page of another origin sent the request. Browsers send both fields, and pages cannot change them. Other
 * programs send neither, and have no cookies to misuse. Behind a proxy, `Host` can be an internal name, so the origin
 * must match the public address.
 */
export const isCrossSite = (headers: Readonly<Record<string, string | undefined>>, publicAddress?: string): boolean => {
  const { host, origin, "sec-fetch-site": site } = headers
  if (site !== undefined && site !== "same-origin") return true
  if (origin === undefined) return false
  return (publicAddress === undefined || origin !== new URL(publicAddress).origin) && !isHost(origin, host)
}
