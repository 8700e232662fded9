/** Starts servers for tests on free local ports. */
import { once } from "node:events"
import type { AddressInfo, Server } from "node:net"

/** Listens on a free port by default. Returns the port. */
export const listen = async (server: Server, port = 0): Promise<number> => {
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port // the address of a listening TCP server has this type
}

/** Also closes an HTTP server's open connections. */
export const close = async (server: Server & { readonly closeAllConnections?: () => void }): Promise<void> => {
  const closed = once(server, "close")
  server.close()
  server.closeAllConnections?.()
  await closed
}
