/**
 * The DNS lookup for outbound sockets. A socket connects to the address that was checked, without resolving the name
 * again, so nobody can change the address in between (DNS rebinding; spec 16).
 */
import { Effect } from "effect"
import { NetAddress } from "effect/net"
import type { Dns } from "effect/net"
import type { LookupFunction } from "node:net"

export class ForbiddenAddressError extends Error {
  readonly code = "FORBIDDEN_ADDRESS"
}

class LookupFailed extends Error {
  readonly code: string
  constructor(reason: Dns.DnsErrorReason) {
    super("the host name cannot be resolved")
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
 * Rejects a name if any of its addresses is forbidden, because legitimate names do not mix public and private
 * addresses.
 */
export const make =
  (dns: Dns.Dns["Service"], allows: (address: NetAddress.IpAddress) => boolean): LookupFunction =>
  (hostname, options, callback) => {
    const answered = Effect.match(dns.lookup(hostname, { family: familyOf(options.family) }), {
      onFailure: ({ reason }) => callback(new LookupFailed(reason), []),
      onSuccess: (addresses) => {
        if (!addresses.every(allows)) return callback(new ForbiddenAddressError(), [])
        if (options.all === true) return callback(null, addresses.map(native))
        const { address, family } = native(addresses[0])
        callback(null, address, family)
      }
    })
    Effect.runFork(answered)
  }
