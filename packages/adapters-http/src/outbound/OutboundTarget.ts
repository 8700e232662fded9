/** The configured address and limits of a server that Sheaf calls (spec 16). */
import { Option, Result, Schema } from "effect"
import type { NetAddress } from "effect/net"
import type { SecureContext } from "node:tls"
import * as IpAddressRange from "../addresses/IpAddressRange.ts"

/** The network within which something is allowed that other networks do not get. */
export type NetworkScope = "THIS_MACHINE" | "PRIVATE_NETWORK"

export interface OutboundTarget {
  /** The base of relative URLs. Requests go only to its scheme, host and port. */
  readonly baseUrl: string
  /**
   * True to allow hosts on this machine or in a private network, and plain HTTP to them. For tests and internal
   * networks.
   */
  readonly allowPrivateAddresses?: boolean
  /**
   * The network within which plain HTTP is allowed if `allowPrivateAddresses` is set. By default, a private network.
   */
  readonly plainWithin?: NetworkScope
  /**
   * The network that `allowPrivateAddresses` allows over https besides the public internet. By default, all networks.
   */
  readonly privateWithin?: NetworkScope
  /** The timeout for one exchange, from the DNS lookup to the response's last byte, in milliseconds. */
  readonly timeoutMillis: number
  /** The maximum size of a response's body, in bytes. Sheaf closes the connection once a body exceeds this size. */
  readonly maxBytes: number
  /**
   * The trusted authorities and the client certificate, from `OutboundTls.make` of @sheaf/adapters-mtls. By default,
   * the authorities that this machine trusts.
   */
  readonly tls?: SecureContext
}

/** A target's configuration is invalid. The message is for operators and never repeats the address. */
export class InvalidTargetError extends Schema.TaggedError<InvalidTargetError>()("InvalidTargetError", {
  message: Schema.String
}) {}

type AddressPolicy = Pick<OutboundTarget, "allowPrivateAddresses" | "plainWithin" | "privateWithin">

const isWithin: Readonly<Record<NetworkScope, (address: NetAddress.IpAddress) => boolean>> = {
  THIS_MACHINE: IpAddressRange.isLoopback,
  PRIVATE_NETWORK: IpAddressRange.isLoopbackOrPrivate
}

const notPlain = {
  THIS_MACHINE: "must use https: only this machine can be called over http",
  PRIVATE_NETWORK: "must use https: only hosts in a private network can be called over http"
} as const satisfies Record<NetworkScope, string>

/** Returns true if a target is allowed at an IP address. Plain HTTP never crosses the public internet. */
export const isAllowedAddress =
  (scheme: string, { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK", privateWithin }: AddressPolicy) =>
  (address: NetAddress.IpAddress): boolean => {
    if (scheme === "https:" && IpAddressRange.isPublic(address)) return true
    if (!allowPrivateAddresses) return false
    const within = scheme === "https:" ? privateWithin : plainWithin
    return within === undefined || isWithin[within](address)
  }

/**
 * The longest host name in DNS. OpenSSL rejects names of more than 255 characters, and its error stays
 * in the thread's queue: Node then rejects valid keys, or aborts when WebCrypto completes an unrelated call.
 */
const maxName = 253

const misfit = (url: URL, bounds: AddressPolicy): string | undefined => {
  const { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK" } = bounds
  const plain = url.protocol === "http:"
  if (url.protocol !== "https:" && !plain) return "is not an https URL"
  if (url.username !== "" || url.password !== "") return "must not contain credentials"
  if (url.search !== "" || url.hash !== "") return "must not have a query or a fragment"
  if (url.hostname.length > maxName) return `has a host name of more than ${maxName} characters`
  if (plain && !allowPrivateAddresses) return notPlain[plainWithin]
  // Names are checked only when a socket connects.
  const fits = Option.match(IpAddressRange.ipLiteralOf(url), {
    onNone: () => true,
    onSome: isAllowedAddress(url.protocol, bounds)
  })
  if (fits) return undefined
  if (plain) return notPlain[plainWithin]
  return allowPrivateAddresses
    ? "is neither on this machine nor on the public internet"
    : "is on this machine or in a private network"
}

/** Returns a target's base URL, with a trailing slash. Error messages omit the subject, as in "is not an https URL". */
export const baseUrlOf = (
  target: AddressPolicy & Pick<OutboundTarget, "baseUrl">
): Result.Result<URL, InvalidTargetError> => {
  if (!URL.canParse(target.baseUrl)) return Result.fail(new InvalidTargetError({ message: "is not a URL" }))
  const url = new URL(target.baseUrl)
  const message = misfit(url, target)
  if (message !== undefined) return Result.fail(new InvalidTargetError({ message }))
  if (!url.pathname.endsWith("/")) url.pathname = `${url.pathname}/`
  return Result.succeed(url)
}
