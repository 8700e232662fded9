/**
 * The names under which a listener on this machine responds. A website can let its own name resolve to this machine (DNS
 * rebinding), and its pages then count as pages of the same origin. Only the `Host` field shows the name.
 */
import { Option } from "effect"
import * as IpAddressRange from "../../addresses/IpAddressRange.ts"

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
