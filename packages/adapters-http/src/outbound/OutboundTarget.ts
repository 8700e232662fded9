/** Whom Sheaf calls: an address that an operator configured, and within which limits (decisions 9). */
import { Option, Result, Schema } from "effect"
import type { NetAddress } from "effect/net"
import type { SecureContext } from "node:tls"
import * as AddressRange from "./AddressRange.ts"

/** What is called without TLS stays inside this machine, or inside a private network. */
export type PlainWithin = "THIS_MACHINE" | "PRIVATE_NETWORK"

export interface OutboundTarget {
  /** Requests go to this scheme, host and port and to no other; relative addresses are resolved against it. */
  readonly baseUrl: string
  /** Lets the host be this machine or one of a private network, and the scheme then be http. For tests and own networks. */
  readonly allowPrivateAddresses?: boolean
  /** Where http may lead when `allowPrivateAddresses` lets the scheme be it: to a private network unless set. */
  readonly plainWithin?: PlainWithin
  /** How long one exchange may take, from the lookup of the name to the last byte of the answer, in milliseconds. */
  readonly timeoutMillis: number
  /** How long the body of an answer may be; the connection is cut at the next byte. */
  readonly maximumBytes: number
  /** What is trusted and shown in TLS, by `OutboundTls.make` of @sheaf/adapters-mtls; without it, what this machine trusts. */
  readonly tls?: SecureContext
}

/** A target cannot be called as it is configured. The message is for operators; it never repeats the address. */
export class InvalidTarget extends Schema.TaggedError<InvalidTarget>()("InvalidTarget", { message: Schema.String }) {}

const parse = (baseUrl: string): Option.Option<URL> =>
  URL.canParse(baseUrl) ? Option.some(new URL(baseUrl)) : Option.none()

/** What decides which addresses may be connected to. */
type Bounds = Pick<OutboundTarget, "allowPrivateAddresses" | "plainWithin">

const notPlain = {
  THIS_MACHINE: "is not https: only this machine may be called without TLS",
  PRIVATE_NETWORK: "is not https: only a host of a private network may be called without TLS"
} as const satisfies Record<PlainWithin, string>

/**
 * Whether a target may be connected to at an address. Without TLS, whoever is on the way could read everything and answer:
 * that way never leads through the public internet.
 */
export const allows =
  (scheme: string, { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK" }: Bounds) =>
  (address: NetAddress.IpAddress): boolean => {
    if (scheme === "https:") return allowPrivateAddresses || AddressRange.isPublic(address)
    if (!allowPrivateAddresses) return false
    return plainWithin === "THIS_MACHINE" ? AddressRange.isLoopback(address) : AddressRange.isPrivate(address)
  }

const misfit = (url: URL, bounds: Bounds): string | undefined => {
  const { allowPrivateAddresses = false, plainWithin = "PRIVATE_NETWORK" } = bounds
  const plain = url.protocol === "http:"
  if (url.protocol !== "https:" && !plain) return "is no https address"
  if (url.username !== "" || url.password !== "") return "holds credentials"
  if (url.search !== "" || url.hash !== "") return "has a query or a fragment"
  if (plain && !allowPrivateAddresses) return notPlain[plainWithin]
  // Where a name leads is found out when it is connected to.
  const fits = Option.match(AddressRange.literalOf(url), {
    onNone: () => true,
    onSome: allows(url.protocol, bounds)
  })
  if (fits) return undefined
  return plain ? notPlain[plainWithin] : "is an address of this machine or of a private network"
}

/**
 * The base address of a target, to resolve against: its path ends in a slash. Fails with a sentence's end, such as "is no
 * https address".
 */
export const baseOf = (
  target: Pick<OutboundTarget, "allowPrivateAddresses" | "baseUrl" | "plainWithin">
): Result.Result<URL, InvalidTarget> => {
  const url = Option.getOrUndefined(parse(target.baseUrl))
  if (url === undefined) return Result.fail(new InvalidTarget({ message: "is no address" }))
  const message = misfit(url, target)
  if (message !== undefined) return Result.fail(new InvalidTarget({ message }))
  if (!url.pathname.endsWith("/")) url.pathname = `${url.pathname}/`
  return Result.succeed(url)
}
