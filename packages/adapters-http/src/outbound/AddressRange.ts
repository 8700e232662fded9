/**
 * The ranges of IP addresses that outbound calls tell apart (decisions 9): a configured host can resolve to an address of
 * the public internet, and plain HTTP is for this machine or a private network. The rest are other entries of IANA's
 * special-purpose registries (RFC 6890 and its updates).
 */
import { Result } from "effect"
import type { Option } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

const networks = (...texts: ReadonlyArray<string>) => texts.map(IpNetwork.fromStringUnsafe)

const special4 = networks(
  "0.0.0.0/8", // this network; 0.0.0.0 reaches this machine
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local, and the metadata services of clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4" // reserved, and broadcast
)

const loopback4 = networks("0.0.0.0/32", "127.0.0.0/8")
const loopback6 = networks("::/128", "::1/128")

const private4 = networks(
  "10.0.0.0/8", // RFC 1918, with the next two
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16" // link-local
)
const private6 = networks(
  "fc00::/7", // unique local
  "fe80::/10" // link-local
)

/** An IPv4 address in the form of IPv6: the connection goes to the address that it carries. */
const mapped = IpNetwork.fromStringUnsafe("::ffff:0:0/96")

/** Everything outside it is loopback, unspecified, mapped, unique-local, link-local, multicast, or unassigned. */
const globalUnicast6 = IpNetwork.fromStringUnsafe("2000::/3")

const special6 = networks(
  "2001::/23", // protocol assignments, and Teredo, which carries an IPv4 address
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, which carries an IPv4 address
  "3fff::/20" // documentation
)

/** Behind NAT64, the hosts of the IPv4 internet are found here (RFC 6052). */
const translated = IpNetwork.fromStringUnsafe("64:ff9b::/96")

const within = (address: NetAddress.IpAddress) => (network: IpNetwork.IpNetwork) => IpNetwork.contains(network, address)

const ipv4Of = (address: NetAddress.Ipv6Address): NetAddress.Ipv4Address =>
  NetAddress.ipv4FromBytesUnsafe(Uint8Array.from(NetAddress.ipv6ToOctets(address).slice(-4)))

/**
 * Whether an address is one of the public internet: not this machine's, not a private network's, and none that carries
 * such an address inside itself.
 *
 * @example isPublic(NetAddress.ipFromStringUnsafe("169.254.169.254")) // false
 */
export const isPublic = (address: NetAddress.IpAddress): boolean => {
  if (NetAddress.isIpv4Address(address)) return !special4.some(within(address))
  if (within(address)(translated)) return isPublic(ipv4Of(address))
  return within(address)(globalUnicast6) && !special6.some(within(address))
}

const isOf =
  (of4: ReadonlyArray<IpNetwork.IpNetwork>, of6: ReadonlyArray<IpNetwork.IpNetwork>) =>
  (address: NetAddress.IpAddress): boolean => {
    if (NetAddress.isIpv4Address(address)) return of4.some(within(address))
    if (within(address)(mapped)) return of4.some(within(ipv4Of(address)))
    return of6.some(within(address))
  }

/** Whether whoever listens at an address does so on this machine. */
export const isLoopback = isOf(loopback4, loopback6)

/**
 * Whether an address is this machine's or a private network's: less than what is not public. Relays and translators, and
 * the networks between a carrier and its customers, are neither.
 *
 * @example isPrivate(NetAddress.ipFromStringUnsafe("::ffff:8.8.8.8")) // false, as it is not public either
 */
export const isPrivate = isOf([...loopback4, ...private4], [...loopback6, ...private6])

/**
 * The address that the host of a URL is; none where it is a name, which has to be looked up. A `URL` has brought every
 * other notation (`0x7f.1`, `2130706433`) into the usual one.
 */
export const literalOf = ({ hostname }: URL): Option.Option<NetAddress.IpAddress> =>
  Result.getSuccess(NetAddress.ipFromString(hostname.replace(/^\[|\]$/g, "")))
