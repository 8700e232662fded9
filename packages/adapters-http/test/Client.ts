/** Sends requests through the whole interface, without a socket. Every answer is held to the published contract. */
import { HttpApp } from "@sheaf/adapters-http"
import { CheckedClient, PublishedContract } from "@sheaf/adapters-http/testing"
import { Context, Effect, Layer } from "effect"
import { HttpEffect } from "effect/http"
import * as World from "./World.ts"

export type Answer = CheckedClient.Answer
export type Request = CheckedClient.Request

export const base = "http://sheaf.test"

export const usualHeaders = { "authorization-token": World.apiKey, "service-version": "2026-04-01" }

/** Read once for all the tests of a file. */
const contract = PublishedContract.ofContract()

export class Client extends Context.Service<
  Client,
  {
    readonly fetch: (request: globalThis.Request) => Promise<Response>
    /** With the API key and the newest version, unless the request says otherwise. */
    readonly send: (path: string, request?: Request) => Effect.Effect<Answer>
  }
>()("@sheaf/adapters-http/test/Client") {}

const make = Effect.fnUntraced(function* (options?: HttpApp.Options) {
  const app = yield* HttpApp.make(options)
  const handler = HttpEffect.toWebHandlerWith<never, Effect.Services<HttpApp.App>>(yield* Effect.context())(app)
  const fetch = CheckedClient.checked(contract, handler)
  const send = CheckedClient.make({ base, headers: usualHeaders, fetch })
  return Client.of({ fetch, send: (path, request) => Effect.promise(() => send(path, request)) })
})

/** A client of the interface over any world. */
export const over = <E, R>(world: Layer.Layer<World.Ports, E, R>, options?: HttpApp.Options) =>
  Layer.provide(Layer.effect(Client, make(options)), world)

/** A client of the interface over the usual world. */
export const layer = over(World.layer)

/** Sends a request through the client of the suite. */
export const send = (path: string, request?: Request) => Effect.flatMap(Client, (client) => client.send(path, request))

/** The same in a version. */
export const sendIn =
  (version: string) =>
  (path: string, request: Request = {}) =>
    send(path, { ...request, headers: { "service-version": version, ...request.headers } })
