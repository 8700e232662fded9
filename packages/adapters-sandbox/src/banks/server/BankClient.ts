/** An HTTP client that reaches the simulated banks without a network. */
import { Context, Effect, Layer } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse, HttpEffect } from "effect/http"
import { LoginHost } from "../../clientSide/LoginHost.ts"
import type { ConsentFiles } from "../ConsentFiles.ts"
import type { OAuthState } from "../oauth/OAuthState.ts"
import * as BankApp from "./BankApp.ts"
import { PageHost } from "./PageHost.ts"

/**
 * Sends requests to the banks' application. The host of a request does not matter. Its path starts with the bank's
 * identifier, as in `/se-fjallbanken/v1/consents`.
 */
export class BankClient extends Context.Service<BankClient, HttpClient.HttpClient>()(
  "@sheaf/adapters-sandbox/BankClient"
) {}

/** Creates a client whose requests reach the application, which runs with the clock of this effect. */
export const over = Effect.fnUntraced(function* (app: BankApp.BankApp) {
  const context = yield* Effect.context()
  const respond = HttpEffect.toWebHandlerWith<never, Effect.Services<BankApp.BankApp>>(context)(app)
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

/** The client of the banks with these options, whose pages are at the login host. */
export const layerWith = (
  options: BankApp.BankAppOptions
): Layer.Layer<BankClient, never, ConsentFiles | LoginHost | OAuthState> =>
  Layer.effect(
    BankClient,
    Effect.gen(function* () {
      const { address } = yield* LoginHost
      const app = yield* BankApp.make(options).pipe(Effect.provideService(PageHost, { address: Effect.orDie(address) }))
      return yield* over(app)
    })
  )

export const layer = layerWith({})
