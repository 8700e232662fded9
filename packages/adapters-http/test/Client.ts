/** Sends requests through the whole interface, without a socket. Every answer is held to the published contract. */
import { HttpApp } from "@sheaf/adapters-http"
import { Violation } from "@sheaf/domain/Violation"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpEffect } from "effect/http"
import { assertDocumented } from "./Published.ts"
import * as World from "./World.ts"

const AnyProblem = Schema.Struct({
  type: Schema.String,
  title: Schema.String,
  status: Schema.Int,
  detail: Schema.String,
  code: Schema.String,
  requestId: Schema.String,
  errors: Schema.optionalKey(Schema.Array(Violation))
})

const decodeProblem = Schema.decodeUnknownSync(AnyProblem, { onExcessProperty: "error" })

export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array

  constructor(status: number, headers: Headers, bytes: Uint8Array) {
    this.status = status
    this.headers = headers
    this.bytes = bytes
  }

  header(name: string): string | undefined {
    return this.headers.get(name) ?? undefined
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes)
  }

  get json(): unknown {
    return JSON.parse(this.text)
  }

  /** The body as a problem of exactly the members that there may be. */
  get problem(): typeof AnyProblem.Type {
    return decodeProblem(this.json)
  }
}

export interface Request {
  readonly method?: string
  /** Beside, or in place of, the API key and the newest version; `undefined` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export const usualHeaders = { "authorization-token": World.apiKey, "service-version": "2026-04-01" }

const json = (body: Request["body"]) => (body === undefined ? {} : { "content-type": "application/json" })

export class Client extends Context.Service<
  Client,
  {
    readonly fetch: (request: globalThis.Request) => Promise<Response>
    readonly send: (path: string, request?: Request) => Effect.Effect<Answer>
  }
>()("@sheaf/adapters-http/test/Client") {}

const make = Effect.fnUntraced(function* (options?: HttpApp.Options) {
  const app = yield* HttpApp.make(options)
  const handler = HttpEffect.toWebHandlerWith<never, Effect.Services<HttpApp.App>>(yield* Effect.context())(app)
  const exchange = async (request: globalThis.Request) => {
    const { pathname, search } = new URL(request.url)
    const requestBody = request.body === null ? undefined : await request.clone().text()
    const response = await handler(request)
    const { headers, status } = response
    const body = new Uint8Array(await response.clone().arrayBuffer())
    const path = pathname + search
    assertDocumented({ method: request.method, path, ...(requestBody && { requestBody }), status, headers, body })
    return response
  }
  return Client.of({
    fetch: exchange,
    send: (path, { method = "GET", headers = {}, body } = {}) =>
      Effect.promise(async () => {
        const all = new Headers()
        for (const [name, value] of Object.entries({ ...usualHeaders, ...json(body), ...headers })) {
          if (value !== undefined) all.set(name, value)
        }
        const request = new Request(`http://sheaf.test${path}`, { method, headers: all, ...(body && { body }) })
        const response = await exchange(request)
        return new Answer(response.status, response.headers, new Uint8Array(await response.arrayBuffer()))
      })
  })
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
