/** The process as its clients see it: a listener, and an orderly end. */
import { NodeHttpServer } from "@effect/platform-node"
import { HttpApp } from "@sheaf/adapters-http"
import { Readiness } from "@sheaf/ports"
import { Effect, Layer, Ref } from "effect"
import { HttpServer } from "effect/http"
import { createServer } from "node:http"
import * as Composition from "./Composition.ts"
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

const app = ({ bodyBytes }: Settings) =>
  Layer.unwrap(Effect.map(HttpApp.make({ maxBodyBytes: bodyBytes }), (handler) => HttpServer.serve(handler)))

/** The service, listening. What holds it open is the scope of the layer. */
export const layer = (settings: Settings) =>
  app(settings).pipe(
    Layer.provide(ready),
    Layer.provideMerge(
      NodeHttpServer.layer(createServer, {
        host: settings.host,
        port: settings.port,
        gracefulShutdownTimeout: graceful
      })
    ),
    Layer.provide(Composition.layer(settings))
  )

/** Where the service listens. */
export const address = Effect.map(HttpServer.HttpServer, (server) => HttpServer.formatAddress(server.address))
