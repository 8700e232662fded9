/**
 * The address of a request's sender. Behind a configured proxy, it comes from `Forwarded` (RFC 7239) or
 * `X-Forwarded-For`, which are ignored elsewhere, because any client can send them (spec 8).
 */
import type { IncomingHttpHeaders } from "node:http"
import { isIP } from "node:net"
import { TLSSocket } from "node:tls"
import { IncomingRequest } from "./IncomingRequest.ts"
import type { Networks } from "./Networks.ts"

/** Returns the index of the quotation mark that opens the quoted string ending at `end`, or -1. */
const openingOf = (text: string, end: number): number => {
  for (let at = text.lastIndexOf('"', end - 1); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('"', at - 1)) {
    let before = at
    while (text[before - 1] === "\\") before--
    if ((at - before) % 2 === 0) return at
  }
  return -1
}

/**
 * Splits a text at commas or semicolons outside quoted strings, from the right. Proxies append on the right, so nothing
 * that the client wrote on the left can change their part.
 */
const splitFromRight = function* (text: string, separator: "," | ";"): Generator<string> {
  let end = text.length
  for (let at = end - 1; at >= 0; at--) {
    if (text[at] === '"') at = openingOf(text, at)
    else if (text[at] === separator) {
      yield text.slice(at + 1, end)
      end = at
    }
  }
  yield text.slice(0, end)
}

const mapped = /^::ffff:(?=[0-9.]+$)/i

/** Returns the IPv4 form of an IPv4-mapped IPv6 address, and any other address in lower case. */
export const normalize = (address: string): string => address.replace(mapped, "").toLowerCase()

/** An IPv6 address in brackets, or an IPv4 address, with an optional port. */
const node = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/

const parse = (text: string): string | undefined => {
  const [, ipv6, ipv4] = node.exec(text) ?? []
  const address = ipv6 ?? ipv4 ?? text
  return isIP(address) === 0 ? undefined : normalize(address)
}

const forPair = /^\s*for=(?:"([^"\\]*)"|([^"\s]*))\s*$/i

/** Returns the node that a `Forwarded` element names in `for`. There must be exactly one `for`. */
const forOf = (element: string): string => {
  const named = Array.from(splitFromRight(element, ";"), (pair) => forPair.exec(pair)).filter((found) => found !== null)
  return named.length === 1 ? (named[0]?.[1] ?? named[0]?.[2] ?? "") : ""
}

const hopsOf = function* (headers: IncomingHttpHeaders): Generator<string | undefined> {
  const { forwarded, "x-forwarded-for": list } = headers
  // A proxy sets only one of the two fields, so the client may have sent the other.
  if (forwarded !== undefined && list !== undefined) return void (yield undefined)
  if (forwarded !== undefined) for (const element of splitFromRight(forwarded, ",")) yield parse(forOf(element))
  if (list !== undefined) for (const text of String(list).split(",").toReversed()) yield parse(text.trim())
}

/** Returns the caller's address behind `proxies`, or `undefined` if all known addresses are proxies'. */
const find = ({ headers, socket }: IncomingRequest, proxies: Networks): string | undefined => {
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return undefined
  if (!proxies.has(remoteAddress)) return normalize(remoteAddress)
  // A proxy that does not decrypt TLS cannot add fields, so these come from the client.
  if (socket instanceof TLSSocket) return undefined
  for (const hop of hopsOf(headers)) if (hop === undefined || !proxies.has(hop)) return hop
  return undefined
}

/**
 * Returns the caller's address for the `source` of the server's request, or `undefined` if only a proxy's address is
 * known, because limits per address do not apply to proxies.
 */
export const remoteAddress = (source: object): string | undefined =>
  source instanceof IncomingRequest
    ? (source.remoteAddress ??= { value: find(source, source.proxies) }).value
    : undefined

/** Returns an IPv4 address, or the first groups (of 16 bits) of an IPv6 address. */
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

/** Returns the part of an address by which limits count: an IPv4 address, or an IPv6 address's first 64 bits. */
export const prefix64Of = (address: string): string => prefixOf(address, 4)

/**
 * Returns the part of an address that identifies its site: an IPv4 address, or an IPv6 address's first 48 bits. A site
 * can have a 48-bit prefix, and so 65,536 64-bit networks (RFC 6177 §2). A shorter prefix would lump an access
 * provider's customers together.
 */
export const prefix48Of = (address: string): string => prefixOf(address, 3)

/**
 * Returns the network that a request's failure counts toward. If the caller's address is unknown, that is the
 * connection's network, even a proxy's: otherwise, callers could avoid the count with a malformed or additional header
 * field.
 */
export const callerPrefix64 = (source: object): string | undefined => {
  const address = remoteAddress(source) ?? (source instanceof IncomingRequest ? source.socket.remoteAddress : undefined)
  return address === undefined ? undefined : prefix64Of(normalize(address))
}
