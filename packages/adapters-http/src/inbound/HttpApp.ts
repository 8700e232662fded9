/**
 * The whole HTTP interface as one effect: each request goes to the version that it asks for, and what comes back passes
 * one net (spec 4, 9; decisions 12 to 14). It is served by whatever server there is: `HttpServer.serve(app)`.
 */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { ApiKeys, Collections, Companies, Consents, Readiness, Scenarios, Tokens, Users } from "@sheaf/ports"
import { Context, Effect, Layer, Logger, References, Scope, Tracer } from "effect"
import { HttpMiddleware, HttpServer, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { refusalOf } from "./pipeline/Arrival.ts"
import type { Refusal } from "./pipeline/Arrival.ts"
import * as Authentication from "./pipeline/Authentication.ts"
import { answering, chooser } from "./versions/Exchange.ts"
import type { Exchange } from "./versions/Exchange.ts"
import * as JsonBody from "./pipeline/JsonBody.ts"
import * as Deprecation from "./versions/Deprecation.ts"
import * as Miss from "./problems/Miss.ts"
import * as Negotiation from "./pipeline/Negotiation.ts"
import * as Net from "./pipeline/Net.ts"
import * as CurrentRequest from "./pipeline/CurrentRequest.ts"
import * as Validation from "./pipeline/Validation.ts"
import * as Versions from "./versions/Versions.ts"

/** What a deployment may set. */
export interface Options {
  /** How long a body may be, in bytes, without the file that it may hold; 256 KiB unless set (decisions 14). */
  readonly maxBodyBytes?: number
  /** How many bodies that are longer than that, as starts with a file are, are read at a time; 16 unless set. */
  readonly largeBodies?: number
  /** How many arrays and objects of a body may lie in each other; 64 unless set. */
  readonly maxBodyDepth?: number
  /** When versions stop answering; a version without a date goes on (RFC 8594; decisions 13). */
  readonly sunsets?: Readonly<Partial<Record<ApiVersion, Date>>>
  /** A key that is no secret, which the documentation fills in for requests that are tried there; none unless set. */
  readonly demonstrationKey?: string
  /** The versions to serve; those of this release unless set. */
  readonly line?: Versions.ServedVersions
}

const defaults: JsonBody.Limits = {
  maxBodyBytes: 256 * 1024,
  maxFileBodyBytes: 14 * 1024 * 1024,
  largeBodies: 16,
  maxBodyDepth: 64
}

/** What answers every request; it never fails, unless it is interrupted. */
export type App = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  never,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

const miss = (exchange: Exchange, routes: Miss.Routes) =>
  Effect.catchCause(
    Effect.suspend(() => Miss.answer(exchange, routes)),
    (cause) => Net.failure(exchange, cause)
  )

/** Whoever may not come like this is told nothing further, and what else the connection would bring is not read. */
const refuse = (exchange: Exchange, { code, detail }: Refusal, routes: Miss.Routes) => {
  const isOpen = routes.open.methodsOf(exchange.request.url).length > 0
  return Net.refuse(isOpen ? { ...exchange, open: true } : exchange, code, detail, { connection: "close" })
}

const dispatch = (routes: Miss.Routes): App => {
  const versionOf = chooser(routes.versions)
  return Effect.withFiber((fiber) => {
    const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    const requestId = CurrentRequest.idOf(request.headers)
    // The server gives the fiber its context back when the request has ended.
    fiber.setContext(Context.add(fiber.context, CurrentRequest.RequestId, requestId))
    const version = versionOf(request.headers["service-version"])
    const refusal = refusalOf(request.source)
    if (refusal !== undefined) {
      return refuse({ fiber, request, requestId, ...(version && { version }) }, refusal, routes)
    }
    if (version === undefined) return miss({ fiber, request, requestId }, routes)
    const exchange: Exchange = { fiber, request, requestId, version }
    return Effect.matchCauseEffect(version.handle, {
      onSuccess: (response) => Net.answer(exchange, response),
      onFailure: (cause) => (Net.isMiss(cause) ? miss(exchange, routes) : Net.failure(exchange, cause))
    })
  })
}

/** What the interface stands on. */
export type Ports = ApiKeys | Collections | Companies | Consents | Readiness | Scenarios | Tokens | Users

const needed = Context.pick(ApiKeys, Collections, Companies, Consents, Readiness, Scenarios, Tokens, Users, Scope.Scope)

/** Builds the interface, once. */
export const make = Effect.fnUntraced(function* ({
  demonstrationKey,
  line = Versions.running,
  sunsets,
  ...limits
}: Options = {}) {
  const conditions = Layer.mergeAll(
    Authentication.layer,
    JsonBody.layer({ ...defaults, ...limits }),
    Negotiation.layer,
    Validation.layer
  )
  const surroundings = yield* Layer.build(Layer.merge(conditions, HttpServer.layerServices))
  const routes = Effect.all({
    versions: Effect.forEach(line.served, ({ name, served }) =>
      Effect.map(served, (routes) => ({ ...routes, ...answering(name, Deprecation.of(name, line.versions, sunsets)) }))
    ),
    open: Versions.open(line, sunsets, demonstrationKey),
    doors: Authentication.doors
  })
  // Every request copies the services that its routes were built among: only those that they need are let in.
  return dispatch(
    yield* Effect.updateContext(routes, (all: Context.Context<Ports | Scope.Scope>) =>
      Context.merge(needed(all), surroundings)
    )
  )
})

/** What a request takes from where it is served: how it is logged and traced. */
const kept = Context.pick(
  HttpServer.HttpServer,
  Logger.CurrentLoggers,
  References.CurrentLogAnnotations,
  References.MinimumLogLevel,
  References.TracerEnabled,
  Scope.Scope,
  Tracer.Tracer
)

/**
 * Serves the interface on an `HttpServer`. Where an application has many services, this is faster than to serve what
 * {@link make} builds: every request copies all the services that it is served among, and here they are few. The spans
 * that the server would make of each request are off: they carry addresses, with the ids in them (decisions 12).
 */
export const serve = (options?: Options): Layer.Layer<never, never, HttpServer.HttpServer | Ports> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const served: Effect.Effect<void, never, HttpServer.HttpServer | Scope.Scope> = HttpServer.serveEffect(
        yield* make(options)
      )
      return yield* Effect.updateContext(served, (all: Context.Context<HttpServer.HttpServer | Scope.Scope>) =>
        Context.add(kept(all), HttpMiddleware.TracerDisabledWhen, () => true)
      )
    })
  )
