/** An HTTP client for a server in this process. Each request is a direct call without a network. */
import { Cause, Clock, Context, Effect, Logger, Option, References, Scope } from "effect"
import { Headers, HttpClient, HttpClientRequest, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpClientError } from "effect/http"

/** A server as one effect, such as `ConnectorServer.make` makes. */
export type InProcessServer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** How many parsed URLs a client caches. The electronic-ID provider and the companies have seven in total. */
const maxParsed = 64

/**
 * Returns a function that turns a client's request into the server's. It caches parsed URLs, because parsing them is
 * most of the work.
 */
const receiving = () => {
  const known = new Map<string, HttpServerRequest.HttpServerRequest>()
  const parsed = (request: HttpClientRequest.HttpClientRequest): HttpServerRequest.HttpServerRequest => {
    const isPlain = request.urlParams.params.length === 0 && Option.isNone(request.hash) && !/[?#]/.test(request.url)
    const found = isPlain ? known.get(request.url) : undefined
    if (found !== undefined) return found
    if (!isPlain || known.size >= maxParsed) return HttpServerRequest.fromClientRequest(request)
    // Made from the URL alone, because it is cached and must contain nothing else from a request.
    const made = HttpServerRequest.fromClientRequest(HttpClientRequest.get(request.url))
    known.set(request.url, made)
    return made
  }
  return (request: HttpClientRequest.HttpClientRequest): HttpServerRequest.HttpServerRequest => {
    const { body, headers } = request
    const isTyped = body._tag !== "Uint8Array" || headers["content-type"] !== undefined
    const own = isTyped ? headers : Headers.set(headers, "content-type", body.contentType)
    // Shares the parsed URL. Everything else belongs to the request itself.
    const sent: HttpServerRequest.HttpServerRequest = Object.create(parsed(request))
    return Object.assign(sent, { source: request, headersOverride: own })
  }
}

const failed = (cause: Cause.Cause<never>): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(HttpServerResponse.empty({ status: 500 }))

/** Passes on a body in memory unchanged, possibly as unencoded text. */
const answered = (response: HttpServerResponse.HttpServerResponse, request: HttpClientRequest.HttpClientRequest) => {
  const received = HttpServerResponse.toClientResponse(response, { request })
  const { body } = response
  return body._tag === "Uint8Array" ? Object.assign(received, { held: body }) : received
}

/**
 * Creates a client for the server. The server sees the request and this effect's services, but nothing from the caller.
 * The host does not matter.
 */
export const make = Effect.fnUntraced(function* (server: InProcessServer): Effect.fn.Return<HttpClient.HttpClient> {
  const context = yield* Effect.context<never>()
  const own = Context.pick(Clock.Clock, Logger.CurrentLoggers, References.MinimumLogLevel)(context)
  const received = receiving()
  const respond = (request: HttpClientRequest.HttpClientRequest) =>
    Effect.suspend(() => {
      const scope = Scope.makeUnsafe()
      const seen = own.pipe(
        Context.add(HttpServerRequest.HttpServerRequest, received(request)),
        Context.add(Scope.Scope, scope)
      )
      return Effect.updateContext(server, (_: Context.Context<never>) => seen).pipe(
        Effect.catchCause(failed),
        Effect.onExit((exit) => Scope.close(scope, exit)),
        Effect.map((response) => answered(response, request))
      )
    })
  return HttpClient.makeWith<HttpClientError.HttpClientError, never, HttpClientError.HttpClientError, never>(
    Effect.flatMap(respond),
    Effect.succeed
  )
})
