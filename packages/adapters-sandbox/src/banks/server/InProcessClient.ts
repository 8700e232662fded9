/** An HTTP client that reaches a server inside this process: each request is a direct call, without a network. */
import { Cause, Clock, Context, Effect, Logger, Option, References, Scope } from "effect"
import { Headers, HttpClient, HttpClientRequest, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpClientError } from "effect/http"

/** A server as one effect, such as `ConnectorServer.make` creates. */
export type InProcessServer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** The number of URLs that a client keeps parsed. The electronic ID and the companies have seven. */
const maxParsed = 64

/** Returns the function that turns a client's request into the server's. Parsing the URL is most of the work. */
const receiving = () => {
  const known = new Map<string, HttpServerRequest.HttpServerRequest>()
  const parsed = (request: HttpClientRequest.HttpClientRequest): HttpServerRequest.HttpServerRequest => {
    const isPlain = request.urlParams.params.length === 0 && Option.isNone(request.hash) && !/[?#]/.test(request.url)
    const found = isPlain ? known.get(request.url) : undefined
    if (found !== undefined) return found
    if (!isPlain || known.size >= maxParsed) return HttpServerRequest.fromClientRequest(request)
    // Made from the URL alone, because what is kept must contain nothing else of a request.
    const made = HttpServerRequest.fromClientRequest(HttpClientRequest.get(request.url))
    known.set(request.url, made)
    return made
  }
  return (request: HttpClientRequest.HttpClientRequest): HttpServerRequest.HttpServerRequest => {
    const { body, headers } = request
    const isTyped = body._tag !== "Uint8Array" || headers["content-type"] !== undefined
    const own = isTyped ? headers : Headers.set(headers, "content-type", body.contentType)
    // Shares the parsed URL. Everything else is the request's own.
    const sent: HttpServerRequest.HttpServerRequest = Object.create(parsed(request))
    return Object.assign(sent, { source: request, headersOverride: own })
  }
}

const failed = (cause: Cause.Cause<never>): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(HttpServerResponse.empty({ status: 500 }))

/** Hands over a body that is in memory as it is, also as text that is not encoded. */
const answered = (response: HttpServerResponse.HttpServerResponse, request: HttpClientRequest.HttpClientRequest) => {
  const received = HttpServerResponse.toClientResponse(response, { request })
  const { body } = response
  return body._tag === "Uint8Array" ? Object.assign(received, { held: body }) : received
}

/**
 * Creates a client of the server. The server sees only the request and the services of this effect, and nothing of its
 * caller. The host of a request does not matter.
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
