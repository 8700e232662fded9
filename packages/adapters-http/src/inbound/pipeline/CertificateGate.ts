/**
 * Identifies each request's client certificate on both listeners, and checks that it is still valid (spec 5.3): on a
 * long-lived connection or a resumed session, it may have expired or been revoked since the handshake.
 */
import { summarizeFailures, PeerCertificates } from "@sheaf/ports"
import type { PeerCertificateError, StoreError } from "@sheaf/ports"
import { Cause, Effect, Exit, Option } from "effect"
import { TLSSocket } from "node:tls"
import { apiError } from "../problems/ApiErrors.ts"
import * as Networks from "../connections/Networks.ts"
import type { IncomingRequest, CertificateError } from "../connections/IncomingRequest.ts"
import { requestIdOf } from "../connections/IncomingRequest.ts"

/** A byte sequence (RFC 8941 §3.3.5). */
const byteSequence = /^ *:([A-Za-z0-9+/]+={0,2}): *$/

/**
 * Returns the DER certificate in a `Client-Cert` value, the field in which a proxy that terminates TLS forwards the
 * client certificate (RFC 9440), or nothing unless the value is a single byte sequence.
 */
export const parseClientCert = (value: string): Option.Option<Uint8Array> =>
  Option.map(Option.fromUndefinedOr(byteSequence.exec(value)?.[1]), (base64) => Buffer.from(base64, "base64"))

/**
 * Notes in the request which client the certificate identifies, or why it is rejected, and calls `next` once, possibly
 * later. Rejected requests continue, too, because a later stage responds to them.
 */
export type CertificateGate = (request: IncomingRequest, next: () => void) => void

export interface Options {
  /** Proxies (addresses and networks) whose `Client-Cert` is trusted. Default: none. */
  readonly proxies?: ReadonlyArray<string>
}

/** Returns the certificate that a proxy has forwarded, as DER, if it can be read. */
const forwarded = ({ headers, socket }: IncomingRequest, proxies: Networks.Networks): Uint8Array | undefined => {
  const field = headers["client-cert"]
  if (field === undefined || !proxies.has(socket.remoteAddress)) return undefined
  return Option.getOrElse(parseClientCert(String(field)), () => new Uint8Array(0))
}

/** Removes header fields with certificates, so that no later stage trusts a forged one. */
const dropFields = ({ headers }: IncomingRequest): void => {
  if (headers["client-cert"] !== undefined) delete headers["client-cert"]
  if (headers["client-cert-chain"] !== undefined) delete headers["client-cert-chain"]
}

export const make = ({ proxies = [] }: Options = {}): Effect.Effect<CertificateGate, never, PeerCertificates> =>
  Effect.gen(function* () {
    const peers = yield* PeerCertificates
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const known = Networks.of(proxies)
    const checks = new WeakMap<TLSSocket, ReturnType<typeof peers.identify>>()

    /** Returns a connection's certificate check, which its requests share because the certificate stays the same. */
    const checkOf = (socket: TLSSocket) => {
      const found = checks.get(socket) ?? peers.identify(socket.getPeerX509Certificate()?.raw ?? new Uint8Array(0))
      checks.set(socket, found)
      return found
    }

    /** Returns the certificate check of a request that has a certificate. Over TLS, `Client-Cert` is ignored. */
    const checkFor = (request: IncomingRequest) => {
      if (request.socket instanceof TLSSocket) return checkOf(request.socket)
      const shown = forwarded(request, known)
      return shown && peers.identify(shown)
    }

    const errorOf = (
      cause: Cause.Cause<PeerCertificateError | StoreError>,
      requestId: string
    ): readonly [CertificateError, Effect.Effect<void>] => {
      const error = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (error?._tag === "PeerCertificateError") {
        const told = { requestId, reason: error.reason }
        return [error, Effect.annotateLogs(Effect.logDebug("client certificate rejected"), told)]
      }
      const told = { requestId, failures: summarizeFailures(cause) }
      return [
        apiError("CertificateUnchecked"),
        Effect.annotateLogs(Effect.logError("could not check a client certificate"), told)
      ]
    }

    return (request, next) => {
      const check = checkFor(request)
      dropFields(request)
      if (check === undefined) return next()
      request.checkCertificate = Effect.matchCauseEffect(check, {
        onSuccess: (peer) => Effect.sync(() => void (request.peer = peer)),
        onFailure: (cause) => {
          const [error, log] = errorOf(cause, requestIdOf(request.headers))
          request.certificateError = error
          return log
        }
      })
      const fiber = run(request.checkCertificate)
      // Usually, the check is already done.
      const go = (exit: Exit.Exit<void>): void => {
        if (Exit.isFailure(exit)) request.certificateError = apiError("CertificateUnchecked")
        next()
      }
      const exit = fiber.pollUnsafe()
      if (exit === undefined) fiber.addObserver(go)
      else go(exit)
    }
  })
