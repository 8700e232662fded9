/**
 * The record of each request: its metrics, its span, one debug line, and one error line for each failure of the service.
 * None of them contains more of the URL than the route's template (spec 7, 14.5).
 */
import { summarizeFailures } from "@sheaf/ports"
import { Effect, LogLevel, References } from "effect"
import type { Cause } from "effect"
import type { HttpServerResponse } from "effect/http"
import { performance } from "node:perf_hooks"
import type { Exchange } from "../versions/Exchange.ts"
import { waitSecondsOf } from "../polling/WaitPreference.ts"
import * as RequestMetrics from "../telemetry/RequestMetrics.ts"
import * as RequestTrace from "../telemetry/RequestTrace.ts"

interface Attributes extends RequestMetrics.RequestAttributes {
  readonly requestId: string
  readonly traceId?: string
}

const attributesOf = ({ request, requestId, template = "(none)", version }: Exchange): Attributes => ({
  requestId,
  method: request.method,
  route: template,
  ...(version !== undefined && { version: version.name })
})

/** Returns true if requests are logged at this minimum level. */
export const isEnabled = (minimum: LogLevel.LogLevel): boolean => LogLevel.isLessThanOrEqualTo(minimum, "Debug")

export const logResponse = (answered: Attributes & { readonly status: number }): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logDebug("request answered"), { ...answered })

/** Passes a response on, after it has been measured, traced, and logged at debug level. */
export const recordResponse = (
  exchange: Exchange,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { fiber, isUnversioned = false, request, span, startedAt } = exchange
  const { status } = response
  const { version, ...attributes } = attributesOf(exchange)
  const place = { ...attributes, ...(version !== undefined && !isUnversioned && { version }) }
  const isWait = waitSecondsOf(request.headers["prefer"]) !== undefined
  const seconds = (performance.now() - startedAt) / 1000
  RequestMetrics.of(place)(status, isWait).updateUnsafe(seconds, fiber.context)
  if (span !== undefined) RequestTrace.describeSpan(span, place, status)
  const answer = Effect.succeed(response)
  if (!isEnabled(fiber.getRef(References.MinimumLogLevel))) return answer
  return Effect.andThen(logResponse({ ...place, status }), answer)
}

/** Logs the kinds of errors in a failure and their places in the code, but not their messages. */
export const logFailure = (exchange: Exchange, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("request failed"), {
    ...attributesOf(exchange),
    failures: summarizeFailures(cause)
  })
