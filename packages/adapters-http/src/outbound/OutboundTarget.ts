/** The configured URL and limits of a server that Sheaf calls (spec 16). */
import { Option, Result, Schema } from "effect"
import type { NetAddress } from "effect/net"
import type { SecureContext } from "node:tls"
import * as IpAddressRange from "../addresses/IpAddressRange.ts"

/** The network within which an exception from the rules applies. */
export type NetworkScope = "THIS_MACHINE" | "PRIVATE_NETWORK"

export interface OutboundTarget {
  /** The base URL, to which relative URLs refer. Requests go only to its scheme, host and port. */
  readonly baseUrl: string
  /**
   * True to allow hosts on this machine and in private networks, even over plain HTTP, for tests and internal networks.
   */
  readonly allowPrivateAddresses?: boolean
  /** Where plain HTTP is allowed if `allowPrivateAddresses` is set. Default: in a private network. */
  readonly plainWithin?: NetworkScope
  /**
   * The network that `allowPrivateAddresses` allows over https in addition to the public internet. Default: all
   * networks.
   */
  readonly privateWithin?: NetworkScope
  /** The timeout for one exchange, from the DNS lookup to the response's last byte, in milliseconds. */
  readonly timeoutMillis: number
  /** The maximum size of a response's body, in bytes. Beyond it, the connection is closed. */
  readonly maxBytes: number
  /**
   * Trusted authorities and the client certificate, as made by `OutboundTls.make` of @sheaf/adapters-mtls. Default: the
   * authorities that this machine trusts.
   */
  readonly tls?: SecureContext
}

/** A target's configuration is invalid. The message is for operators, and omits the URL. */
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

/** Returns true if a target may have this IP address. Plain HTTP is never allowed across the public internet. */
export const isAllowedAddress =
  (scheme: string, { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK", privateWithin }: AddressPolicy) =>
  (address: NetAddress.IpAddress): boolean => {
    if (scheme === "https:" && IpAddressRange.isPublic(address)) return true
    if (!allowPrivateAddresses) return false
    const within = scheme === "https:" ? privateWithin : plainWithin
    return within === undefined || isWithin[within](address)
  }

/**
 * The maximum length of a host name in DNS. A name with more than 255 characters makes OpenSSL leave an error in the
 * thread's queue, after which Node rejects valid keys, or aborts in an unrelated call of WebCrypto.
 */
const maxName = 253

const misfit = (url: URL, bounds: AddressPolicy): string | undefined => {
  const { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK" } = bounds
  const plain = url.protocol === "http:"
  if (url.protocol !== "https:" && !plain) return `must begin with https://, not ${url.protocol}`
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

/** Returns a target's base URL, with a trailing slash. Error messages have no subject, as in "must not contain credentials". */
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
