/** The process as its clients see it: a listener, and an orderly end. */
import { NodeHttpServer } from "@effect/platform-node"
import { HttpApp } from "@sheaf/adapters-http"
import { Readiness } from "@sheaf/ports"
import { Effect, Layer, Ref } from "effect"
import { HttpServer } from "effect/http"
import * as Composition from "./Composition.ts"
import * as Listener from "./Listener.ts"
import type { Settings } from "./Settings.ts"

/** How long requests in flight may take when the service stops. */
const graceful = "5 seconds"

const ready = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const state = yield* Ref.make(true)
    // Built before the listener and under it: told first when the service stops, while the listener still answers.
    yield* Effect.addFinalizer(() => Ref.set(state, false))
    return Readiness.of({ isReady: Ref.get(state) })
  })
)

/** The service, listening. What holds it open is the scope of the layer. */
export const layer = (settings: Settings) =>
  HttpApp.serve({ maxBodyBytes: settings.bodyBytes }).pipe(
    Layer.provide(ready),
    Layer.provideMerge(
      NodeHttpServer.layer(Listener.make, {
        host: settings.host,
        port: settings.port,
        gracefulShutdownTimeout: graceful
      })
    ),
    Layer.provide(Composition.layer(settings))
  )

/** Where the service listens. */
export const address = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))
