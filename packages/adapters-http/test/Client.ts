/** A client for the whole HTTP interface that needs no network. */
import { HttpApp } from "@sheaf/adapters-http"
import { TestClient as ServiceClient } from "@sheaf/sandbox-site/testing"
import type { TestResponse, RequestOptions } from "@sheaf/sandbox-site/testing"
import { Context, Effect, Layer } from "effect"
import { HttpEffect } from "effect/http"
import * as World from "./World.ts"

export class Client extends Context.Service<
  Client,
  {
    /** Sends a request, by default with the API key and the newest version. */
    readonly send: (path: string, request?: RequestOptions) => Effect.Effect<TestResponse>
    /** Sends a request to a path for browsers. The OpenAPI documents do not list these paths. */
    readonly browse: (path: string, request?: RequestOptions) => Effect.Effect<TestResponse>
  }
>()("@sheaf/adapters-http/test/Client") {}

const make = Effect.fnUntraced(function* (options?: HttpApp.Options) {
  const app = yield* HttpApp.make(options)
  const handler = HttpEffect.toWebHandlerWith<never, Effect.Services<HttpApp.HttpHandler>>(yield* Effect.context())(app)
  const service = {
    base: "http://sheaf.test",
    fetch: (url: string, init: RequestInit) => handler(new Request(url, init))
  }
  const client = new ServiceClient(service)
  const browser = new ServiceClient({
    ...service,
    contract: "unchecked",
    headers: { "authorization-token": undefined }
  })
  return Client.of({
    send: (path, request) => Effect.promise(() => client.send(path, request)),
    browse: (path, request) => Effect.promise(() => browser.send(path, request))
  })
})

export const over = <E, R>(world: Layer.Layer<World.Ports, E, R>, options?: HttpApp.Options) =>
  Layer.provide(Layer.effect(Client, make(options)), world)

export const layer = over(World.layer)

export const send = (path: string, request?: RequestOptions) =>
  Effect.flatMap(Client, (client) => client.send(path, request))

export const browse = (path: string, request?: RequestOptions) =>
  Effect.flatMap(Client, (client) => client.browse(path, request))

export const sendIn =
  (version: string) =>
  (path: string, request: RequestOptions = {}) =>
    send(path, { ...request, headers: { "service-version": version, ...request.headers } })
