/** Exports the metrics to Prometheus and to an OpenTelemetry collector, and serves the operator's console. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as OperatorConsoleLive from "./OperatorConsoleLive.ts"
import * as MetricsListener from "./MetricsListener.ts"
import * as Otlp from "./Otlp.ts"
import * as ServiceMetrics from "./ServiceMetrics.ts"

const listening = (settings: Settings, address: MetricsListener.MetricsAddress, refresh: Effect.Effect<void>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const console = yield* OperatorConsoleLive.make(settings)
      const port = yield* MetricsListener.listen(address, refresh, console.handle)
      yield* console.announce({ ...address, port })
    })
  )

export const layer = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { metrics, otlp } = settings
      const refresh = yield* ServiceMetrics.make
      const listener = Option.map(metrics, (address) => listening(settings, address, refresh))
      const collector = Option.map(otlp, (endpoint) => Otlp.layerMetrics(endpoint, refresh))
      return Layer.merge(
        Layer.provide(
          Option.getOrElse(listener, () => Layer.empty),
          NodeHttpServer.layerHttpServices
        ),
        Option.getOrElse(collector, () => Layer.empty)
      )
    })
  )
