/** Checks of the operator's console before any session: the request comes from this machine, and no other site caused it. */
import { isIP } from "node:net"
import type { HttpServerRequest } from "effect/http"
import { Option } from "effect"

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, "")
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."))
}

/** Returns true if the request comes from this machine. */
export const isLocal = ({ remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): boolean =>
  Option.exists(remoteAddress, isLoopbackAddress)

/** Returns true unless a browser says that another site or another page of this machine caused the request. */
export const isOwn = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">, host: URL): boolean => {
  const { origin, "sec-fetch-site": site } = headers
  return (site === undefined || site === "same-origin") && (origin === undefined || origin === host.origin)
}
