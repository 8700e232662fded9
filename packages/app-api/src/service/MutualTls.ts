/** The listener for mutual TLS, which passes requests on to the plain server (spec 5.3). */
import { Listener } from "@sheaf/adapters-http"
import type { IncomingRequest } from "@sheaf/adapters-http"
import { MutualTlsServer, ServerIdentity } from "@sheaf/adapters-mtls"
import { Context, Effect, Layer, Option } from "effect"
import { NetAddress } from "effect/net"
import type { Server as TlsServer } from "node:https"
import { ServerCertificate } from "../installation/Certificates.ts"
import * as ListenErrors from "../errors/ListenErrors.ts"
import type { Settings } from "../config/Settings.ts"

/** None if mutual TLS is off. */
export class MutualTlsListener extends Context.Service<
  MutualTlsListener,
  Option.Option<TlsServer<typeof IncomingRequest.IncomingRequest>>
>()("@sheaf/app-api/MutualTls/MutualTlsListener") {}

/** For example, `https://127.0.0.1:8443`. None if mutual TLS is off. */
export class MutualTlsUrl extends Context.Service<MutualTlsUrl, Option.Option<string>>()(
  "@sheaf/app-api/MutualTls/MutualTlsUrl"
) {}

/**
 * Creates the TLS server in front of `plain`. It reloads its certificate when the files change. Closing the layer drops
 * the remaining connections, so shut the server down first.
 */
export const layerServer = (plain: Listener.ListenerServer) =>
  Layer.effect(
    MutualTlsListener,
    Effect.gen(function* () {
      const certificate = yield* ServerCertificate
      if (Option.isNone(certificate)) return Option.none()
      const { files, identity } = certificate.value
      const run = Effect.runForkWith(yield* Effect.context<never>())
      // Logged only at debug level, so that strangers cannot fill the log.
      const refused = ({ reason, remoteAddress }: MutualTlsServer.FailedHandshake) =>
        void run(Effect.annotateLogs(Effect.logDebug("handshake failed"), { reason, remoteAddress }))
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => MutualTlsServer.make(identity, Listener.serverOptions, refused)),
        (made) => Effect.sync(() => made.closeAllConnections())
      )
      Listener.forwardTls(server, plain)
      const renew = (next: ServerIdentity.ServerIdentity) =>
        Effect.sync(() => MutualTlsServer.replaceIdentity(server, next))
      yield* Effect.forkScoped(ServerIdentity.watch(files, identity, renew))
      return Option.some(server)
    })
  )

const listen = (server: TlsServer<typeof IncomingRequest.IncomingRequest>, host: string, port: number) =>
  Effect.callback<string, Error>((resume) => {
    const fail = (cause: Error) => resume(Effect.fail(cause))
    server.once("error", fail)
    server.listen(port, host, () => {
      server.off("error", fail)
      const address = server.address()
      const [name, taken] =
        typeof address === "object" && address !== null ? [address.address, address.port] : [host, port]
      resume(Effect.succeed(`https://${NetAddress.formatUrlHostString(name)}:${taken}`))
    })
  })

const isTaken = (cause: Error) => "code" in cause && cause.code === "EADDRINUSE"

export const layerListening = ({ host, mutualTlsFallback, mutualTlsPort }: Settings) =>
  Layer.effect(
    MutualTlsUrl,
    Effect.gen(function* () {
      const server = Option.all([yield* MutualTlsListener, mutualTlsPort])
      if (Option.isNone(server)) return Option.none()
      const [made, port] = server.value
      const listening = listen(made, host, port).pipe(
        Effect.catchIf(
          (cause) => mutualTlsFallback && isTaken(cause),
          () => listen(made, host, 0)
        ),
        Effect.catch((cause) => ListenErrors.failToListen(`HOST=${host} MTLS_PORT=${port}`, cause))
      )
      return Option.some(yield* listening)
    })
  )
