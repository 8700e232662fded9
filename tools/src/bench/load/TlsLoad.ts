/** Loads with client certificates: full handshakes, resumed handshakes, and requests over persistent connections. */
import { connect } from "node:tls"
import type { SecureContext } from "node:tls"
import * as Load from "./Load.ts"

interface Shaken {
  /** The session to resume, if the handshake issued one. */
  readonly session: Buffer | undefined
  readonly isResumed: boolean
}

/**
 * Connects, ends the connection, and waits for the server to end it too. By then, the server has accepted the
 * handshake.
 */
const shake = ({ base }: Load.Request, secureContext: SecureContext, before?: Buffer): Promise<Shaken> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const goingOn = before !== undefined && { session: before }
    const socket = connect({ host: hostname, port: Number(port), secureContext, ...goingOn })
    let session: Buffer | undefined
    let isResumed = false
    socket.on("session", (given) => (session = given))
    socket.on("error", reject)
    socket.on("secureConnect", () => {
      isResumed = socket.isSessionReused()
      socket.end()
    })
    socket.on("close", () => resolve({ session, isResumed }))
    // Without a reader, the socket would not notice the end of the connection.
    socket.resume()
  })

/** Creates a load of full handshakes, or of handshakes that resume an earlier session. */
const handshakes =
  (secureContext: SecureContext, isResumed: boolean): Load.Load =>
  async (request, connections, millis) => {
    const before = isResumed ? (await shake(request, secureContext)).session : undefined
    if (isResumed && before === undefined) throw new Error("the server issues no sessions")
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

/** Creates the loads for a client with this certificate. */
export const make = (secureContext: SecureContext) => ({
  full: handshakes(secureContext, false),
  resumed: handshakes(secureContext, true),
  kept: Load.over((host, port) => connect({ host, port, secureContext }))
})
