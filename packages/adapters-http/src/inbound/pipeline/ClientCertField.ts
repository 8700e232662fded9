/**
 * The header field in which a TLS-terminating proxy forwards the client certificate (RFC 9440). Sheaf trusts the field
 * only from configured addresses, because any client can send a header (decisions 15).
 */
import { Option } from "effect"
import { BlockList, isIP } from "node:net"

/** A byte sequence (RFC 8941 §3.3.5). */
const byteSequence = /^ *:([A-Za-z0-9+/]+={0,2}): *$/

/** Reads the DER certificate from the value of `Client-Cert`. Returns none unless it is a single byte sequence. */
export const read = (value: string): Option.Option<Uint8Array> =>
  Option.map(Option.fromUndefinedOr(byteSequence.exec(value)?.[1]), (base64) => Buffer.from(base64, "base64"))

export interface Proxies {
  /** Returns true if a connection's peer is a configured proxy. */
  readonly has: (address: string | undefined) => boolean
}

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Returns true if a text is an IP address or a network, such as `10.0.0.7`, `10.0.0.0/8` or `2001:db8::/32`. */
export const isAddressOrNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^(0|[1-9][0-9]{0,2})$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}

/** The proxies at these addresses and networks. */
export const proxiesAt = (entries: ReadonlyArray<string>): Proxies => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return { has: (address) => entries.length > 0 && address !== undefined && list.check(address, family(address)) }
}
