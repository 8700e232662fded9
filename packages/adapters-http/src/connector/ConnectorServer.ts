/**
 * Serves the connectors behind the port by the protocol of connectors over HTTP, so that they can run in another process
 * than the service (docs/connectors.md).
 */
import { failuresOf } from "@sheaf/ports"
import type { Connectors } from "@sheaf/ports"
import { ByteSize, Cause, Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpServerError } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { hash, timingSafeEqual } from "node:crypto"
import * as FileInBody from "../inbound/pipeline/FileInBody.ts"
import * as Served from "../inbound/versions/Served.ts"
import * as SoundJson from "../inbound/pipeline/SoundJson.ts"
import { ConnectorApi } from "./ConnectorApi.ts"
import * as ConnectorHandlers from "./ConnectorHandlers.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"

export interface Options {
  /** What callers have to show as a bearer; without it, everybody may call. */
  readonly secret?: Redacted.Redacted
}

/** An uploaded file, in base64, is the longest that is sent (decisions 2). */
const longestBody = 16 * 1024 * 1024

/** How much of a body may be no file: the responses of a device, and a session. */
const mostBesideFile = 6 * 1024 * 1024

/** How many arrays and objects of a body may lie in each other: those of a device's response, and a few around it. */
const deepestBody = 100

/** What answers every request; it never fails, unless it is interrupted. */
type App = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

const bearer = /^bearer +([!-~]+)$/i

/** Whether a request shows the secret. How long that takes to tell says nothing of it. */
const admission = ({ secret }: Options) => {
  if (secret === undefined) return () => true
  const expected = digest(Redacted.value(secret))
  return ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
    timingSafeEqual(digest(bearer.exec(headers["authorization"] ?? "")?.[1] ?? ""), expected)
}

/** What else the connection would bring is not read. */
const close = { connection: "close" }

const isBodyTooLong = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

/** Why the body is not read any further; nothing where it is sound. Whoever reads it next finds it read. */
const refusalOfBody = (request: HttpServerRequest.HttpServerRequest) => {
  if (Number(request.headers["content-length"] ?? 0) > longestBody) {
    return Effect.succeed(ConnectorProblem.of(413, close))
  }
  return Effect.match(request.arrayBuffer, {
    onFailure: (error) => (isBodyTooLong(error) ? ConnectorProblem.of(413, close) : ConnectorProblem.of(400, close)),
    onSuccess: (bytes) => {
      // Many small values would take seconds to be made, in which nobody else is answered.
      if (FileInBody.besideLongestText(new Uint8Array(bytes), mostBesideFile) > mostBesideFile) {
        return ConnectorProblem.of(413)
      }
      return SoundJson.read(bytes, deepestBody).fault === undefined ? undefined : ConnectorProblem.of(400)
    }
  })
}

const isMisfit = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && HttpApiError.HttpApiSchemaError.is(reason.defect))

/** Turns a failure into an answer. An interruption goes on: the caller has left, or the server stops. */
const failed = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  if (isMisfit(cause)) return Effect.succeed(ConnectorProblem.of(400))
  return Effect.logError("a call could not be answered").pipe(
    Effect.annotateLogs({ failures: failuresOf(cause) }),
    Effect.as(ConnectorProblem.of(500))
  )
}

const healthy = HttpServerResponse.jsonUnsafe({ status: "healthy" })

/** What is no call of the protocol; nothing for what is. */
const answerBeside = ({ method, url }: HttpServerRequest.HttpServerRequest, calls: Served.Served) => {
  if (url === "/health" && (method === "GET" || method === "HEAD")) return healthy
  const methods = calls.methodsOf(url)
  if (methods.length === 0) return ConnectorProblem.of(404, close)
  return methods.includes(method) ? undefined : ConnectorProblem.of(405, { ...close, allow: methods.join(", ") })
}

/** The server as one effect, to be served by whatever server there is. */
export const make = Effect.fnUntraced(function* (
  options: Options = {}
): Effect.fn.Return<App, never, Connectors | Scope.Scope> {
  const calls = yield* Effect.provide(Served.make(ConnectorApi, ConnectorHandlers.layer), HttpServer.layerServices)
  const isAdmitted = admission(options)
  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const beside = answerBeside(request, calls)
    if (beside !== undefined) return beside
    if (!isAdmitted(request)) return ConnectorProblem.of(401, { ...close, "www-authenticate": "Bearer" })
    const response = (yield* refusalOfBody(request)) ?? (yield* calls.handle)
    // A media type that is none of JSON is answered without words.
    return response.status === 415 ? ConnectorProblem.of(400) : response
  })
  return answer.pipe(
    Effect.catchCause(failed),
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(longestBody))
  )
})

/** Serves on an `HttpServer`. No spans are made of requests. */
export const serve = (options?: Options): Layer.Layer<never, never, Connectors | HttpServer.HttpServer> =>
  Layer.effectDiscard(Effect.flatMap(make(options), (app) => HttpServer.serveEffect(app))).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
