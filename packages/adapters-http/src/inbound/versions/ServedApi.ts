/**
 * A contract with its handlers and its own router. A group of handlers is found by its name alone, so two contracts'
 * groups must not share a layer.
 */
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import * as RouteTable from "../pipeline/route/RouteTable.ts"

/** Responds to a request. Fails if there is no route, or if the service fails. */
export type RequestHandler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

export interface ServedApi extends RouteTable.RouteTable {
  readonly handle: RequestHandler
}

/** Adds routes. There must be only a few, because they are searched before the others. */
export const merge = (main: ServedApi, additional: ServedApi): ServedApi => ({
  templates: [...main.templates, ...additional.templates],
  find: (method, url) => additional.find(method, url) ?? main.find(method, url),
  methodsOf: (url) => {
    const methods = additional.methodsOf(url)
    return methods.length > 0 ? methods : main.methodsOf(url)
  },
  handle: Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) =>
    additional.find(method, url) === undefined ? main.handle : additional.handle
  )
})

const router = Layer.fresh(HttpRouter.layer).pipe(
  Layer.provide(Layer.succeed(HttpRouter.RouterConfig, RouteTable.exactMatchOptions))
)

export const make = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>,
  requirementOf?: RouteTable.SecurityRequirementLookup
) =>
  Layer.build(HttpApiBuilder.layer(api).pipe(Layer.provide(handlers), Layer.provideMerge(router))).pipe(
    Effect.map((context): ServedApi => {
      const handle = Context.get(context, HttpRouter.HttpRouter).asHttpEffect()
      return { ...RouteTable.make(api, requirementOf), handle }
    })
  )

/** Creates a contract that builds its routes on its first request, so that the service starts sooner. */
export const makeLazy = Effect.fnUntraced(function* <Id extends string, Groups extends HttpApiGroup.Constraint, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, never, R>,
  requirementOf?: RouteTable.SecurityRequirementLookup
) {
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof make<Id, Groups, never, R>>>>()
  // Routes keep the services with which they are built. The first request's services must not be among them.
  const build = Effect.updateContext(make(api, handlers, requirementOf), (_: Context.Context<never>) => context)
  const built = yield* Effect.cached(Effect.uninterruptible(build))
  let handle: RequestHandler = Effect.flatMap(built, (served) => (handle = served.handle))
  return { ...RouteTable.make(api, requirementOf), handle: Effect.suspend(() => handle) } satisfies ServedApi
})

/** Creates a contract for paths without credentials. */
export const makePublic = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>
) => make(api, handlers, RouteTable.declaredRequirements("NONE"))
