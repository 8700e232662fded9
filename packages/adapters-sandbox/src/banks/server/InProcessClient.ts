/** An HTTP client that calls a server in the same process directly, without a network. */
import { Cause, Clock, Context, Effect, Logger, Option, References, Scope } from "effect"
import { Headers, HttpClient, HttpClientRequest, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpClientError } from "effect/http"

export type InProcessServer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** The maximum number of cached URLs. The electronic-ID provider and the companies use only seven. */
const maxParsed = 64

/** Converts a client request to a server request. Parsing the URL is most of the work, so parsed URLs are cached. */
const receiving = () => {
  const known = new Map<string, HttpServerRequest.HttpServerRequest>()
  const parsed = (request: HttpClientRequest.HttpClientRequest): HttpServerRequest.HttpServerRequest => {
    const isPlain = request.urlParams.params.length === 0 && Option.isNone(request.hash) && !/[?#]/.test(request.url)
    const found = isPlain ? known.get(request.url) : undefined
    if (found !== undefined) return found
    if (!isPlain || known.size >= maxParsed) return HttpServerRequest.fromClientRequest(request)
    // Uses only the URL, because the result is cached and must hold nothing else from this request.
    const made = HttpServerRequest.fromClientRequest(HttpClientRequest.get(request.url))
    known.set(request.url, made)
    return made
  }
  return (request: HttpClientRequest.HttpClientRequest): HttpServerRequest.HttpServerRequest => {
    const { body, headers } = request
    const isTyped = body._tag !== "Uint8Array" || headers["content-type"] !== undefined
    const own = isTyped ? headers : Headers.set(headers, "content-type", body.contentType)
    // Only the parsed URL is shared between requests.
    const sent: HttpServerRequest.HttpServerRequest = Object.create(parsed(request))
    return Object.assign(sent, { source: request, headersOverride: own })
  }
}

const failed = (cause: Cause.Cause<never>): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(HttpServerResponse.empty({ status: 500 }))

const answered = (response: HttpServerResponse.HttpServerResponse, request: HttpClientRequest.HttpClientRequest) => {
  const received = HttpServerResponse.toClientResponse(response, { request })
  const { body } = response
  return body._tag === "Uint8Array" ? Object.assign(received, { held: body }) : received
}

/**
 * Creates a client for the server. The server sees the request and the services that this effect captures, but not the
 * caller's services. The client ignores the URL's host.
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
