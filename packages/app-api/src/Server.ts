/** The process as its clients see it: two listeners, and an orderly end. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { CertificateGate, HttpApp, PollLane } from "@sheaf/adapters-http"
import { Readiness } from "@sheaf/ports"
import { Context, Effect, Layer, Option, Ref } from "effect"
import { HttpServer } from "effect/http"
import type { Server as HttpServerOfNode } from "node:http"
import * as Composition from "./Composition.ts"
import * as Demo from "./Demo.ts"
import * as Listener from "./Listener.ts"
import * as ListenFailure from "./ListenFailure.ts"
import * as MutualTls from "./MutualTls.ts"
import * as PublicAddressLive from "./PublicAddressLive.ts"
import type { Settings } from "./config/Settings.ts"

/** How long requests in flight may take when the service stops. */
const graceful = "5 seconds"

class Serving extends Context.Service<Serving, Ref.Ref<boolean>>()("@sheaf/app-api/Serving") {}

const ready = Layer.effect(
  Readiness,
  Effect.map(Serving, (serving) => Readiness.of({ isReady: Ref.get(serving) }))
)

/**
 * Built after the listener, and so the first to learn that the service stops: while it waits, everything is answered as
 * before, except for `/ready`. Load balancers have that long to send their requests elsewhere.
 */
const draining = ({ drain }: Settings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const serving = yield* Serving
      yield* Effect.addFinalizer(() => Effect.andThen(Ref.set(serving, false), Effect.sleep(drain)))
    })
  )

class Plain extends Context.Service<Plain, HttpServerOfNode>()("@sheaf/app-api/Server/Plain") {}

/**
 * Ends both listeners at once, and while everything is still answered: what came over mutual TLS is answered by the plain
 * server, which would not wait for it.
 */
const ending = Layer.effectDiscard(
  Effect.gen(function* () {
    const servers = [yield* Plain, ...Option.toArray(yield* MutualTls.Server)]
    const ended = Effect.forEach(servers, Listener.end, { concurrency: "unbounded", discard: true })
    yield* Effect.addFinalizer(() => Effect.timeoutOption(ended, graceful))
  })
)

const plain = (server: HttpServerOfNode, { host, port }: Settings) =>
  // It has ended before.
  NodeHttpServer.layer(() => server, { host, port, disablePreemptiveShutdown: true }).pipe(
    Layer.catchTag("ServeError", ({ cause }) =>
      Layer.effectContext(Effect.fail(ListenFailure.toSettingsError(host, "PORT", port, cause)))
    )
  )

/** What serves, and what it serves as well once it listens for mutual TLS. */
const listener = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const ways = { gate: yield* CertificateGate.make(settings), lane: yield* PollLane.make(settings) }
      const server = Listener.make(ways)
      return Layer.mergeAll(plain(server, settings), MutualTls.layerServer(server), Layer.succeed(Plain, server))
    })
  )

const httpOptions = ({ bodyBytes, demo, sunsets }: Settings): HttpApp.Options => ({
  maxBodyBytes: bodyBytes,
  sunsets,
  ...(demo && { demonstrationKey: Demo.apiKey })
})

/**
 * The service, listening. What holds it open is the scope of the layer. Fails with `SettingsError` when it cannot listen
 * where it is told to.
 */
export const layer = (settings: Settings) =>
  draining(settings).pipe(
    Layer.provideMerge(ending),
    Layer.provideMerge(MutualTls.layerListening(settings)),
    Layer.provideMerge(HttpApp.serve(httpOptions(settings))),
    Layer.provideMerge(Layer.effectDiscard(PublicAddressLive.announce)),
    Layer.provide(ready),
    Layer.provide(Layer.effect(Serving, Ref.make(true))),
    Layer.provideMerge(listener(settings)),
    Layer.provide(Composition.layer(settings)),
    Layer.provide(PublicAddressLive.layerPort)
  )

/** Where the service listens. */
export const address = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))

/** Where it listens for mutual TLS, where it does. */
export const mutualTlsAddress: Effect.Effect<Option.Option<string>, never, MutualTls.Address> = MutualTls.Address
