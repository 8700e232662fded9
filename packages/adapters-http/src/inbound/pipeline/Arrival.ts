/** A request as a listener receives it, and the result of its certificate check (spec 5.3). */
import type { ProblemCode } from "@sheaf/http-contract"
import type { Peer } from "@sheaf/ports"
import { Effect } from "effect"
import { IncomingMessage } from "node:http"
import type { ServerResponse } from "node:http"
import * as Networks from "../connections/Networks.ts"

/** The problem that rejects a request before any stage reads it. */
export interface Refusal {
  readonly code: ProblemCode.ProblemCode
  readonly detail: string
}

/** The listeners' request class, given to `createServer` as `IncomingMessage`. The certificate gate sets the first
 * three fields. */
export class Arrival extends IncomingMessage {
  /** The certificate's client, if there is one. */
  peer: Peer | undefined = undefined
  /** The problem with the certificate, if it was rejected. */
  refusal: Refusal | undefined = undefined
  /** Checks the certificate and sets the two fields above. Absent if the request has no certificate. */
  identify: Effect.Effect<void> | undefined = undefined
  /** The proxies whose fields about the caller are trusted, as set by the listener. */
  proxies: Networks.Networks = Networks.none
  /** The caller's address, once {@link ../connections/RemoteAddress.ts} has found it. */
  remoteAddress: { readonly value: string | undefined } | undefined = undefined
  /** The response to the request. The listener sets it. */
  response: ServerResponse | undefined = undefined
  /** The number of bytes of the body that have arrived. */
  received = 0
  /** Called once `received` exceeds the limit. */
  beyond: { readonly bytes: number; readonly run: () => void } | undefined = undefined

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      this.received += chunk.length
      if (this.beyond !== undefined && this.received > this.beyond.bytes) {
        const { run } = this.beyond
        this.beyond = undefined
        run()
      }
    }
    return super.push(chunk, encoding)
  }
}

/** Returns the client that a request's certificate identifies, if any. Without the gate, no request has a client. */
export const peerOf = (source: object): Peer | undefined => (source instanceof Arrival ? source.peer : undefined)

/** Returns the reason why a request's certificate was rejected, if it was. */
export const refusalOf = (source: object): Refusal | undefined =>
  source instanceof Arrival ? source.refusal : undefined

const accepted = Effect.succeed<Refusal | undefined>(undefined)

/**
 * Checks a held request's certificate again. If the certificate is no longer valid, returns the reason to reject it.
 */
export const recheck = (source: object): Effect.Effect<Refusal | undefined> =>
  source instanceof Arrival && source.identify ? Effect.map(source.identify, () => source.refusal) : accepted
