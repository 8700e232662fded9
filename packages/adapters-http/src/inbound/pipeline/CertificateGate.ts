/**
 * The gate of both listeners: before a request is anybody's, it is known whose certificate came with it, if one did, and
 * that this certificate is good at this moment: also on a connection that is kept, and in a session that was resumed,
 * whose handshakes were long ago (spec 5; decisions 15).
 */
import { failuresOf, PeerCertificates } from "@sheaf/ports"
import type { CertificateRefused, Peer, StoreError } from "@sheaf/ports"
import { Cause, Effect, Exit, Option } from "effect"
import { TLSSocket } from "node:tls"
import type { Arrival, Refusal } from "./Arrival.ts"
import * as ClientCertField from "./ClientCertField.ts"
import * as CurrentRequest from "./CurrentRequest.ts"

/**
 * Looks at a request, puts down in it what it has found, and calls `next`, once: at once, or when it has looked. Those that
 * are to be refused go on as well: the interface answers them, as it does all others.
 */
export type CertificateGate = (request: Arrival, next: () => void) => void

/** Whose `Client-Cert` is believed; nobody's unless set. */
export interface Options {
  /** Addresses and networks. */
  readonly proxies?: ReadonlyArray<string>
}

const refusals: Readonly<Record<CertificateRefused["reason"], Refusal>> = {
  MALFORMED: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "What came as the client's certificate is none." },
  UNKNOWN_AUTHORITY: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "The certificate was not signed by this service." },
  NOT_FOR_CLIENTS: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "The certificate is not one of a client." },
  UNKNOWN: { code: "CERTIFICATE_NOT_ACCEPTED", detail: "No client has this certificate." },
  WRONG_ENVIRONMENT: { code: "WRONG_ENVIRONMENT", detail: "The certificate was signed for the other environment." },
  NOT_YET_VALID: { code: "CERTIFICATE_OUT_OF_DATE", detail: "The certificate is not valid yet." },
  EXPIRED: { code: "CERTIFICATE_OUT_OF_DATE", detail: "The certificate has expired." },
  REVOKED: { code: "CERTIFICATE_REVOKED", detail: "The certificate was revoked." }
}

/** A fault of ours lets nobody in. */
const notJudged: Refusal = { code: "INTERNAL", detail: "The request could not be answered." }

/** What came as a certificate, in DER or whatever it was; nothing where nothing did. */
const shownBy = ({ headers, socket }: Arrival, proxies: ClientCertField.Proxies): Uint8Array | undefined => {
  // Who speaks TLS with us shows a certificate there or not at all.
  if (socket instanceof TLSSocket) return socket.getPeerX509Certificate()?.raw ?? new Uint8Array(0)
  const field = headers["client-cert"]
  if (field === undefined || !proxies.has(socket.remoteAddress)) return undefined
  return Option.getOrElse(ClientCertField.read(String(field)), () => new Uint8Array(0))
}

/** Nobody behind the gate reads them, so that nobody can be deceived by them. */
const dropFields = ({ headers }: Arrival): void => {
  if (headers["client-cert"] !== undefined) delete headers["client-cert"]
  if (headers["client-cert-chain"] !== undefined) delete headers["client-cert-chain"]
}

/** Builds the gate, once. */
export const make = ({ proxies = [] }: Options = {}): Effect.Effect<CertificateGate, never, PeerCertificates> =>
  Effect.gen(function* () {
    const peers = yield* PeerCertificates
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const known = ClientCertField.proxiesAt(proxies)

    const refusalBy = (
      cause: Cause.Cause<CertificateRefused | StoreError>,
      requestId: string
    ): readonly [Refusal, Effect.Effect<void>] => {
      const error = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (error?._tag === "CertificateRefused") {
        const told = { requestId, reason: error.reason }
        return [refusals[error.reason], Effect.annotateLogs(Effect.logDebug("certificate refused"), told)]
      }
      const told = { requestId, failures: failuresOf(cause) }
      return [notJudged, Effect.annotateLogs(Effect.logError("certificate not judged"), told)]
    }

    return (request, next) => {
      const shown = shownBy(request, known)
      dropFields(request)
      if (shown === undefined) return next()
      const fiber = run(peers.identify(shown))
      const go = (exit: Exit.Exit<Peer, CertificateRefused | StoreError>): void => {
        if (Exit.isSuccess(exit)) request.peer = exit.value
        else {
          const [refusal, log] = refusalBy(exit.cause, CurrentRequest.idOf(request.headers))
          request.refusal = refusal
          run(log)
        }
        next()
      }
      // Mostly it is done by now.
      const exit = fiber.pollUnsafe()
      if (exit === undefined) fiber.addObserver(go)
      else go(exit)
    }
  })
