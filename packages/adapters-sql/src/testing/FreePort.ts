/** Finds ports for servers that a test stops and restarts. */
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * Above this range, the system assigns ports to outgoing connections and to servers that listen on any free port. Below
 * it, browsers block some ports.
 */
const [firstPort, lastPort] = [10_081, 32_767]

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, "127.0.0.1")
  try {
    await once(server, "listening")
  } catch {
    return false
  }
  server.close()
  await once(server, "close")
  return true
}

/**
 * Returns a random free port. A server that uses this port can stop and start again, because the operating system does
 * not assign the port to other programs in the meantime.
 */
export const freePort = async (): Promise<number> => {
  let port: number
  do port = randomInt(firstPort, lastPort + 1)
  while (!(await isFree(port)))
  return port
}
