/** Requests that a page of another origin caused (the Fetch standard). */
import { isIP } from "node:net"

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
