/** A server on this machine that stands in for a company, a bank or a webhook receiver. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface LocalServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

const listening = async (server: Server, host: string): Promise<LocalServer> => {
  server.listen(0, host)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const serve = (listener: RequestListener, host = "127.0.0.1"): Promise<LocalServer> =>
  listening(createServer(listener), host)
