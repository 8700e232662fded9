/** Serves the connectors behind the port over HTTP, so that they can run in their own process (docs/connectors.md). */
import { Connectors, summarizeFailures } from "@sheaf/ports"
import { ByteSize, Cause, Effect, Layer, Redacted } from "effect"
import { HttpClientRequest, HttpMiddleware, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash, timingSafeEqual } from "node:crypto"
import type { HttpHandler } from "../inbound/HttpApp.ts"
import * as FileLength from "../inbound/limits/FileLength.ts"
import { isTooLarge } from "../inbound/pipeline/JsonBody.ts"
import * as StrictJson from "../inbound/pipeline/StrictJson.ts"
import * as ConnectorApi from "./ConnectorApi.ts"
import * as ConnectorHandlers from "./ConnectorHandlers.ts"
import * as ConnectorProblem from "./ConnectorProblem.ts"

export interface Options extends ConnectorHandlers.Options {
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

type Response = HttpServerResponse.HttpServerResponse

/** The text of a small body that a client inside this process has not encoded. */
const textOf = ({ source }: HttpServerRequest.HttpServerRequest): string | undefined => {
  if (!HttpClientRequest.isHttpClientRequest(source) || source.body._tag !== "Uint8Array") return undefined
  return source.body.contentLength > maxBytesOutsideFile ? undefined : source.body.text
}

/** Reads a body, and responds to its value, or with the problem that rejects the body. */
const withBody = (
  request: HttpServerRequest.HttpServerRequest,
  respond: (value: unknown) => Effect.Effect<Response>
) => {
  if (Number(request.headers["content-length"] ?? 0) > maxBody) {
    return Effect.succeed(ConnectorProblem.of(413, close))
  }
  const ofJson = (sound: StrictJson.StrictJsonResult) =>
    sound.fault === undefined ? respond(sound.value) : Effect.succeed(ConnectorProblem.of(400))
  const text = textOf(request)
  if (text !== undefined) return ofJson(StrictJson.readOwn(text))
  return Effect.matchEffect(request.arrayBuffer, {
    onFailure: (error) => Effect.succeed(ConnectorProblem.of(isTooLarge(error) ? 413 : 400, close)),
    onSuccess: (buffer) => {
      const bytes = new Uint8Array(buffer)
      // Parsing many small values would block the server for seconds.
      if (FileLength.countBytesOutsideLongestString(bytes, maxBytesOutsideFile) > maxBytesOutsideFile) {
        return Effect.succeed(ConnectorProblem.of(413))
      }
      return ofJson(StrictJson.parseBytes(bytes, deepestBody))
    }
  })
}

/** Turns a failure into a response. Propagates interruptions, because the caller has left or the server is stopping. */
const failed = (cause: Cause.Cause<unknown>): Effect.Effect<Response> =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.interrupt
    : Effect.logError("connector call failed").pipe(
        Effect.annotateLogs({ failures: summarizeFailures(cause) }),
        Effect.as(ConnectorProblem.of(500))
      )

const healthy = HttpServerResponse.jsonUnsafe({ status: "healthy" })

const pathOf = (url: string): string => {
  const query = url.indexOf("?")
  return query < 0 ? url : url.slice(0, query)
}

/** Returns true for JSON, whatever its parameters, and for a body whose media type is not declared. */
const isJson = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /^application\/json *(?:;|$)/i.test(headers["content-type"] ?? "application/json")

/** The whole server as one effect that any HTTP server can run. */
export const make = Effect.fnUntraced(function* (
  options: Options = {}
): Effect.fn.Return<HttpHandler, never, Connectors> {
  const handlers = Object.entries(ConnectorHandlers.make(yield* Connectors, options))
  const calls = new Map(handlers.map(([name, call]) => [`/v${ConnectorApi.protocolVersion}/${name}`, call]))
  const isAdmitted = admission(options)

  const respond = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Response> => {
    const { headers, method, url } = request
    const path = pathOf(url)
    const call = calls.get(path)
    if (call === undefined) {
      const asksForHealth = path === "/health" && (method === "GET" || method === "HEAD")
      return Effect.succeed(asksForHealth ? healthy : ConnectorProblem.of(404, close))
    }
    if (method !== "POST") return Effect.succeed(ConnectorProblem.of(405, { ...close, allow: "POST" }))
    if (!isAdmitted(request)) {
      return Effect.succeed(ConnectorProblem.of(401, { ...close, "www-authenticate": "Bearer" }))
    }
    return withBody(request, (value) =>
      isJson(request)
        ? call(value, headers[ConnectorApi.idempotencyKeyHeader])
        : Effect.succeed(ConnectorProblem.of(400))
    )
  }

  return Effect.flatMap(HttpServerRequest.HttpServerRequest, respond).pipe(
    Effect.catchCause(failed),
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maxBody))
  )
})

/** Serves the connectors on an `HttpServer`, without tracing spans for requests. */
export const serve = (options?: Options): Layer.Layer<never, never, Connectors | HttpServer.HttpServer> =>
  Layer.effectDiscard(Effect.flatMap(make(options), (app) => HttpServer.serveEffect(app))).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true))
  )
