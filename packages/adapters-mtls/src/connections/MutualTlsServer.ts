/**
 * An HTTPS server that requires client certificates from one authority (spec 5.3). It checks them only during the
 * handshake and does not know which are revoked, so `PeerCertificates` checks every request, even on long-lived
 * connections and in resumed sessions.
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
 * The TLS 1.3 ciphers, and the TLS 1.2 ciphers with forward secrecy and authenticated encryption (NIST SP 800-52 r2
 * §3.3.1; RFC 9325 §4.2).
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

/** Exported so that benchmarks can configure other servers the same way. */
export const tlsOptionsOf = ({ authority, certificate, key }: ServerIdentity) => ({
  key: Redacted.value(key),
  cert: certificate,
  ca: authority,
  minVersion: "TLSv1.2" as const,
  ciphers,
  honorCipherOrder: true,
  // Without renegotiation, a connection always belongs to the same client.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  requestCert: true,
  rejectUnauthorized: true
})

/** A failed handshake. It contains nothing from the certificate. */
export interface FailedHandshake {
  /** The code from OpenSSL or Node, such as `CERT_HAS_EXPIRED` or `ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE`. */
  readonly reason: string
  /** The client's IP address, if still known. */
  readonly remoteAddress: string | undefined
}

/** Returns the TCP socket under a TLS socket. Node has no public property for it. */
const transportOf = (socket: TLSSocket): Socket | undefined =>
  "_parent" in socket && socket._parent instanceof Socket ? socket._parent : undefined

/**
 * Returns the client's IP address, even after the connection has ended. By then, Node has cleared the TLS socket's
 * address, but the underlying TCP socket still caches it if it was read earlier.
 */
const addressOf = (socket: TLSSocket): string | undefined => socket.remoteAddress ?? transportOf(socket)?.remoteAddress

const handshakeTimeout = 10_000

/**
 * Creates a server that does not listen yet. Calls `refused` for each failed handshake. A plain HTTP request causes a
 * `clientError` on the TCP socket, so a listener for that event can still respond.
 */
export const make = <
  Request extends typeof IncomingMessage,
  Response extends typeof ServerResponse<InstanceType<Request>>
>(
  identity: ServerIdentity,
  http: HttpOptions<Request, Response>,
  refused: (handshake: FailedHandshake) => void
): Server<Request, Response> => {
  const server = createServer({ handshakeTimeout, ...http, ...tlsOptionsOf(identity) })
  // Node's own listener would respond to a failed handshake in plain HTTP.
  server.removeAllListeners("tlsClientError")
  server.on("tlsClientError", (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    // If the certificate was rejected, the reason is in `authorizationError`, not in `error.code`.
    const reason = String(socket.authorizationError ?? error.code ?? error.name)
    refused({ reason, remoteAddress: addressOf(socket) })
    const transport = error.code === "ERR_SSL_HTTP_REQUEST" ? transportOf(socket) : undefined
    if (transport === undefined || !server.emit("clientError", error, transport)) socket.destroy()
  })
  // Reading the address makes the TCP socket cache it for `addressOf`.
  server.on("connection", (socket: Socket) => void socket.remoteAddress)
  return server
}

/**
 * Makes the server use another certificate and authority, starting with the next handshake. Earlier sessions can no
 * longer be resumed.
 */
export const replaceIdentity = (server: Pick<TlsServer, "setSecureContext">, identity: ServerIdentity): void =>
  server.setSecureContext(tlsOptionsOf(identity))
