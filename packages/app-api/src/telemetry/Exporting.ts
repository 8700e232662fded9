/** Exports the metrics to Prometheus and to an OpenTelemetry collector. */
import { Effect, Layer, Option } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as MetricsListener from "./MetricsListener.ts"
import * as Otlp from "./Otlp.ts"
import * as ServiceMetrics from "./ServiceMetrics.ts"

export const layer = ({ metrics, otlp }: Pick<Settings, "metrics" | "otlp">) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const refresh = yield* ServiceMetrics.make
      const listener = Option.map(metrics, (address) => Layer.effectDiscard(MetricsListener.listen(address, refresh)))
      const collector = Option.map(otlp, (endpoint) => Otlp.layerMetrics(endpoint, refresh))
      return Layer.merge(
        Option.getOrElse(listener, () => Layer.empty),
        Option.getOrElse(collector, () => Layer.empty)
      )
    })
  )
