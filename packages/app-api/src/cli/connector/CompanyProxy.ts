/**
 * Runs the proxy between a connector and its company. A connector built with the kit sends its requests to the proxy's
 * URL, and names the company's URL in a header. Any other connector uses it as an HTTP proxy, even for https: the proxy
 * decrypts the traffic with a certificate authority that exists only in this process.
 */
import { proxiedUrlHeader } from "@sheaf/connector/cassettes"
import { createServer } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Duplex } from "node:stream"
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
  readonly certify: (host: string) => Promise<KeyPair>
  readonly fail: (host: string, error: unknown) => void
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

const tunnels = new WeakMap<object, string>()

const urlOf = ({ headers, socket, url = "/" }: IncomingMessage): string | undefined => {
  const named = headers[proxiedUrlHeader]
  if (typeof named === "string") return named
  const origin = tunnels.get(socket)
  if (origin !== undefined) return `${origin}${url}`
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

const answer = async (
  request: IncomingMessage,
  response: ServerResponse,
  { fail, respond }: Options
): Promise<void> => {
  const url = urlOf(request)
  if (url === undefined || !URL.canParse(url)) {
    response.writeHead(400).end("this is a proxy")
    return
  }
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name)))
  const bytes = await readAll(request)
  const answered = await respond({
    method: request.method ?? "GET",
    url,
    contentType: request.headers["content-type"] ?? "",
    headers,
    bytes
  }).catch((error: unknown) => {
    fail(new URL(url).host, error)
    throw error
  })
  const given: Record<string, Array<string>> = {}
  for (const [name, value] of answered.headers) (given[name] ??= []).push(value)
  response.writeHead(answered.status, given).end(answered.bytes ?? undefined)
}

/** The first byte of a TLS handshake (RFC 8446 §5.1). */
const handshake = 22

/** Opens a tunnel. Inside it, a connector speaks https or, with some libraries, plain http. */
const openTunnel = (server: Server, authority: string, socket: Duplex, certify: Options["certify"]): void => {
  socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
  socket.on("error", () => socket.destroy())
  socket.once("data", (first: Buffer) => {
    socket.pause()
    socket.unshift(first)
    if (first[0] !== handshake) {
      tunnels.set(socket, `http://${authority.replace(/:80$/, "")}`)
      server.emit("connection", socket)
      socket.resume()
      return
    }
    certify(authority.replace(/:\d+$/, "")).then(
      ({ certificate, key }) => {
        const secureContext = createSecureContext({ cert: certificate, key })
        // The cast is safe, because the server's connections are always sockets.
        const tls = new TLSSocket(socket as Socket, { isServer: true, secureContext })
        tunnels.set(tls, `https://${authority.replace(/:443$/, "")}`)
        tls.on("error", () => tls.destroy())
        server.emit("connection", tls)
      },
      () => socket.destroy()
    )
  })
}

export const open = async (options: Options): Promise<CompanyProxy> => {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    answer(request, response, options).catch(() => response.destroy())
  })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy())
  })
  server.on("connect", (request, socket) => openTunnel(server, request.url ?? "", socket, options.certify))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
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
