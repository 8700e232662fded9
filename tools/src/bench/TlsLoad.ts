/** A server under load by clients that show a certificate: handshakes, whole and resumed, and requests in kept connections. */
import { connect as connectPlain } from "node:net"
import type { Socket } from "node:net"
import { connect } from "node:tls"
import type { SecureContext, TLSSocket } from "node:tls"
import * as Load from "./Load.ts"

const open = (socket: Socket, secureContext: SecureContext, session?: Buffer): TLSSocket =>
  connect({ socket, secureContext, ...(session !== undefined && { session }) })

interface Shaken {
  /** To go on with in another connection. The server gives it out when it has accepted the client, and not before. */
  readonly session: Buffer
  readonly isResumed: boolean
}

/** Connects, and leaves when the server has accepted it (RFC 8446 §4.6.1). */
const shake = ({ base }: Load.Request, secureContext: SecureContext, before?: Buffer): Promise<Shaken> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const plain = connectPlain(Number(port), hostname)
    const socket = open(plain, secureContext, before)
    socket.on("error", reject)
    socket.once("session", (session) => {
      const isResumed = socket.isSessionReused()
      socket.off("error", reject)
      socket.on("error", () => {})
      // A connection that is closed in the usual way keeps its port for a minute; there are not that many.
      plain.resetAndDestroy()
      socket.destroy()
      resolve({ session, isResumed })
    })
  })

/** Handshake after handshake, whole ones, or such as go on with the session of one before. */
const handshakes =
  (secureContext: SecureContext, isResumed: boolean): Load.Load =>
  async (request, connections, millis) => {
    const before = isResumed ? (await shake(request, secureContext)).session : undefined
    const latencies: Array<number> = []
    const began = performance.now()
    const drive = async (): Promise<void> => {
      while (performance.now() - began < millis) {
        const startedAt = performance.now()
        const shaken = await shake(request, secureContext, before)
        if (shaken.isResumed !== isResumed) throw new Error(`a session was ${isResumed ? "not " : ""}resumed`)
        latencies.push(performance.now() - startedAt)
      }
    }
    await Promise.all(Array.from({ length: connections }, drive))
    return Load.measuredOf(latencies, began)
  }

/** The loads of a client with this certificate. */
export const make = (secureContext: SecureContext) => ({
  full: handshakes(secureContext, false),
  resumed: handshakes(secureContext, true),
  kept: Load.over((hostname, port) => open(connectPlain(port, hostname), secureContext))
})
