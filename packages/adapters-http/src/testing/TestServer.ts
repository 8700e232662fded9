/** A local server that stands in for an external one, and counts connections and requests. */
import { Deferred, Effect } from "effect"
import { createServer } from "node:http"
import type { IncomingMessage, RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { ServerOptions } from "node:https"
import type { AddressInfo } from "node:net"

export interface TestServer {
  readonly port: number
  readonly origin: string
  readonly connections: () => number
  readonly requests: () => number
  readonly firstClosed: Effect.Effect<void>
}

export const make = Effect.fnUntraced(function* (listener: RequestListener, tls?: ServerOptions) {
  const closed = yield* Deferred.make<void>()
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  let connections = 0
  let requests = 0
  server.on("request", () => requests++)
  server.on("connection", (socket) => {
    connections++
    socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const { port } = server.address() as AddressInfo
  const made: TestServer = {
    port,
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    connections: () => connections,
    requests: () => requests,
    firstClosed: Deferred.await(closed)
  }
  return made
})

export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString("utf8")
}
