/** A request as a listener receives it, with the result of the certificate check (decisions 15). */
import type { ProblemCode } from "@sheaf/http-contract"
import type { Peer } from "@sheaf/ports"
import { IncomingMessage } from "node:http"

/** The problem returned for a request before any stage reads it. */
export interface Refusal {
  readonly code: ProblemCode.ProblemCode
  readonly detail: string
}

/** The request class of the listeners: `createServer({ IncomingMessage: Arrival })`. The certificate gate fills it. */
export class Arrival extends IncomingMessage {
  /** The certificate's client, if there is one. */
  peer: Peer | undefined = undefined
  /** The problem with the certificate, if it was rejected. */
  refusal: Refusal | undefined = undefined
}

/** Returns the client that a request's certificate identifies, if any. Servers without the gate identify none. */
export const peerOf = (source: object): Peer | undefined => (source instanceof Arrival ? source.peer : undefined)

/** Returns the reason why a request's certificate was rejected, if it was. */
export const refusalOf = (source: object): Refusal | undefined =>
  source instanceof Arrival ? source.refusal : undefined
