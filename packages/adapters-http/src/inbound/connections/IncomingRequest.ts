/** A request as a listener receives it, and the result of its certificate check (spec 5.3). */
import type { PeerCertificateError, PeerClient } from "@sheaf/ports"
import { Effect } from "effect"
import { IncomingMessage } from "node:http"
import type { ServerResponse } from "node:http"
import * as Networks from "./Networks.ts"

/** The reason to reject a request because of its certificate. `CertificateUnchecked`: the check itself failed. */
export type CertificateError = PeerCertificateError | { readonly _tag: "CertificateUnchecked" }

/** The listeners' request class, given to `createServer` as `IncomingMessage`. The certificate gate sets the first
 * three fields. */
export class IncomingRequest extends IncomingMessage {
  /** The certificate's client, if there is one. */
  peer: PeerClient | undefined = undefined
  /** The problem with the certificate, if it was rejected. */
  certificateError: CertificateError | undefined = undefined
  /** Checks the certificate and sets the two fields above. Absent if the request has no certificate. */
  checkCertificate: Effect.Effect<void> | undefined = undefined
  /** The proxies whose fields about the caller are trusted, as set by the listener. */
  proxies: Networks.Networks = Networks.none
  /** The caller's address, once `RemoteAddress` has found it. */
  remoteAddress: { readonly value: string | undefined } | undefined = undefined
  /** The response to the request. The listener sets it. */
  response: ServerResponse | undefined = undefined
  /** The number of bytes of the body that have arrived. */
  received = 0
  /** Called once `received` exceeds the limit. */
  bodyLimit: { readonly bytes: number; readonly run: () => void } | undefined = undefined

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      this.received += chunk.length
      if (this.bodyLimit !== undefined && this.received > this.bodyLimit.bytes) {
        const { run } = this.bodyLimit
        this.bodyLimit = undefined
        run()
      }
    }
    return super.push(chunk, encoding)
  }
}

/** Checks a held request's certificate again. */
export const recheckCertificate = (source: object): Effect.Effect<void> =>
  source instanceof IncomingRequest && source.checkCertificate ? source.checkCertificate : Effect.void
