/** Lists of IP addresses and networks, for example of configured proxies (spec 5.3, 8). */
import { BlockList, isIP } from "node:net"

export interface Networks {
  /** Returns true if the list contains an address. */
  readonly has: (address: string | undefined) => boolean
}

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Returns true for an IP address or a network, such as `10.0.0.7`, `10.0.0.0/8` or `2001:db8::/32`. */
export const isAddressOrNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^(0|[1-9][0-9]{0,2})$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}

export const none: Networks = { has: () => false }

/**
 * Creates a list from addresses and networks. An IPv4 entry also covers the IPv6 form of its addresses,
 * `::ffff:…`.
 */
export const of = (entries: ReadonlyArray<string>): Networks => {
  if (entries.length === 0) return none
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return { has: (address) => address !== undefined && list.check(address, family(address)) }
}

/** The maximum number of cached lists. */
const capacity = 1024

/** Lists by their text, cached because building a list takes longer than searching it. */
const known = new Map<string, Networks>()

/** Like {@link of}, but cached, for lists that many requests use. */
export const cachedNetworks = (entries: ReadonlyArray<string>): Networks => {
  const name = entries.join(" ")
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= capacity) known.clear()
  const networks = of(entries)
  known.set(name, networks)
  return networks
}
