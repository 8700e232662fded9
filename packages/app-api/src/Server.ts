/** The process as its clients see it: a listener, and an orderly end. */
import { NodeHttpServer } from "@effect/platform-node"
import { HttpApp, PollLane } from "@sheaf/adapters-http"
import { Readiness } from "@sheaf/ports"
import { Context, Effect, Layer, Ref } from "effect"
import { HttpServer } from "effect/http"
import type { ServeError } from "effect/http/HttpServerError"
import * as Composition from "./Composition.ts"
import * as Listener from "./Listener.ts"
import * as PublicAddressLive from "./PublicAddressLive.ts"
import { SettingsError } from "./Settings.ts"
import type { Settings } from "./Settings.ts"

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

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "another process listens there",
  EACCES: "this user may not",
  EADDRNOTAVAIL: "this machine has no such address",
  ENOTFOUND: "nobody knows this name"
}

const cannotListen = ({ host, port }: Settings, { cause }: ServeError): SettingsError => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
  return new SettingsError({ message: `HOST=${host} PORT=${port} cannot be listened on: ${reasons[code] ?? code}` })
}

const listener = (settings: Settings) =>
  Layer.unwrap(
    Effect.map(PollLane.make(settings), (lane) =>
      NodeHttpServer.layer(() => Listener.make(lane), {
        host: settings.host,
        port: settings.port,
        gracefulShutdownTimeout: graceful
      })
    )
  ).pipe(Layer.catchTag("ServeError", (error) => Layer.effectContext(Effect.fail(cannotListen(settings, error)))))

/**
 * The service, listening. What holds it open is the scope of the layer. Fails with {@link SettingsError} when it cannot
 * listen where it is told to.
 */
export const layer = (settings: Settings) =>
  draining(settings).pipe(
    Layer.provideMerge(HttpApp.serve({ maxBodyBytes: settings.bodyBytes, sunsets: settings.sunsets })),
    Layer.provideMerge(Layer.effectDiscard(PublicAddressLive.announce)),
    Layer.provide(ready),
    Layer.provide(Layer.effect(Serving, Ref.make(true))),
    Layer.provideMerge(listener(settings)),
    Layer.provide(Composition.layer(settings)),
    Layer.provide(PublicAddressLive.layerPort)
  )

/** Where the service listens. */
export const address = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))
