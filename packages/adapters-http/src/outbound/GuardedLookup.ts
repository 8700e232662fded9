/**
 * The lookup of a socket that is being connected. What it gives is what the socket connects to: a name cannot resolve to
 * one address when it is checked, and to another when it is used (DNS rebinding; decisions 9).
 */
import { Effect } from "effect"
import { NetAddress } from "effect/net"
import type { Dns } from "effect/net"
import type { LookupFunction } from "node:net"

/** The name resolves to an address that must not be connected to. */
export class ForbiddenAddress extends Error {
  readonly code = "FORBIDDEN_ADDRESS"
}

/** The name does not resolve. */
class LookupFailed extends Error {
  readonly code: string
  constructor(reason: Dns.DnsErrorReason) {
    super("the name does not resolve")
    this.code = `DNS_${reason.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()}`
  }
}

const familyOf = (family: number | string | undefined): NetAddress.IpFamily | undefined => {
  if (family === 4 || family === "IPv4") return "IPv4"
  return family === 6 || family === "IPv6" ? "IPv6" : undefined
}

const native = (address: NetAddress.IpAddress) => ({
  address: NetAddress.formatIp(address),
  family: NetAddress.isIpv4Address(address) ? 4 : 6
})

/**
 * Looks names up for sockets. A name with any address that is not allowed is refused as a whole: a server of the public
 * internet has none of a private network, and the other way round.
 */
export const make =
  (dns: Dns.Dns["Service"], allows: (address: NetAddress.IpAddress) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    const answered = Effect.match(dns.lookup(hostname, { family: familyOf(options.family) }), {
      onFailure: ({ reason }) => callback(new LookupFailed(reason), []),
      onSuccess: (addresses) => {
        if (!addresses.every(allows)) return callback(new ForbiddenAddress(), [])
        if (options.all === true) return callback(null, addresses.map(native))
        const { address, family } = native(addresses[0])
        callback(null, address, family)
      }
    })
    Effect.runFork(answered)
  }
