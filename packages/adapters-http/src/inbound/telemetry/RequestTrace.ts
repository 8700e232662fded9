/**
 * The spans of requests (W3C Trace Context; spec 7, 14.5). A request continues its caller's trace if `traceparent`
 * is well formed. Spans contain the route's template, never the path, query, headers or body.
 */
import { IsExportedSpan } from "@sheaf/ports"
import { Clock, Context, Effect, Exit, Option, References, Tracer } from "effect"
import type { Fiber } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import type { RequestAttributes } from "./RequestMetrics.ts"

/** Returns the caller's span, if the request names one. Header names must be in lower case. */
export const parentSpanOf = (headers: Readonly<Record<string, unknown>>): Tracer.ExternalSpan | undefined => {
  const { traceparent } = headers
  return typeof traceparent === "string"
    ? Option.getOrUndefined(HttpTraceContext.w3c(Headers.fromRecordUnsafe({ traceparent })))
    : undefined
}

const own = Context.make(IsExportedSpan, true)

/** Returns the tracer, if one collects spans. */
const tracerOf = (context: Context.Context<never>): Tracer.Tracer | undefined =>
  Context.get(context, References.TracerEnabled) ? Context.getOrUndefined(context, Tracer.Tracer) : undefined

/** Gives a span its name and its attributes. The route is known only after the router has run. */
export const describeSpan = (
  span: Tracer.Span,
  { method, route, version }: RequestAttributes,
  status: number
): void => {
  Object.assign(span, { name: `${method} ${route}` })
  span.attribute("http.request.method", method)
  span.attribute("http.route", route)
  span.attribute("http.response.status_code", status)
  if (version !== undefined) span.attribute("sheaf.api_version", version)
  if (status >= 500) span.attribute("error.type", String(status))
}

/** Runs a request in a span, unless nothing collects spans. */
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
  ) as Effect.Effect<A, E, R> // `withParentSpan` removes `ParentSpan` from a generic R
}

/** Records the span of a request that has ended. */
export type SpanRecorder = (
  parent: Tracer.ExternalSpan,
  startNanos: bigint,
  place: RequestAttributes,
  status: number
) => void

/** Returns a function that records spans, or nothing if nothing collects spans. */
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
