/** The configured URL and limits of a server that Sheaf calls (spec 16). */
import { Option, Result, Schema } from "effect"
import type { NetAddress } from "effect/net"
import type { SecureContext } from "node:tls"
import * as IpAddressRange from "../addresses/IpAddressRange.ts"

export type NetworkScope = "THIS_MACHINE" | "PRIVATE_NETWORK"

export interface OutboundTarget {
  /** Requests go only to this URL's scheme, host and port. Relative URLs are resolved against it. */
  readonly baseUrl: string
  /** Allows hosts on this machine and in private networks, even over plain HTTP. For tests and internal networks. */
  readonly allowPrivateAddresses?: boolean
  /** The networks in which `allowPrivateAddresses` also allows plain HTTP. Default: PRIVATE_NETWORK. */
  readonly plainWithin?: NetworkScope
  /**
   * The networks to which `allowPrivateAddresses` allows HTTPS, in addition to the public internet. Default: all
   * networks.
   */
  readonly privateWithin?: NetworkScope
  /** The timeout for one exchange, from the DNS lookup to the response's last byte, in milliseconds. */
  readonly timeoutMillis: number
  /** The maximum size of a response body, in bytes. If the body is longer, the connection is closed. */
  readonly maxBytes: number
  /**
   * The trusted certificate authorities and the client certificate, from `OutboundTls.make` in @sheaf/adapters-mtls.
   * Default: the authorities that this machine trusts.
   */
  readonly tls?: SecureContext
}

/** The message is for operators, and omits the URL. */
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

/** Plain HTTP is never allowed across the public internet. */
export const isAllowedAddress =
  (scheme: string, { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK", privateWithin }: AddressPolicy) =>
  (address: NetAddress.IpAddress): boolean => {
    if (scheme === "https:" && IpAddressRange.isPublic(address)) return true
    if (!allowPrivateAddresses) return false
    const within = scheme === "https:" ? privateWithin : plainWithin
    return within === undefined || isWithin[within](address)
  }

/**
 * The maximum length of a DNS name. More than 255 characters make OpenSSL leave an error in the thread's queue, after
 * which Node rejects valid keys or aborts in an unrelated WebCrypto call.
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
  // Host names are checked later, when a socket connects.
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

/**
 * Returns the base URL with a trailing slash. Errors are phrases without a subject, such as "must not contain
 * credentials".
 */
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
