/** TLS for a simulated bank: its certificate, and the check of providers' certificates (QWAC). */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { MutualTlsServer, Psd2Role } from "@sheaf/adapters-mtls"
import type { ServerIdentity } from "@sheaf/adapters-mtls"
import type { BankServer } from "@sheaf/adapters-sandbox"
import { createServer } from "node:https"
import { TLSSocket } from "node:tls"

/** Checks a connection's certificate. The handshake does not require a certificate, because browsers have none. */
const judge: NonNullable<BankServer.BankServerOptions["connection"]> = (request) => {
  const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  if (certificate === undefined) return "CERTIFICATE_MISSING"
  if (!(socket instanceof TLSSocket) || !socket.authorized) return "CERTIFICATE_INVALID"
  return Psd2Role.rolesIn(certificate.raw).includes("PSP_AI") ? undefined : "ROLE_INVALID"
}

export const make = (identity: ServerIdentity.ServerIdentity) => {
  const settings = { ...MutualTlsServer.tlsOptionsOf(identity), rejectUnauthorized: false }
  const rules: Pick<BankServer.BankServerOptions, "connection" | "seals"> = {
    connection: judge,
    seals: { isRequired: true, authority: identity.authority }
  }
  return { server: () => createServer(settings), rules }
}
