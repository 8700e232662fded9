/** Assembles the service as clients see it: two listeners and a graceful shutdown. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import {
  IncomingRequest,
  BrowserSecurity,
  LongPolls,
  HttpApp,
  Listener,
  Networks,
  FastPath
} from "@sheaf/adapters-http"
import { Readiness } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option, Ref } from "effect"
import { HttpServer } from "effect/http"
import type { Server as NodeServer } from "node:http"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import * as BankSettings from "../config/BankSettings.ts"
import * as Composition from "./Composition.ts"
import * as Database from "../installation/Database.ts"
import * as ConnectionLimits from "../installation/ConnectionLimits.ts"
import * as Demo from "../installation/Demo.ts"
import * as FairScheduler from "./FairScheduler.ts"
import * as ListenErrors from "../errors/ListenErrors.ts"
import * as MutualTls from "./MutualTls.ts"
import * as Production from "../config/Production.ts"
import * as PublicUrlLive from "./PublicUrlLive.ts"
import * as Telemetry from "../telemetry/Telemetry.ts"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import type { Settings } from "../config/Settings.ts"

class Serving extends Context.Service<Serving, Ref.Ref<boolean>>()("@sheaf/app-api/Serving") {}

/** `/ready` reports certificates that expire within this time, in milliseconds. */
const soonMillis = 30 * dayMillis

const expiringAt = ({ banks }: Settings) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    return (yield* BankSettings.certificatesAt(banks))
      .filter(({ notAfter }) => notAfter - now < soonMillis)
      .map(({ name, notAfter }) => ({ certificate: name, expiresAt: new Date(notAfter).toISOString() }))
  })

const ready = (settings: Settings) =>
  Layer.effect(
    Readiness,
    Effect.map(Effect.all([Serving, Database.DatabaseState]), ([serving, { isUsable }]) =>
      Readiness.of({
        isReady: Effect.flatMap(Ref.get(serving), (is) => (is ? isUsable : Effect.succeed(false))),
        expiring: expiringAt(settings)
      })
    )
  )

/**
 * Gives load balancers time to redirect requests before the service stops. The layer is built last, so it closes first.
 * While it closes, `/ready` returns 503 and long polls return immediately. Everything else works as usual.
 */
const draining = ({ drain }: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const serving = yield* Serving
      const { release } = yield* LongPolls.LongPolls
      const stop = Effect.andThen(Ref.set(serving, false), release)
      yield* Effect.addFinalizer(() => Effect.andThen(stop, Effect.sleep(drain)))
    })
  )

class Plain extends Context.Service<Plain, NodeServer>()("@sheaf/app-api/Server/Plain") {}

/**
 * Closes both listeners and gives open requests 5 seconds to finish. The plain server alone would not wait for requests
 * over mutual TLS.
 */
const ending = Layer.effectDiscard(
  Effect.gen(function* () {
    const servers = [yield* Plain, ...Option.toArray(yield* MutualTls.MutualTlsListener)]
    const ended = Effect.forEach(servers, Listener.close, { concurrency: "unbounded", discard: true })
    yield* Effect.addFinalizer(() => Effect.timeoutOption(ended, "5 seconds"))
  })
)

const plain = (server: NodeServer, { host, port }: Settings) =>
  NodeHttpServer.layer(() => server, { host, port, disablePreemptiveShutdown: true }).pipe(
    Layer.catchTag("ServeError", ({ cause }) =>
      Layer.effectContext(ListenErrors.failToListen(`HOST=${host} PORT=${port}`, cause))
    )
  )

/**
 * Chooses which host names the service accepts. The demonstration key of a local service is public, so only the host
 * name check keeps websites out. Behind a proxy, every name is accepted, because the proxy may send an internal one.
 */
const hostsOf = ({ host, mode, proxies, publicUrl }: Settings) =>
  !mode.isProduction && isLoopbackHost(host) && proxies.length === 0
    ? BrowserSecurity.localHosts(publicUrl)
    : BrowserSecurity.anyHost

const listener = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const proxies = Networks.of(settings.proxies)
      const options: Listener.ListenerOptions = {
        certificateGate: yield* IncomingRequest.makeCertificateGate(settings),
        fastPath: yield* FastPath.make(settings),
        later: FairScheduler.scheduleRequest,
        now: clock.currentTimeMillisUnsafe.bind(clock),
        limits: {
          ...(yield* ConnectionLimits.effectiveLimits(settings)),
          proxies,
          ended: yield* ConnectionLimits.logEndedConnections
        },
        hosts: hostsOf(settings),
        crossOrigin: BrowserSecurity.corsOf(settings.allowedOrigins),
        headerMillis: settings.transport.headerMillis,
        proxies,
        plainHttpNetworks: Production.plainHttpNetworks(settings),
        onPlainHttpRejected: yield* ConnectionLimits.logEndedPlainConnections,
        isPublicOverTls: Option.exists(settings.publicUrl, (url) => url.startsWith("https:"))
      }
      const server = Listener.make(options)
      return Layer.mergeAll(plain(server, settings), MutualTls.layerServer(server), Layer.succeed(Plain, server))
    })
  )

// The pages are built on first use, except in a bundle, which contains finished pages.
const shellFiles = Effect.map(
  Effect.promise(() => import("@sheaf/web/ShellPage")),
  ({ pageFiles }) => pageFiles
)

const connectFiles = Effect.map(
  Effect.promise(() => import("@sheaf/web/ConnectPage")),
  ({ pageFiles }) => pageFiles
)

const embedScript = Effect.map(
  Effect.promise(() => import("@sheaf/web/EmbedScript")),
  ({ script }) => script
)

/** In the sandbox, whoever needs help with the page is a developer. */
const sandboxHelp = { supportUrl: "../docs/guides/connect" }

const httpOptions = (settings: Settings): HttpApp.Options => {
  const { bodyBytes, connect, demo, mode, mutualTlsPort, rates, sunsets, transport } = settings
  // The documentation cannot name a port that the operating system chooses.
  const namedPort = Option.getOrUndefined(Option.filter(mutualTlsPort, (port) => port !== 0))
  return {
    maxBodyBytes: bodyBytes,
    ...transport.largeBodies,
    ...transport.downloads,
    rates,
    sunsets,
    shellFiles,
    connectPage: {
      files: connectFiles,
      embedScript,
      brand: { ...(mode.simulatesCompanies && sandboxHelp), ...connect },
      testEnvironment: mode.simulatesCompanies
    },
    ...(demo && { demonstrationKey: Demo.apiKey }),
    ...(namedPort !== undefined && { mutualTlsPort: namedPort })
  }
}

/** Runs the service until the layer closes. Fails with `OperatorError` if it cannot listen. */
export const layer = (settings: Settings) =>
  draining(settings).pipe(
    Layer.provideMerge(ending),
    Layer.provideMerge(MutualTls.layerListening(settings)),
    Layer.provideMerge(Layer.provide(HttpApp.serve(httpOptions(settings)), FairScheduler.layerRequests)),
    Layer.provideMerge(Layer.effectDiscard(PublicUrlLive.announcePort)),
    Layer.provideMerge(listener(settings)),
    Layer.provideMerge(Telemetry.layerMetrics(settings)),
    Layer.provide(ready(settings)),
    Layer.provide(Layer.effect(Serving, Ref.make(true))),
    Layer.provide(LongPolls.layer(settings.heldRequests)),
    Layer.provide(Composition.layer(settings)),
    Layer.provide(PublicUrlLive.layerPort),
    Layer.provide(Telemetry.layerTracing(settings))
  )

export const listenerUrl = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))
