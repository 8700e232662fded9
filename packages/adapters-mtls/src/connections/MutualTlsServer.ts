/**
 * The server of mutual TLS: it shows a certificate of its own, and speaks with nobody but clients whose certificate one
 * authority has signed, that is in date and for clients (spec 5; decisions 15). What was revoked it does not know, and
 * neither does it look at a certificate again on a connection that is kept or a session that is resumed: that is asked for
 * each request, of `PeerCertificates`.
 */
import { Redacted } from "effect"
import { constants } from "node:crypto"
import type { IncomingMessage, ServerOptions as HttpOptions, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { Server } from "node:https"
import { Socket } from "node:net"
import type { Server as TlsServer, TLSSocket } from "node:tls"
import type { ServerIdentity } from "./ServerIdentity.ts"

/**
 * Of TLS 1.2, what NIST SP 800-52 r2 §3.3.1 and RFC 9325 §4.2 leave: keys that are forgotten, and ciphers that
 * authenticate what they encipher. The rest are the ones of TLS 1.3.
 */
const ciphers = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305"
].join(":")

/** What a handshake goes by. Whoever compares us with another server gives it the same. */
export const settingsOf = ({ authority, certificate, key }: ServerIdentity) => ({
  key: Redacted.value(key),
  cert: certificate,
  ca: authority,
  minVersion: "TLSv1.2" as const,
  ciphers,
  honorCipherOrder: true,
  // A connection is its client's from its first byte to its last.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  requestCert: true,
  rejectUnauthorized: true
})

/** A failed handshake. Of a certificate, only its fault is told. */
export interface FailedHandshake {
  /** The code of OpenSSL or of Node: `CERT_HAS_EXPIRED`, `ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE`. */
  readonly reason: string
  /** The client's address, if still known. */
  readonly remoteAddress: string | undefined
}

/** A certificate that is not accepted ends the connection without an error that says so: the socket keeps why. */
const reasonOf = (error: NodeJS.ErrnoException, { authorizationError }: TLSSocket): string =>
  String(authorizationError ?? error.code ?? error.name)

/**
 * Where a connection came from that has ended. Node tells no more then, except of the socket below, of which somebody
 * asked while it was open; of that one it tells by no public name.
 */
const addressOf = (socket: TLSSocket): string | undefined =>
  socket.remoteAddress ??
  ("_parent" in socket && socket._parent instanceof Socket ? socket._parent.remoteAddress : undefined)

/** A server that does not listen yet; `http` is how it reads and writes HTTP, and `refused` learns of failed handshakes. */
export const make = <
  Request extends typeof IncomingMessage,
  Response extends typeof ServerResponse<InstanceType<Request>>
>(
  identity: ServerIdentity,
  http: HttpOptions<Request, Response>,
  refused: (handshake: FailedHandshake) => void
): Server<Request, Response> => {
  const server = createServer({ ...http, ...settingsOf(identity) })
  // Node would hand a failed handshake on as a failed request, and an answer to that is for nobody to read.
  server.removeAllListeners("tlsClientError")
  server.on("tlsClientError", (error: Error, socket: TLSSocket) => {
    refused({ reason: reasonOf(error, socket), remoteAddress: addressOf(socket) })
    socket.destroy()
  })
  // Asked while it can be told: see above.
  server.on("connection", (socket: Socket) => void socket.remoteAddress)
  return server
}

/** Shows another certificate, and trusts another authority, from the next handshake on. Sessions from before end by it. */
export const renew = (server: Pick<TlsServer, "setSecureContext">, identity: ServerIdentity): void =>
  server.setSecureContext(settingsOf(identity))
