/**
 * The HTTPS server, which requires client certificates from one authority (spec 5.3). It checks them only at the
 * handshake, and does not know which are revoked. `PeerCertificates` therefore checks each request, even on long-lived
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

/** Returns the TLS settings for an identity. Benchmarks also use them for other servers. */
export const tlsOptionsOf = ({ authority, certificate, key }: ServerIdentity) => ({
  key: Redacted.value(key),
  cert: certificate,
  ca: authority,
  minVersion: "TLSv1.2" as const,
  ciphers,
  honorCipherOrder: true,
  // Without renegotiation, a connection belongs to the same client from start to end.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  requestCert: true,
  rejectUnauthorized: true
})

/** A failed handshake, without anything from the certificate. */
export interface FailedHandshake {
  /** The code from OpenSSL or Node, such as `CERT_HAS_EXPIRED` or `ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE`. */
  readonly reason: string
  /** The client's address, if still known. */
  readonly remoteAddress: string | undefined
}

/** Returns the TCP socket under a TLS socket, which has no public name. */
const transportOf = (socket: TLSSocket): Socket | undefined =>
  "_parent" in socket && socket._parent instanceof Socket ? socket._parent : undefined

/**
 * Returns the client's address, even if the connection has ended. When it ends, Node clears the address of the TLS
 * socket. The TCP socket beneath it keeps an address that was read before.
 */
const addressOf = (socket: TLSSocket): string | undefined => socket.remoteAddress ?? transportOf(socket)?.remoteAddress

/** How long a handshake may take, in milliseconds. */
const handshakeTimeout = 10_000

/**
 * Creates a server that does not listen yet. Calls `refused` with each failed handshake. A request in plain HTTP causes
 * a `clientError` on the TCP socket, so the listener for that event can still respond.
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
    // If a certificate was rejected, the reason is in the socket, and the error says something else.
    const reason = String(socket.authorizationError ?? error.code ?? error.name)
    refused({ reason, remoteAddress: addressOf(socket) })
    const transport = error.code === "ERR_SSL_HTTP_REQUEST" ? transportOf(socket) : undefined
    if (transport === undefined || !server.emit("clientError", error, transport)) socket.destroy()
  })
  // Once its address has been read, the socket keeps it for `addressOf`.
  server.on("connection", (socket: Socket) => void socket.remoteAddress)
  return server
}

/** Uses another certificate and authority from the next handshake on. Earlier sessions can no longer be resumed. */
export const replaceIdentity = (server: Pick<TlsServer, "setSecureContext">, identity: ServerIdentity): void =>
  server.setSecureContext(tlsOptionsOf(identity))
