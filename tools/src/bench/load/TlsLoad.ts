/** A server under load by clients that show a certificate: handshakes, whole and resumed, and requests in kept connections. */
import { connect } from "node:tls"
import type { SecureContext } from "node:tls"
import * as Load from "./Load.ts"

interface Shaken {
  /** To go on with in another connection; not every handshake gives one. */
  readonly session: Buffer | undefined
  readonly isResumed: boolean
}

/**
 * Connects, says that this was all, and waits until the server has ended it as well: by then it has read everything that a
 * handshake is made of, and has found nothing wrong with it.
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
    // Who reads nothing does not see the end.
    socket.resume()
  })

/** Handshake after handshake, whole ones, or such as go on with the session of one before. */
const handshakes =
  (secureContext: SecureContext, isResumed: boolean): Load.Load =>
  async (request, connections, millis) => {
    const before = isResumed ? (await shake(request, secureContext)).session : undefined
    if (isResumed && before === undefined) throw new Error("the server gives no sessions")
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
  kept: Load.over((host, port) => connect({ host, port, secureContext }))
})
