/** Serves metrics at `/metrics` in Prometheus' text format, and the operator's console, on a separate port. */
import { Connections, Listener } from "@sheaf/adapters-http"
import { Effect, Context, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type { OutgoingHttpHeaders, RequestListener, Server, ServerResponse } from "node:http"
import * as ListenErrors from "../errors/ListenErrors.ts"
import * as ConnectionLimits from "../installation/ConnectionLimits.ts"

const suffixOf = (type: Metric.Metric.Type, unit: string | undefined): string => {
  if (unit === "s") return "_seconds"
  if (unit === "By") return "_bytes"
  return unit === "1" && type === "Gauge" ? "_ratio" : ""
}

const nameOf = (id: string, type: Metric.Metric.Type, unit: string | undefined): string =>
  `${id.replaceAll(/[^a-zA-Z0-9_]/g, "_")}${suffixOf(type, unit)}${type === "Counter" && unit !== undefined ? "_total" : ""}`

/**
 * Returns a function that renames a registry's metrics by OpenTelemetry's rules for Prometheus: dots become `_`, the
 * unit is appended, and counters also get `_total`. For example, `http.server.request.duration` becomes
 * `http_server_request_duration_seconds`.
 */
const prometheusNames = (context: Context.Context<never>) => {
  const names = new Map(
    Array.from(Context.get(context, Metric.MetricRegistry).values(), ({ attributes, id, type }) => [
      id,
      nameOf(id, type, attributes?.["unit"])
    ])
  )
  return (id: string): string => names.get(id) ?? id
}

export interface MetricsAddress {
  readonly host: string
  /** 0 means any free port. */
  readonly port: number
}

const metricsType = "text/plain; version=0.0.4; charset=utf-8"

/**
 * Only a few machines scrape metrics. When there are too many connections, the oldest are closed, whatever address they
 * come from.
 */
const limits = { ...Connections.defaultLimits, total: 64 }

const end = (response: ServerResponse, status: number, body: string, fields: OutgoingHttpHeaders = {}) =>
  void response
    .writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...fields })
    .end(body)

const listening = (server: Server, { host, port }: MetricsAddress) =>
  Effect.callback<number, Error>((resume) => {
    server.once("error", (cause) => resume(Effect.fail(cause)))
    server.listen(port, host, () => {
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  }).pipe(Effect.catch((cause) => ListenErrors.failToListen(`METRICS_HOST=${host} METRICS_PORT=${port}`, cause)))

const isOfConsole = (url = ""): boolean => /^\/console(?:[/?]|$)/.test(url)

/** Listens until the scope closes. Returns the port. Runs `refresh` before each scrape. */
export const listen = Effect.fnUntraced(function* (
  address: MetricsAddress,
  refresh: Effect.Effect<void>,
  console: RequestListener
) {
  const context = yield* Effect.context<never>()
  const run = Effect.runPromiseWith(context)
  const format = Effect.map(refresh, () =>
    PrometheusMetrics.formatUnsafe(context, { metricNameMapper: prometheusNames(context) })
  )
  const server = Listener.make({ limits: { ...limits, ended: yield* ConnectionLimits.logEndedConnections } })
  server.on("request", (request, response) => {
    if (isOfConsole(request.url)) return console(request, response)
    if (request.url !== "/metrics") {
      return end(response, 404, "The metrics are at /metrics, and the operator's console is at /console.\n")
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return end(response, 405, "The metrics support only GET and HEAD.\n", { allow: "GET, HEAD" })
    }
    run(format).then(
      (text) => end(response, 200, text, { "content-type": metricsType }),
      () => end(response, 500, "Reading the metrics failed.\n")
    )
  })
  const port = yield* Effect.acquireRelease(listening(server, address), () =>
    Effect.andThen(
      Effect.timeoutOption(Listener.close(server), "1 second"),
      Effect.sync(() => server.closeAllConnections())
    )
  )
  yield* Effect.annotateLogs(Effect.logInfo("serving metrics"), {
    address: `${address.host}:${port}`,
    path: "/metrics"
  })
  return port
})
