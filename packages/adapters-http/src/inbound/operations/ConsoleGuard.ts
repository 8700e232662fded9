/**
 * Checks of the operator's console before any session: the request comes from this machine, names this machine, and was not caused by
 * another site.
 */
import { isIP } from "node:net"
import type { HttpServerRequest } from "effect/http"
import { Option } from "effect"

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, "")
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."))
}

const hostOf = Option.liftThrowable((host: string) => new URL(`http://${host}`))

/** Returns the `Host` header if it names this machine. Other names resolve to this machine only in an attack. */
export const hostIn = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): Option.Option<URL> =>
  Option.filter(hostOf(headers["host"] ?? ""), ({ hostname }) => {
    const name = hostname.replace(/^\[|\]$/g, "")
    return name === "localhost" || isLoopbackAddress(name)
  })

/** Returns true if the request comes from this machine. */
export const isLocal = ({ remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">): boolean =>
  Option.exists(remoteAddress, isLoopbackAddress)

/** Returns true unless a browser says that another site or another page of this machine caused the request. */
export const isOwn = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">, host: URL): boolean => {
  const { origin, "sec-fetch-site": site } = headers
  return (site === undefined || site === "same-origin") && (origin === undefined || origin === host.origin)
}
