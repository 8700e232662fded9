/**
 * Exports metrics and traces for operators (spec 14.5). Exporters are loaded only if they are configured, because they
 * would slow down every start.
 */
import { Effect, Layer, Option } from "effect"
import type { Settings } from "../config/Settings.ts"

export const layerTracing = ({ otlp }: Settings): Layer.Layer<never> =>
  Option.match(otlp, {
    onNone: () => Layer.empty,
    onSome: (endpoint) =>
      Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("./Otlp.ts")),
          (Otlp) => Otlp.layerTracer(endpoint)
        )
      )
  })

export const layerMetrics = (settings: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (Option.isNone(settings.metrics) && Option.isNone(settings.otlp)) return Layer.empty
      const Exporting = yield* Effect.promise(() => import("./MetricsExport.ts"))
      return Exporting.layer(settings)
    })
  )
