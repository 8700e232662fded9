/** The last stage: every request gets a response, and every failure becomes a problem (spec 7). */
import { Problem } from "@sheaf/http-contract"
import { StoreError } from "@sheaf/ports"
import { Cause, Effect } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import { internal } from "../problems/Refusals.ts"
import { table } from "../problems/RequestRefusals.ts"
import { finish } from "../versions/Exchange.ts"
import type { Exchange } from "../versions/Exchange.ts"
import type { Refusal } from "./Arrival.ts"
import * as RequestLog from "./RequestLog.ts"

export const refuse = (exchange: Exchange, { code, detail }: Refusal, headers?: Readonly<Record<string, string>>) => {
  const problem = Problem.make(code, { detail, requestId: exchange.requestId })
  const form = { status: problem.status, contentType: Problem.contentType, ...(headers && { headers }) }
  return RequestLog.answered(exchange, finish(exchange, HttpServerResponse.jsonUnsafe(problem, form)))
}

/** Returns true if the request failed because the database cannot be used at the moment. */
const isOutage = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    return error instanceof StoreError && error.isOutage === true
  })

const failed = (exchange: Exchange, cause: Cause.Cause<unknown>) =>
  Effect.andThen(
    RequestLog.failed(exchange, cause),
    isOutage(cause) ? refuse(exchange, table.noDatabase, { "retry-after": "2" }) : refuse(exchange, internal)
  )

const isProblem = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"] === Problem.contentType

const isPage = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"]?.startsWith("text/html") ?? false

/** Passes a response on. An error response that is neither a problem nor a page is undeclared, so it becomes a 500. */
export const answer = (exchange: Exchange, response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 || isProblem(response) || isPage(response)
    ? RequestLog.answered(exchange, finish(exchange, response))
    : failed(exchange, Cause.die(new Error(`an undeclared response with status ${response.status}`)))

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** Returns true if the request failed because no route matches. */
export const isMiss = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isFailReason(reason) && isRouteNotFound(reason.error))

/**
 * Turns a failure into a response. Propagates interruptions, because they mean that the client has left or the server
 * is stopping.
 */
export const failure = (
  exchange: Exchange,
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const interruptions = cause.reasons.filter(Cause.isInterruptReason)
  return interruptions.length > 0 && interruptions.length === cause.reasons.length
    ? Effect.failCause(Cause.fromReasons(interruptions))
    : failed(exchange, cause)
}
