/**
 * The proxy between a connector and its company. The kit names the URL in a header; other connectors use it as an HTTP proxy, also
 * for https, which it opens with an authority that exists only in this process.
 */
import { proxiedUrlHeader } from "@sheaf/connector/cassettes"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"

export interface ProxiedRequest {
  readonly method: string
  readonly url: string
  readonly contentType: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

export interface ProxiedResponse {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly bytes: Uint8Array | null
}

export interface KeyPair {
  readonly key: string
  readonly certificate: string
}

export interface Options {
  readonly respond: (request: ProxiedRequest) => Promise<ProxiedResponse>
  /** Makes a certificate for a host. Without it, the proxy refuses https of connectors without the kit. */
  readonly certify?: (host: string) => Promise<KeyPair>
}

export interface CompanyProxy {
  readonly url: string
  readonly close: () => Promise<void>
}

const maxBody = 16 * 1024 * 1024

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  let length = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue
    length += part.length
    if (length > maxBody) throw new Error("the body is too long")
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The hosts of opened connections. */
const tunnels = new WeakMap<object, string>()

const urlOf = ({ headers, socket, url = "/" }: IncomingMessage): string | undefined => {
  const named = headers[proxiedUrlHeader]
  if (typeof named === "string") return named
  const host = tunnels.get(socket)
  if (host !== undefined) return `https://${host.replace(/:443$/, "")}${url}`
  return /^https?:\/\//.test(url) ? url : undefined
}

const ownHeaders = new Set([
  proxiedUrlHeader,
  "host",
  "connection",
  "proxy-connection",
  "content-length",
  "transfer-encoding"
])

const answer = async (request: IncomingMessage, response: ServerResponse, { respond }: Options): Promise<void> => {
  const url = urlOf(request)
  if (url === undefined || !URL.canParse(url)) {
    response.writeHead(400).end("this is a proxy")
    return
  }
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name)))
  const answered = await respond({
    method: request.method ?? "GET",
    url,
    contentType: request.headers["content-type"] ?? "",
    headers,
    bytes: await readAll(request)
  })
  const given: Record<string, Array<string>> = {}
  for (const [name, value] of answered.headers) (given[name] ??= []).push(value)
  response.writeHead(answered.status, given).end(answered.bytes ?? undefined)
}

/** Opens the proxy on a free port of this machine. */
export const open = async (options: Options): Promise<CompanyProxy> => {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => response.destroy())
  })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
  })
  server.on("connect", (request, socket) => {
    const { certify } = options
    const authority = request.url ?? ""
    if (certify === undefined) return socket.end("HTTP/1.1 501 Not Implemented\r\n\r\n")
    return certify(authority.replace(/:\d+$/, "")).then(
      ({ certificate, key }) => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
        const tls = new TLSSocket(socket, {
          isServer: true,
          secureContext: createSecureContext({ cert: certificate, key })
        })
        tunnels.set(tls, authority)
        tls.on("error", () => tls.destroy())
        server.emit("connection", tls)
      },
      () => socket.destroy()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}
