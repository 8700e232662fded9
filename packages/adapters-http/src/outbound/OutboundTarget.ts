/** Whom Sheaf calls: an address that an operator configured, and within which limits (decisions 9). */
import { Option, Result, Schema } from "effect"
import type { SecureContext } from "node:tls"
import * as PublicAddress from "./PublicAddress.ts"

export interface OutboundTarget {
  /** Requests go to this scheme, host and port and to no other; relative addresses are resolved against it. */
  readonly baseUrl: string
  /** Lets the host be this machine or one of a private network, and the scheme be http. For tests and own networks. */
  readonly allowPrivateAddresses?: boolean
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

const isPrivateLiteral = (url: URL): boolean =>
  Option.exists(PublicAddress.literalOf(url), (address) => !PublicAddress.isPublic(address))

const misfit = (url: URL, allowPrivateAddresses: boolean): string | undefined => {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is no https address"
  if (url.username !== "" || url.password !== "") return "holds credentials"
  if (url.search !== "" || url.hash !== "") return "has a query or a fragment"
  if (allowPrivateAddresses) return undefined
  if (url.protocol !== "https:") return "is not https: only a host of a private network may be called without TLS"
  return isPrivateLiteral(url) ? "is an address of this machine or of a private network" : undefined
}

/**
 * The base address of a target, to resolve against: its path ends in a slash. Fails with a sentence's end, such as "is no
 * https address".
 */
export const baseOf = (
  target: Pick<OutboundTarget, "allowPrivateAddresses" | "baseUrl">
): Result.Result<URL, InvalidTarget> => {
  const url = Option.getOrUndefined(parse(target.baseUrl))
  if (url === undefined) return Result.fail(new InvalidTarget({ message: "is no address" }))
  const message = misfit(url, target.allowPrivateAddresses ?? false)
  if (message !== undefined) return Result.fail(new InvalidTarget({ message }))
  if (!url.pathname.endsWith("/")) url.pathname = `${url.pathname}/`
  return Result.succeed(url)
}
