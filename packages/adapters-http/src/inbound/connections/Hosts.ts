/**
 * The names under which a listener on this machine responds. A website can let its own name resolve to this machine (DNS
 * rebinding), and its pages then count as pages of the same origin. Only the `Host` field shows the name.
 */
import { Option } from "effect"
import * as AddressRange from "../../addresses/AddressRange.ts"

export interface Hosts {
  /** Returns true if a `Host` field has one of the names. The port does not matter. */
  readonly has: (host: string | undefined) => boolean
}

/** Every name. */
export const all: Hosts = { has: () => true }

const isLoopback = (url: URL): boolean =>
  url.hostname === "localhost" || Option.exists(AddressRange.literalOf(url), AddressRange.isLoopback)

/** Returns the `Host` field as a URL if it names this machine without the help of DNS. */
export const loopbackIn = (host: string | undefined): Option.Option<URL> =>
  Option.filter(Option.fromNullishOr(URL.parse(`http://${host}`)), isLoopback)

/** The loopback names, and the name in the public URL if there is one. */
export const local = (publicUrl: Option.Option<string>): Hosts => {
  const publicName = Option.getOrUndefined(Option.map(publicUrl, (url) => new URL(url).hostname))
  let last: string | undefined
  return {
    has: (host) => {
      // Parsing takes longer than the rest of a poll's head, and clients rarely change the name.
      if (host !== undefined && host === last) return true
      const isOurs =
        Option.isSome(loopbackIn(host)) ||
        (publicName !== undefined && URL.parse(`http://${host}`)?.hostname === publicName)
      if (isOurs) last = host
      return isOurs
    }
  }
}
