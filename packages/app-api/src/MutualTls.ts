/** The listener of mutual TLS, beside the plain one, which serves what comes over it (spec 5; decisions 15). */
import type { Arrival } from "@sheaf/adapters-http"
import { MutualTlsServer, ServerIdentity } from "@sheaf/adapters-mtls"
import { Context, Effect, Layer, Option } from "effect"
import { NetAddress } from "effect/net"
import type { Server as PlainServer } from "node:http"
import type { Server as TlsServer } from "node:https"
import { ServerCertificate } from "./Certificates.ts"
import * as Listener from "./Listener.ts"
import * as ListenFailure from "./ListenFailure.ts"
import type { Settings, SettingsError } from "./config/Settings.ts"

/** The server, before it listens and while it does; absent where it is switched off. */
export class Server extends Context.Service<Server, Option.Option<TlsServer<typeof Arrival.Arrival>>>()(
  "@sheaf/app-api/MutualTls/Server"
) {}

/** Where it is reached, such as `https://127.0.0.1:8443`. */
export class Address extends Context.Service<Address, Option.Option<string>>()("@sheaf/app-api/MutualTls/Address") {}

/**
 * The server, for whom `plain` answers. It goes by what the files of its certificate hold. Its last connections end with
 * the layer, which is to be when all that came over them has been answered.
 */
export const layerServer = (plain: PlainServer) =>
  Layer.effect(
    Server,
    Effect.gen(function* () {
      const certificate = yield* ServerCertificate
      if (Option.isNone(certificate)) return Option.none()
      const { files, identity } = certificate.value
      const run = Effect.runForkWith(yield* Effect.context<never>())
      // At a level at which strangers do not fill the log.
      const refused = ({ reason, remoteAddress }: MutualTlsServer.FailedHandshake) =>
        void run(Effect.annotateLogs(Effect.logDebug("handshake refused"), { reason, remoteAddress }))
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => MutualTlsServer.make(identity, Listener.http, refused)),
        (made) => Effect.sync(() => made.closeAllConnections())
      )
      Listener.forward(server, plain)
      const renew = (next: ServerIdentity.ServerIdentity) => Effect.sync(() => MutualTlsServer.renew(server, next))
      yield* Effect.forkScoped(ServerIdentity.follow(files, identity, renew))
      return Option.some(server)
    })
  )

const listen = (server: TlsServer<typeof Arrival.Arrival>, host: string, port: number) =>
  Effect.callback<string, SettingsError>((resume) => {
    const fail = (cause: Error) => resume(Effect.fail(ListenFailure.toSettingsError(host, "MTLS_PORT", port, cause)))
    server.once("error", fail)
    server.listen(port, host, () => {
      server.off("error", fail)
      const address = server.address()
      const [name, taken] =
        typeof address === "object" && address !== null ? [address.address, address.port] : [host, port]
      resume(Effect.succeed(`https://${NetAddress.formatUrlHostString(name)}:${taken}`))
    })
  })

/** Listens, until the server is ended. */
export const layerListening = ({ host, mutualTlsPort }: Settings) =>
  Layer.effect(
    Address,
    Effect.gen(function* () {
      const server = yield* Server
      const at = Option.all([server, mutualTlsPort])
      if (Option.isNone(at)) return Option.none()
      const [made, port] = at.value
      return Option.some(yield* listen(made, host, port))
    })
  )
