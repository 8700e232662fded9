/** The last stage: every request gets a response, and every failure becomes a problem (spec 7). */
import { Problem } from "@sheaf/http-contract"
import { StoreError } from "@sheaf/ports"
import { Cause, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { Shell } from "../pages/Shell.ts"
import * as ProblemPage from "../problems/ProblemPage.ts"
import * as ProblemWriter from "../problems/ProblemWriter.ts"
import { apiError, toProblem } from "../problems/ApiErrors.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import { addCommonHeaders } from "../versions/Exchange.ts"
import type { Exchange } from "../versions/Exchange.ts"
import * as RequestTelemetry from "../telemetry/RequestTelemetry.ts"
import * as Negotiation from "./Negotiation.ts"

/**
 * Returns the response to a request that was rejected before its handler, with the header fields that some errors have.
 */
export const errorResponse = (error: ApiError, requestId: string): HttpServerResponse.HttpServerResponse => {
  const told = toProblem(error, requestId)
  switch (error._tag) {
    case "MethodNotAllowed":
      return ProblemWriter.responseOf(told, { allow: error.allowed })
    case "PeerCertificateError":
    case "CertificateUnchecked":
      // Closes the connection without reading further.
      return ProblemWriter.responseOf(told, { connection: "close" })
    default:
      return ProblemWriter.responseOf(told)
  }
}

const reject = (exchange: Exchange, error: ApiError) =>
  RequestTelemetry.recordResponse(exchange, addCommonHeaders(exchange, errorResponse(error, exchange.requestId)))

/** Returns true if the request has failed because the database is unavailable. */
const isOutage = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => {
    const error = Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    return error instanceof StoreError && error.isOutage === true
  })

const failed = (exchange: Exchange, cause: Cause.Cause<unknown>) =>
  Effect.andThen(
    RequestTelemetry.logFailure(exchange, cause),
    reject(exchange, apiError(isOutage(cause) ? "DatabaseUnavailable" : "Internal"))
  )

const isProblem = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"] === Problem.contentType

const isPage = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.headers["content-type"]?.startsWith("text/html") ?? false

/**
 * Passes a response on. An error response that is neither a problem nor a page breaks the contract, so it becomes a
 * 500.
 */
export const finishResponse = (exchange: Exchange, response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 || isProblem(response) || isPage(response)
    ? RequestTelemetry.recordResponse(exchange, addCommonHeaders(exchange, response))
    : failed(exchange, Cause.die(new Error(`an undeclared response with status ${response.status}`)))

/**
 * Turns a failure into a response. Passes on an interruption, which means that the client has left or that the server
 * is shutting down.
 */
export const handleFailure = (
  exchange: Exchange,
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const interruptions = cause.reasons.filter(Cause.isInterruptReason)
  return interruptions.length > 0 && interruptions.length === cause.reasons.length
    ? Effect.failCause(Cause.fromReasons(interruptions))
    : failed(exchange, cause)
}

/** Turns a problem into a page, if a browser asks for one. */
export const showProblem = (
  shell: Shell,
  { request }: Exchange,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  isProblem(response) && Negotiation.prefersHtml(request.headers["accept"])
    ? ProblemPage.pageOf(shell, request.url, response)
    : Effect.succeed(response)
