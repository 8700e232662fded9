/**
 * Exports metrics and spans to an OpenTelemetry collector, as JSON over HTTP. If the collector does not respond, Sheaf
 * drops the unexported data and retries a minute later.
 */
import { Effect, Layer, References, Schedule, Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import { randomUUID } from "node:crypto"
import metadata from "../../package.json" with { type: "json" }
import * as SpanFilter from "./SpanFilter.ts"

const exportTimeout = "10 seconds"
const interval = "10 seconds"

/** `OTEL_RESOURCE_ATTRIBUTES` can add attributes. */
const resource = {
  serviceName: "sheaf",
  serviceVersion: metadata.version,
  attributes: { "service.instance.id": randomUUID() }
}

const client = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(
    HttpClient.HttpClient,
    HttpClient.transformResponse(
      Effect.timeoutOrElse({
        duration: exportTimeout,
        orElse: () => Effect.die(new Error("the collector does not respond"))
      })
    )
  )
).pipe(Layer.provide(FetchHttpClient.layer))

const exporting = <A, E, R>(
  exporter: Layer.Layer<A, E, R | HttpClient.HttpClient | OtlpSerialization.OtlpSerialization>
) => Layer.provide(exporter, [client, OtlpSerialization.layerJson])

const urlOf = (endpoint: string, signal: string): string => `${endpoint.replace(/\/+$/, "")}/v1/${signal}`

/** Exports only Sheaf's own spans. Provide this layer to the whole service. */
export const layerTracer = (endpoint: string): Layer.Layer<never> => {
  const exported = Effect.map(
    OtlpTracer.make({ url: urlOf(endpoint, "traces"), resource, exportInterval: interval }),
    SpanFilter.make
  )
  return exporting(Layer.effect(Tracer.Tracer, exported).pipe(Layer.provide(OtlpExporter.layerFlusher))).pipe(
    Layer.merge(Layer.succeed(References.TracerEnabled, true))
  )
}

/** Runs `refresh` before each export. */
export const layerMetrics = (endpoint: string, refresh: Effect.Effect<void>): Layer.Layer<never> =>
  Layer.merge(
    exporting(
      Layer.effectDiscard(OtlpMetrics.make({ url: urlOf(endpoint, "metrics"), resource, exportInterval: interval }))
    ).pipe(Layer.provide(OtlpExporter.layerFlusher)),
    Layer.effectDiscard(Effect.forkScoped(Effect.repeat(refresh, Schedule.spaced(interval))))
  )
