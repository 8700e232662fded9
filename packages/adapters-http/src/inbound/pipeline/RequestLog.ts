/**
 * What is logged of a request: its route as a template, never its path, query or body (decisions 12). One line each, for
 * debugging; and one error line for each that failed through a fault of ours.
 */
import { failuresOf } from "@sheaf/ports"
import { Context, Effect, LogLevel, Option, References } from "effect"
import type { Cause } from "effect"
import { HttpRouter } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import type { Exchange } from "../versions/Exchange.ts"

const attributesOf = ({ fiber, request, requestId, version }: Exchange) => {
  const route = Context.getOption(fiber.context, HttpRouter.RouteContext)
  return {
    requestId,
    method: request.method,
    route: Option.match(route, { onNone: () => "(none)", onSome: (found) => found.route.path }),
    ...(version !== undefined && { version: version.name })
  }
}

/** What is told of a request that was answered. */
interface Answered {
  readonly requestId: string
  readonly method: string
  readonly route: string
  readonly version?: string
  readonly status: number
}

/** Whether each request has its line where no less than `minimum` is logged. */
export const isOn = (minimum: LogLevel.LogLevel): boolean => LogLevel.isLessThanOrEqualTo(minimum, "Debug")

/** The line of a request. */
export const line = (answered: Answered): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logDebug("request answered"), { ...answered })

/** Passes a response on, with a line about it where debugging is on. */
export const answered = (
  exchange: Exchange,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const answer = Effect.succeed(response)
  if (!isOn(exchange.fiber.getRef(References.MinimumLogLevel))) return answer
  return Effect.andThen(line({ ...attributesOf(exchange), status: response.status }), answer)
}

/** Tells what went wrong, in kinds and places. */
export const failed = (exchange: Exchange, cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("request failed"), {
    ...attributesOf(exchange),
    failures: failuresOf(cause)
  })
