/** TLS for a sandbox bank: its own certificate, and the check of providers' certificates (QWAC). */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { MutualTlsServer, Psd2Role } from "@sheaf/adapters-mtls"
import type { BankServer } from "@sheaf/adapters-sandbox"
import { Effect, FileSystem, Layer, Path, Redacted } from "effect"
import { createServer } from "node:https"
import { TLSSocket } from "node:tls"
import * as ListenErrors from "../../errors/ListenErrors.ts"
import { failWith } from "../../errors/OperatorError.ts"

/** The certificates of a folder that `sheaf bank certificates` wrote. */
const read = Effect.fnUntraced(function* (folder: string) {
  const path = yield* Path.Path
  const files = yield* FileSystem.FileSystem
  const content = (name: string) =>
    Effect.catch(files.readFileString(path.join(folder, name)), () =>
      failWith(`--certificates: cannot read ${path.join(folder, name)}. Create it with sheaf bank certificates.`)
    )
  return {
    key: Redacted.make(yield* content("bank.key")),
    certificate: yield* content("bank.pem"),
    authority: yield* content("ca.pem")
  }
})

/** Judges the certificate of a connection. Browsers have none, so the handshake does not require one. */
const judge: NonNullable<BankServer.BankServerOptions["connection"]> = (request) => {
  const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
  if (certificate === undefined) return "CERTIFICATE_MISSING"
  if (!(socket instanceof TLSSocket) || !socket.authorized) return "CERTIFICATE_INVALID"
  return Psd2Role.rolesIn(certificate.raw).includes("PSP_AI") ? undefined : "ROLE_INVALID"
}

/** Returns the listener, and the rules for connections and seals. */
export const make = Effect.fnUntraced(function* (folder: string, host: string, port: number) {
  const identity = yield* read(folder)
  const settings = { ...MutualTlsServer.tlsOptionsOf(identity), rejectUnauthorized: false }
  const listener = NodeHttpServer.layer(() => createServer(settings), {
    host,
    port,
    gracefulShutdownTimeout: "2 seconds"
  }).pipe(
    Layer.catchTag("ServeError", ({ cause }) =>
      Layer.effectContext(ListenErrors.failToListen(`--host ${host} --port ${port}`, cause))
    )
  )
  const rules: Pick<BankServer.BankServerOptions, "connection" | "seals"> = {
    connection: judge,
    seals: { isRequired: true, authority: identity.authority }
  }
  return { listener, rules }
})
