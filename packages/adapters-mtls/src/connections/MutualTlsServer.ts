/**
 * The HTTPS server that requires currently valid client certificates from one authority (spec 5.3). It
 * checks certificates only at the handshake and ignores revocations. `PeerCertificates` therefore checks each request,
 * even on persistent connections and resumed sessions.
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
 * The ciphers of TLS 1.3, and those of TLS 1.2 with forward secrecy and authenticated encryption (NIST SP 800-52 r2
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

/** Returns the TLS settings of an identity. Benchmarks use the same settings for other servers. */
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

/** A failed handshake, without the content of the certificate. */
export interface FailedHandshake {
  /** OpenSSL's or Node's code, such as `CERT_HAS_EXPIRED` or `ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE`. */
  readonly reason: string
  /** The client's address, if still known. */
  readonly remoteAddress: string | undefined
}

/** Returns the TCP socket under a TLS socket, which has no public name. */
const transportOf = (socket: TLSSocket): Socket | undefined =>
  "_parent" in socket && socket._parent instanceof Socket ? socket._parent : undefined

/**
 * Returns the client's address, even after the connection has ended. Node then clears the TLS socket's address, and the
 * TCP socket keeps an address that was read earlier.
 */
const addressOf = (socket: TLSSocket): string | undefined => socket.remoteAddress ?? transportOf(socket)?.remoteAddress

/** The time limit for a handshake, in milliseconds. */
const handshakeTimeout = 10_000

/**
 * Creates a server that does not listen yet. Reports failed handshakes to `refused`. A request in plain HTTP is a
 * `clientError` of the TCP socket, so that its listener can still respond.
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
    // If the certificate was rejected, only the socket knows the reason. The error is unrelated.
    const reason = String(socket.authorizationError ?? error.code ?? error.name)
    refused({ reason, remoteAddress: addressOf(socket) })
    const transport = error.code === "ERR_SSL_HTTP_REQUEST" ? transportOf(socket) : undefined
    if (transport === undefined || !server.emit("clientError", error, transport)) socket.destroy()
  })
  // Reading the address makes the socket remember it for `addressOf`.
  server.on("connection", (socket: Socket) => void socket.remoteAddress)
  return server
}

/** Uses another certificate and authority from the next handshake on. Clients cannot resume earlier sessions. */
export const replaceIdentity = (server: Pick<TlsServer, "setSecureContext">, identity: ServerIdentity): void =>
  server.setSecureContext(tlsOptionsOf(identity))
