/**
 * A client of a service that has a sandbox. Requests do not use the network. All use cases are mocks, because the tests
 * of the whole service cover the real ones.
 */
import { HttpApp, LongPolls } from "@sheaf/adapters-http"
import { AdditionalApi } from "@sheaf/adapters-http/additional"
import { TestClient } from "@sheaf/sandbox-site/testing"
import type { TestResponse, RequestOptions } from "@sheaf/sandbox-site/testing"
import {
  ApiKeys,
  ChangeSignals,
  Collections,
  Companies,
  ConnectPages,
  ConnectSessions,
  Consents,
  Counters,
  Events,
  Monitors,
  Readiness,
  ReceiptSigner,
  Tokens,
  Users,
  WebhookEndpoints
} from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { SandboxSite } from "../src/index.ts"

const useCases = Layer.mergeAll(
  Layer.mock(ApiKeys, { lookup: () => undefined }),
  Layer.mock(Collections, {}),
  Layer.mock(Companies, {}),
  Layer.mock(ConnectPages, { isSecure: Effect.succeed(true) }),
  Layer.mock(ConnectSessions, {}),
  Layer.mock(Consents, {}),
  Layer.mock(Counters, {}),
  Layer.mock(Events, {}),
  Layer.mock(Monitors, {}),
  Layer.mock(ReceiptSigner, {}),
  Layer.mock(Tokens, {}),
  Layer.mock(Users, {}),
  Layer.mock(WebhookEndpoints, {}),
  Layer.succeed(Readiness, { isReady: Effect.succeed(true) }),
  LongPolls.layer(LongPolls.defaultLimits).pipe(Layer.provide(Layer.mock(ChangeSignals, { subscribe: () => () => {} })))
)

export class Client extends Context.Service<
  Client,
  { readonly browse: (path: string, request?: RequestOptions) => Effect.Effect<TestResponse> }
>()("@sheaf/sandbox-site/test/Client") {}

const files = Effect.succeed({
  script: "main.js",
  style: "main.css",
  typeface: "letters.woff2",
  files: { "main.js": "run()", "main.css": "a{}", "part.js": "load()", "letters.woff2": "d09GMg==" }
})

const site = (demonstrationKey: string | undefined) =>
  Layer.effect(
    AdditionalApi,
    SandboxSite.make({
      scenarios: { all: [], consents: [] },
      orderPages: Effect.succeed(HttpServerResponse.empty({ status: 404 })),
      demonstrationKey,
      console: files
    })
  )

const make = Effect.gen(function* () {
  const app = yield* HttpApp.make()
  const handler = HttpEffect.toWebHandlerWith<never, Effect.Services<HttpApp.HttpHandler>>(yield* Effect.context())(app)
  const client = new TestClient({
    base: "http://sheaf.test",
    fetch: (url, init) => handler(new Request(url, init)),
    contract: "unchecked",
    headers: { "authorization-token": undefined }
  })
  return Client.of({ browse: (path, request) => Effect.promise(() => client.send(path, request)) })
})

export const over = (demonstrationKey: string | undefined) =>
  Layer.effect(Client, make).pipe(Layer.provide(Layer.merge(useCases, site(demonstrationKey))))

export const overProduction = Layer.effect(Client, make).pipe(Layer.provide(useCases))

export const browse = (path: string, request?: RequestOptions) =>
  Effect.flatMap(Client, (client) => client.browse(path, request))
