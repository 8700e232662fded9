/**
 * Checks IP addresses against lists of addresses and networks, such as the configured proxies. Also extracts the part
 * of an address that identifies a caller (spec 5.3, 8).
 */
import { BlockList, isIP } from "node:net"

export interface Networks {
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

export const none: Networks = new Set<string | undefined>()

/** An IPv4 entry also covers its IPv4-mapped IPv6 addresses (`::ffff:…`). */
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

const capacity = 1024

/** Caches lists by their text, because building a list takes longer than searching it. */
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

/** Returns an IPv4 address unchanged, or the first `groups` 16-bit groups of an IPv6 address. */
const prefixOf = (address: string, groups: number): string => {
  if (isIP(address) !== 6) return address
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0")
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")
}

/** Limits apply per IPv4 address, or per 64-bit IPv6 prefix. */
export const prefix64Of = (address: string): string => prefixOf(address, 4)

/**
 * Identifies an address's site: the IPv4 address, or the first 48 bits of an IPv6 address. A site can have a 48-bit
 * prefix, and thus 65,536 64-bit networks (RFC 6177 §2). A shorter prefix would combine unrelated customers of an
 * internet provider.
 */
export const prefix48Of = (address: string): string => prefixOf(address, 3)
