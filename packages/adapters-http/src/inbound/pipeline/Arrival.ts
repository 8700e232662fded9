/** A request as a listener receives it, and the result of its certificate check (spec 5.3). */
import type { CertificateRefused, Peer } from "@sheaf/ports"
import { Effect } from "effect"
import { IncomingMessage } from "node:http"
import type { ServerResponse } from "node:http"
import * as Networks from "../connections/Networks.ts"

/** The reason to refuse a request because of its certificate. `CertificateUnchecked`: the check itself failed. */
export type CertificateRefusal = CertificateRefused | { readonly _tag: "CertificateUnchecked" }

/** The listeners' request class, given to `createServer` as `IncomingMessage`. The certificate gate sets the first
 * three fields. */
export class Arrival extends IncomingMessage {
  /** The certificate's client, if there is one. */
  peer: Peer | undefined = undefined
  /** The problem with the certificate, if it was rejected. */
  refusal: CertificateRefusal | undefined = undefined
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

/** Checks a held request's certificate again. */
export const recheck = (source: object): Effect.Effect<void> =>
  source instanceof Arrival && source.identify ? source.identify : Effect.void
