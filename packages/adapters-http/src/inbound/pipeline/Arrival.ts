/** A request as a server of ours receives it, and what is known of who sent it before anybody reads it (decisions 15). */
import type { ProblemCode } from "@sheaf/http-contract"
import type { Peer } from "@sheaf/ports"
import { IncomingMessage } from "node:http"

/** Why nobody is to read a request. */
export interface Refusal {
  readonly code: ProblemCode.ProblemCode
  readonly detail: string
}

/** What our servers make of requests (`createServer({ IncomingMessage: Arrival })`). The gate says what is in it. */
export class Arrival extends IncomingMessage {
  /** The client whose certificate came with it; absent where none did. */
  peer: Peer | undefined = undefined
  /** Its certificate is not accepted. Absent as a rule. */
  refusal: Refusal | undefined = undefined
}

/** The client whose certificate came with a request, whatever kind of server it is of. */
export const peerOf = (source: object): Peer | undefined => (source instanceof Arrival ? source.peer : undefined)

/** Why a request is refused before anybody reads it. */
export const refusalOf = (source: object): Refusal | undefined =>
  source instanceof Arrival ? source.refusal : undefined
