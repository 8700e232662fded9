/**
 * Records each request: metrics, a span (W3C Trace Context), a debug line and, if the service fails, an error line.
 * Uses the route's template instead of the URL (spec 7, 14.5).
 */
import { summarizeFailures, Instrument } from "@sheaf/ports"
import { Effect, LogLevel, References, Clock, Context, Exit, Option, Tracer } from "effect"
import type { Cause, Metric, Fiber } from "effect"
import type { HttpServerResponse } from "effect/http"
import { performance } from "node:perf_hooks"
import type { Exchange } from "../versions/Exchange.ts"
import { Headers, HttpTraceContext } from "effect/http"

/**
 * The methods that the metrics distinguish. All others share one label, because clients can invent any number of them.
 */
const methods: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])

const labels = ["http.request.method", "http.route", "http.response.status_class", "sheaf.api_version"] as const

const requests = Instrument.durationHistogram({
  name: "http.server.request.duration",
  description: "Duration of requests, without those that ask to wait.",
  labels
})

const waits = Instrument.durationHistogram({
  name: "sheaf.http.wait.duration",
  description: "Duration of requests that ask to wait for a change (Prefer: wait).",
  labels
})

export interface RequestAttributes {
  readonly method: string
  readonly route: string
  /** Absent if the path belongs to no version, or the request names no supported version. */
  readonly version?: string | undefined
}

export type DurationMetricLookup = (status: number, isWait: boolean) => Metric.Histogram<number>

export const durationMetricsOf = ({ method, route, version = "none" }: RequestAttributes): DurationMetricLookup => {
  const found: Array<Metric.Histogram<number> | undefined> = []
  return (status, isWait) => {
    const statusClass = Math.floor(status / 100)
    const at = isWait ? statusClass + 10 : statusClass
    return (found[at] ??= (isWait ? waits : requests)({
      "http.request.method": methods.has(method) ? method : "_OTHER",
      "http.route": route,
      "http.response.status_class": `${statusClass}xx`,
      "sheaf.api_version": version
    }))
  }
}

/** Returns the caller's span, if the request names one. Expects header names in lower case. */
export const parentSpanOf = (headers: Readonly<Record<string, unknown>>): Tracer.ExternalSpan | undefined => {
  const { traceparent } = headers
  return typeof traceparent === "string"
    ? Option.getOrUndefined(HttpTraceContext.w3c(Headers.fromRecordUnsafe({ traceparent })))
    : undefined
}

const own = Context.make(Instrument.IsExportedSpan, true)

/** Returns `undefined` if spans are not collected. */
const tracerOf = (context: Context.Context<never>): Tracer.Tracer | undefined =>
  Context.get(context, References.TracerEnabled) ? Context.getOrUndefined(context, Tracer.Tracer) : undefined

const describeSpan = (span: Tracer.Span, { method, route, version }: RequestAttributes, status: number): void => {
  Object.assign(span, { name: `${method} ${route}` })
  span.attribute("http.request.method", method)
  span.attribute("http.route", route)
  span.attribute("http.response.status_code", status)
  if (version !== undefined) span.attribute("sheaf.api_version", version)
  if (status >= 500) span.attribute("error.type", String(status))
}

export const withSpan = <A, E, R>(
  fiber: Fiber.Fiber<unknown, unknown>,
  parent: Tracer.ExternalSpan | undefined,
  run: (span: Tracer.Span | undefined) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  if (tracerOf(fiber.context) === undefined) return run(undefined)
  return Effect.flatMap(
    Effect.makeSpan("request", { kind: "server", annotations: own, ...(parent ? { parent } : { root: true }) }),
    (span) =>
      Effect.onExit(
        Effect.withParentSpan(
          Effect.suspend(() => run(span)),
          span
        ),
        (exit) => Effect.map(Clock.currentTimeNanos, (end) => span.end(end, exit))
      )
  ) as Effect.Effect<A, E, R> // for a generic `R`, `withParentSpan` returns the type `Exclude<R, ParentSpan>`
}

export type SpanRecorder = (
  parent: Tracer.ExternalSpan,
  startNanos: bigint,
  place: RequestAttributes,
  status: number
) => void

/** Returns `undefined` if spans are not collected. */
export const spanRecorderOf = (context: Context.Context<never>): SpanRecorder | undefined => {
  const tracer = tracerOf(context)
  if (tracer === undefined) return undefined
  const clock = Context.get(context, Clock.Clock)
  return (parent, startTime, place, status) => {
    const span = tracer.span({
      name: "request",
      kind: "server",
      parent: Option.some(parent),
      annotations: own,
      links: [],
      startTime,
      root: false,
      sampled: true
    })
    describeSpan(span, place, status)
    span.end(clock.currentTimeNanosUnsafe(), Exit.void)
  }
}

interface Attributes extends RequestAttributes {
  readonly requestId: string
  readonly traceId?: string
}

const attributesOf = ({ request, requestId, template = "(none)", version }: Exchange): Attributes => ({
  requestId,
  method: request.method,
  route: template,
  ...(version !== undefined && { version: version.name })
})

export const isEnabled = (minimum: LogLevel.LogLevel): boolean => LogLevel.isLessThanOrEqualTo(minimum, "Debug")

export const logResponse = (answered: Attributes & { readonly status: number }): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logDebug("request answered"), { ...answered })

export const recordResponse = (
  exchange: Exchange,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { fiber, isUnversioned = false, span, startedAt, waitSeconds } = exchange
  const { status } = response
  const { version, ...attributes } = attributesOf(exchange)
  const place = { ...attributes, ...(version !== undefined && !isUnversioned && { version }) }
  const seconds = (performance.now() - startedAt) / 1000
  durationMetricsOf(place)(status, waitSeconds !== undefined).updateUnsafe(seconds, fiber.context)
  if (span !== undefined) describeSpan(span, place, status)
  const answer = Effect.succeed(response)
  if (!isEnabled(fiber.getRef(References.MinimumLogLevel))) return answer
  return Effect.andThen(logResponse({ ...place, status }), answer)
}

/** Logs the kinds of errors in a failure and where in the code they occurred, but no messages. */
export const logFailure = (exchange: Exchange, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("request failed"), {
    ...attributesOf(exchange),
    failures: summarizeFailures(cause)
  })
