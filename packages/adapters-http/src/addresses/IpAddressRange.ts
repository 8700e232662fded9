/**
 * Classifies the IP addresses of outbound calls (spec 16): public internet, private network, this machine, or one of
 * IANA's special-purpose ranges (RFC 6890 and its updates).
 */
import { Result } from "effect"
import type { Option } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

type RangeKind = "LOOPBACK" | "PRIVATE" | "OTHER"

const kinds: ReadonlyArray<readonly [range: string, kind: RangeKind]> = [
  ["0.0.0.0/32", "LOOPBACK"], // reaches this machine
  ["127.0.0.0/8", "LOOPBACK"],
  ["10.0.0.0/8", "PRIVATE"], // RFC 1918, as are the next two ranges
  ["172.16.0.0/12", "PRIVATE"],
  ["192.168.0.0/16", "PRIVATE"],
  ["169.254.0.0/16", "PRIVATE"], // link-local, including the metadata services of clouds
  ["0.0.0.0/8", "OTHER"], // this network
  ["100.64.0.0/10", "OTHER"], // carrier-grade NAT
  ["192.0.0.0/24", "OTHER"], // protocol assignments
  ["192.0.2.0/24", "OTHER"], // documentation
  ["192.88.99.0/24", "OTHER"], // relays of 6to4
  ["198.18.0.0/15", "OTHER"], // benchmarks
  ["198.51.100.0/24", "OTHER"], // documentation
  ["203.0.113.0/24", "OTHER"], // documentation
  ["224.0.0.0/4", "OTHER"], // multicast
  ["240.0.0.0/4", "OTHER"], // reserved, and broadcast
  ["::/128", "LOOPBACK"],
  ["::1/128", "LOOPBACK"],
  ["fc00::/7", "PRIVATE"], // unique local
  ["fe80::/10", "PRIVATE"], // link-local
  ["2001::/23", "OTHER"], // protocol assignments, and Teredo, which embeds an IPv4 address
  ["2001:db8::/32", "OTHER"], // documentation
  ["2002::/16", "OTHER"], // 6to4, which embeds an IPv4 address
  ["3fff::/20", "OTHER"] // documentation
]

const ranges = kinds.map(([range, kind]) => ({ network: IpNetwork.fromStringUnsafe(range), kind }))

const mapped = IpNetwork.fromStringUnsafe("::ffff:0:0/96")

/** Global unicast. Every other IPv6 range is local, multicast, mapped, translated or unassigned. */
const globalUnicast6 = IpNetwork.fromStringUnsafe("2000::/3")

/** NAT64 addresses, which embed an IPv4 address (RFC 6052). */
const translated = IpNetwork.fromStringUnsafe("64:ff9b::/96")

const ipv4Of = (address: NetAddress.Ipv6Address): NetAddress.Ipv4Address =>
  NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(NetAddress.ipv6ToOctets(address).slice(-4)))

const embeddedIn = (address: NetAddress.IpAddress): NetAddress.IpAddress =>
  NetAddress.isIpv6Address(address) && IpNetwork.contains(mapped, address) ? ipv4Of(address) : address

/**
 * Returns true if an address is on the public internet. An address that embeds a private IPv4 address is not public.
 *
 * @example isPublic(NetAddress.ipFromStringUnsafe("169.254.169.254")) // false
 */
export const isPublic = (address: NetAddress.IpAddress): boolean => {
  const isSpecial = ranges.some(({ network }) => IpNetwork.contains(network, address))
  if (NetAddress.isIpv4Address(address)) return !isSpecial
  if (IpNetwork.contains(translated, address)) return isPublic(ipv4Of(address))
  return IpNetwork.contains(globalUnicast6, address) && !isSpecial
}

export const isPublicIpString = (text: string): boolean =>
  Result.getOrElse(Result.map(NetAddress.ipFromString(text), isPublic), () => false)

/**
 * Normalizes the spelling of an IP address (`2001:DB8:0:0::17` becomes `2001:db8::17`) and unwraps IPv4-mapped
 * addresses. Returns any other string unchanged.
 */
export const canonicalizeAddress = (text: string): string =>
  Result.match(NetAddress.ipFromString(text), {
    onFailure: () => text,
    onSuccess: (address) => NetAddress.formatIp(embeddedIn(address))
  })

const isOf =
  (...wanted: ReadonlyArray<RangeKind>) =>
  (address: NetAddress.IpAddress): boolean => {
    const reached = embeddedIn(address)
    return ranges.some(({ kind, network }) => wanted.includes(kind) && IpNetwork.contains(network, reached))
  }

export const isLoopback = isOf("LOOPBACK")

/**
 * Returns true if an address belongs to this machine or to a private network. Relay, translator and carrier-grade NAT
 * addresses are neither private nor public.
 *
 * @example isLoopbackOrPrivate(NetAddress.ipFromStringUnsafe("::ffff:8.8.8.8")) // false, and it is not public either
 */
export const isLoopbackOrPrivate = isOf("LOOPBACK", "PRIVATE")

/**
 * Returns a URL's host if it is an IP address. `URL` has already normalized other notations (`0x7f.1`, `2130706433`).
 */
export const ipLiteralOf = ({ hostname }: URL): Option.Option<NetAddress.IpAddress> =>
  Result.getSuccess(NetAddress.ipFromString(hostname.replace(/^\[|\]$/g, "")))
