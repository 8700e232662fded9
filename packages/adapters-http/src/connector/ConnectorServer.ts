/** Serves the connectors behind the port over HTTP, so that they can run in their own process (docs/connectors.md). */
import { summarizeFailures } from "@sheaf/ports"
import type { Connectors } from "@sheaf/ports"
import { ByteSize, Cause, Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { hash, timingSafeEqual } from "node:crypto"
import type { HttpHandler } from "../inbound/HttpApp.ts"
import * as FileLength from "../inbound/pipeline/FileLength.ts"
import { isTooLarge } from "../inbound/pipeline/JsonBody.ts"
import * as ServedApi from "../inbound/versions/ServedApi.ts"
import * as StrictJson from "../inbound/pipeline/StrictJson.ts"
import { ConnectorApi } from "./ConnectorApi.ts"
import * as ConnectorHandlers from "./ConnectorHandlers.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"

export interface Options {
  /** The bearer token that callers must send. Without a token, anyone can call. */
  readonly secret?: Redacted.Redacted
}

/** The largest body, in bytes. The largest bodies contain an uploaded file in base64 (spec 2.1). */
const maxBody = 16 * 1024 * 1024

/** The maximum size of a body in bytes, excluding any file. It leaves room for a device's responses and a session. */
const maxBytesOutsideFile = 6 * 1024 * 1024

/** The maximum nesting depth of a body: the depth of a device's response plus a few surrounding levels. */
const deepestBody = 100

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

const bearer = /^bearer +([!-~]+)$/i

/** Checks the secret of requests, in constant time. */
const admission = ({ secret }: Options) => {
  if (secret === undefined) return () => true
  const expected = digest(Redacted.value(secret))
  return ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
    timingSafeEqual(digest(bearer.exec(headers["authorization"] ?? "")?.[1] ?? ""), expected)
}

/** Ends the connection without reading the rest of the body. */
const close = { connection: "close" }

/**
 * Returns the response that rejects an invalid body, or `undefined` if the body is valid. The request keeps the bytes
 * for later reads.
 */
const refusalOfBody = (request: HttpServerRequest.HttpServerRequest) => {
  if (Number(request.headers["content-length"] ?? 0) > maxBody) {
    return Effect.succeed(ConnectorProblem.of(413, close))
  }
  return Effect.match(request.arrayBuffer, {
    onFailure: (error) => (isTooLarge(error) ? ConnectorProblem.of(413, close) : ConnectorProblem.of(400, close)),
    onSuccess: (buffer) => {
      const bytes = new Uint8Array(buffer)
      // Parsing many small values would block the server for seconds.
      if (FileLength.outsideLongestText(bytes, maxBytesOutsideFile) > maxBytesOutsideFile)
        return ConnectorProblem.of(413)
      return StrictJson.read(bytes, deepestBody).fault === undefined ? undefined : ConnectorProblem.of(400)
    }
  })
}

const isMisfit = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isDieReason(reason) && HttpApiError.HttpApiSchemaError.is(reason.defect))

/** Turns a failure into a response. Propagates interruptions, because the caller has left or the server is stopping. */
const failed = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  if (isMisfit(cause)) return Effect.succeed(ConnectorProblem.of(400))
  return Effect.logError("connector call failed").pipe(
    Effect.annotateLogs({ failures: summarizeFailures(cause) }),
    Effect.as(ConnectorProblem.of(500))
  )
}

const healthy = HttpServerResponse.jsonUnsafe({ status: "healthy" })

/** A connector checks its secret itself, and its protocol has no admission and fewer problems. */
const ofConnector = { credentials: "NONE", scope: undefined, requiresSameOrigin: false } as const

/** Responds to requests that are not protocol calls. */
const answerToOthers = ({ method, url }: HttpServerRequest.HttpServerRequest, calls: ServedApi.ServedApi) => {
  if (url === "/health" && (method === "GET" || method === "HEAD")) return healthy
  const methods = calls.methodsOf(url)
  if (methods.length === 0) return ConnectorProblem.of(404, close)
  return methods.includes(method) ? undefined : ConnectorProblem.of(405, { ...close, allow: methods.join(", ") })
}

/** The whole server as one effect that any HTTP server can run. */
export const make = Effect.fnUntraced(function* (
  options: Options = {}
): Effect.fn.Return<HttpHandler, never, Connectors | Scope.Scope> {
  const calls = yield* Effect.provide(
    ServedApi.make(ConnectorApi, ConnectorHandlers.layer, () => ofConnector),
    HttpServer.layerServices
  )
  const isAdmitted = admission(options)
  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const other = answerToOthers(request, calls)
    if (other !== undefined) return other
    if (!isAdmitted(request)) return ConnectorProblem.of(401, { ...close, "www-authenticate": "Bearer" })
    const response = (yield* refusalOfBody(request)) ?? (yield* calls.handle)
    // Effect would reject other media types with an empty 415.
    return response.status === 415 ? ConnectorProblem.of(400) : response
  })
  return answer.pipe(
    Effect.catchCause(failed),
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maxBody))
  )
})

/** Serves the connectors on an `HttpServer`, without tracing spans for requests. */
export const serve = (options?: Options): Layer.Layer<never, never, Connectors | HttpServer.HttpServer> =>
  Layer.effectDiscard(Effect.flatMap(make(options), (app) => HttpServer.serveEffect(app))).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
