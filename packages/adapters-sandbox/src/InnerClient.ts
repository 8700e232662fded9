/** An HTTP client that reaches a server inside this process: each request is a direct call, without a network. */
import { Effect } from "effect"
import type { Scope } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse, HttpEffect } from "effect/http"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"

/** A server as one effect, such as `ConnectorServer.make` creates. */
export type InnerServer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** Creates a client of the server, which runs with the clock of this effect. The host of a request does not matter. */
export const over = Effect.fnUntraced(function* (server: InnerServer) {
  const context = yield* Effect.context()
  const respond = HttpEffect.toWebHandlerWith<never, Effect.Services<InnerServer>>(context)(server)
  return HttpClient.make((request, url, signal) =>
    Effect.tryPromise({
      try: () => {
        const { body, method } = request
        const bytes = body._tag === "Uint8Array" ? body.body : undefined
        const contentType = body._tag === "Uint8Array" ? { "content-type": body.contentType } : {}
        const headers = { ...contentType, ...request.headers }
        return respond(new Request(url, { method, headers, signal, ...(bytes && { body: bytes }) }))
      },
      catch: (cause) =>
        new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
    }).pipe(Effect.map((response) => HttpClientResponse.fromWeb(request, response)))
  )
})
