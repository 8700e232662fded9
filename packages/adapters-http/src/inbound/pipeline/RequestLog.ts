/**
 * The log lines of requests: one debug line for each request, and one error line for each failure of the service. Lines
 * contain the route's template, never the path, query or body (decisions 12).
 */
import { failuresOf } from "@sheaf/ports"
import { Context, Effect, LogLevel, Option, References } from "effect"
import type { Cause } from "effect"
import { HttpRouter } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import type { Exchange } from "../versions/Exchange.ts"

interface Attributes {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly version?: string
}

const attributesOf = ({ fiber, request, requestId, version }: Exchange): Attributes => {
  const route = Context.getOption(fiber.context, HttpRouter.RouteContext)
  return {
    requestId,
    method: request.method,
    route: Option.match(route, { onNone: () => "(none)", onSome: (found) => found.route.path }),
    ...(version !== undefined && { version: version.name })
  }
}

/** Returns true if requests are logged at this minimum level. */
export const isOn = (minimum: LogLevel.LogLevel): boolean => LogLevel.isLessThanOrEqualTo(minimum, "Debug")

export const line = (answered: Attributes & { readonly status: number }): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logDebug("request answered"), { ...answered })

/** Passes a response on and logs it at debug level. */
export const answered = (
  exchange: Exchange,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const answer = Effect.succeed(response)
  if (!isOn(exchange.fiber.getRef(References.MinimumLogLevel))) return answer
  return Effect.andThen(line({ ...attributesOf(exchange), status: response.status }), answer)
}

/** Logs the kinds of errors in a failure and their places in the code, but not their messages. */
export const failed = (exchange: Exchange, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("request failed"), {
    ...attributesOf(exchange),
    failures: failuresOf(cause)
  })
