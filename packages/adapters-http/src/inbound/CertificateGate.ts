/**
 * The gate of both listeners: before a request is anybody's, it is known whose certificate came with it, if one did, and
 * that this certificate is good at this moment: also on a connection that is kept, and in a session that was resumed,
 * whose handshakes were long ago (spec 5; decisions 15).
 */
import type { ProblemCode } from "@sheaf/http-contract"
import { failuresOf, PeerCertificates } from "@sheaf/ports"
import type { CertificateRefused, Peer, StoreError } from "@sheaf/ports"
import { Cause, Effect, Exit, Option } from "effect"
import type { ServerResponse } from "node:http"
import { TLSSocket } from "node:tls"
import type { Arrival } from "./Arrival.ts"
import * as ClientCertField from "./ClientCertField.ts"
import * as RawProblem from "./RawProblem.ts"
import * as RequestId from "./RequestId.ts"

/** Lets a request on by calling `next`, once: at once, or when it has looked. Answers those that it does not let on. */
export type CertificateGate = (request: Arrival, response: ServerResponse, next: () => void) => void

/** Whose `Client-Cert` is believed; nobody's unless set. */
export interface Options {
  /** Addresses and networks. */
  readonly proxies?: ReadonlyArray<string>
}

interface Refusal {
  readonly code: ProblemCode.ProblemCode
  readonly detail: string
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

    const refuse = (
      cause: Cause.Cause<CertificateRefused | StoreError>,
      response: ServerResponse,
      requestId: string
    ) => {
      const error = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (error?._tag === "CertificateRefused") {
        const { code, detail } = refusals[error.reason]
        RawProblem.end(response, code, detail, requestId)
        const told = { requestId, reason: error.reason }
        return Effect.annotateLogs(Effect.logDebug("certificate refused"), told)
      }
      RawProblem.end(response, "INTERNAL", "The request could not be answered.", requestId)
      const told = { requestId, failures: failuresOf(cause) }
      return Effect.annotateLogs(Effect.logError("certificate could not be judged"), told)
    }

    return (request, response, next) => {
      const shown = shownBy(request, known)
      dropFields(request)
      if (shown === undefined) return next()
      const fiber = run(peers.identify(shown))
      const go = (exit: Exit.Exit<Peer, CertificateRefused | StoreError>): void => {
        if (Exit.isFailure(exit)) return void run(refuse(exit.cause, response, RequestId.of(request.headers)))
        request.peer = exit.value
        next()
      }
      // Mostly it is done by now.
      const exit = fiber.pollUnsafe()
      if (exit === undefined) fiber.addObserver(go)
      else go(exit)
    }
  })
