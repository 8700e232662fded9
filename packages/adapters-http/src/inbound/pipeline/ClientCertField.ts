/**
 * The header field in which a proxy that ends TLS hands on the certificate that a client has shown to it (RFC 9440). It is
 * believed from configured addresses alone: anybody can write a header (decisions 15).
 */
import { Option } from "effect"
import { BlockList, isIP } from "node:net"

/** A byte sequence as RFC 8941 §3.3.5 writes it. */
const byteSequence = /^ *:([A-Za-z0-9+/]+={0,2}): *$/

/** The certificate in the value of `Client-Cert`, in DER; nothing when it holds anything but one. */
export const read = (value: string): Option.Option<Uint8Array> =>
  Option.map(Option.fromUndefinedOr(byteSequence.exec(value)?.[1]), (base64) => Buffer.from(base64, "base64"))

/** The addresses of proxies. */
export interface Proxies {
  /** Whether the other end of a connection is one of them. */
  readonly has: (address: string | undefined) => boolean
}

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Whether a text is an address, or a network of them: `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const isAddressOrNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/")
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^(0|[1-9][0-9]{0,2})$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32))
}

/** The proxies at these addresses and in these networks. */
export const proxiesAt = (entries: ReadonlyArray<string>): Proxies => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/")
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  return { has: (address) => entries.length > 0 && address !== undefined && list.check(address, family(address)) }
}
