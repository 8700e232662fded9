/** A request as a server of ours receives it, with who is known to have sent it before anybody reads it (decisions 15). */
import type { Peer } from "@sheaf/ports"
import { IncomingMessage } from "node:http"

/** What our servers make of requests (`createServer({ IncomingMessage: Arrival })`). */
export class Arrival extends IncomingMessage {
  /** The client whose certificate came with it; absent where none did. The gate sets it, and nobody else. */
  peer: Peer | undefined = undefined
}

/** The client whose certificate came with a request, whatever kind of server it is of. */
export const peerOf = (source: object): Peer | undefined => (source instanceof Arrival ? source.peer : undefined)
