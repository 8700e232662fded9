/**
 * The names of metrics for Prometheus, as OpenTelemetry translates its own names: with `_` instead of dots, and with the
 * unit and `_total` at the end. For example, `http.server.request.duration` becomes
 * `http_server_request_duration_seconds`.
 */
import { Context, Metric } from "effect"

const suffixOf = (type: Metric.Metric.Type, unit: string | undefined): string => {
  if (unit === "s") return "_seconds"
  if (unit === "By") return "_bytes"
  return unit === "1" && type === "Gauge" ? "_ratio" : ""
}

/** Returns the name of a metric with this type and unit. */
const nameOf = (id: string, type: Metric.Metric.Type, unit: string | undefined): string =>
  `${id.replaceAll(/[^a-zA-Z0-9_]/g, "_")}${suffixOf(type, unit)}${type === "Counter" && unit !== undefined ? "_total" : ""}`

/** Returns a function that names the metrics of a registry. */
export const mapper = (context: Context.Context<never>) => {
  const names = new Map(
    Array.from(Context.get(context, Metric.MetricRegistry).values(), ({ attributes, id, type }) => [
      id,
      nameOf(id, type, attributes?.["unit"])
    ])
  )
  return (id: string): string => names.get(id) ?? id
}
