/**
 * Combines a contract with its handlers in a router of its own. Defines how request targets are normalized, what each
 * route requires of its callers, and which methods each path has (RFC 9110 §15.5.6). Groups of handlers are looked up
 * by name alone, so the groups of two contracts must not share a layer.
 */
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { HttpRouter, HttpServerRequest, FindMyWay } from "effect/http"
import type { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApi } from "effect/http-api"
import type { HttpApiGroup, HttpApiEndpoint } from "effect/http-api"
import {
  ApiKeyAuthentication,
  ClientOrUserAuthentication,
  Operation,
  PageAuthentication,
  ProblemResponses,
  RateLimiting,
  SameOriginCheck,
  UserAuthentication
} from "@sheaf/http-contract"
import type { SecurityRequirement, RouteResult } from "../admission/Admission.ts"

/**
 * The maximum length of a path, in characters as sent. Every path in the contracts is shorter, even if it is
 * percent-encoded.
 */
const maxPath = 1024

const endOfPath = (target: string): number => {
  const end = target.indexOf("?")
  return end === -1 ? target.length : end
}

/**
 * Returns true if a path is too long for any route. The router must not receive such a path: it would decode the path
 * once per method, each time in quadratic time.
 */
export const isPathTooLong = (target: string): boolean => target.length > maxPath && endOfPath(target) > maxPath

const unreserved = /[\w.~-]/

/** Decodes a percent-encoded character that needs no encoding (RFC 3986 §6.2.2.2). */
const decoded = (encoded: string): string => {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
  return unreserved.test(character) ? character : encoded
}

const uuid = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi

/**
 * Decodes characters in the path that need no encoding, and writes UUIDs in lower case, because they are
 * case-insensitive (RFC 9562 §4). Leaves the query unchanged.
 */
export const canonicalize = (target: string): string => {
  const end = endOfPath(target)
  const path = target.slice(0, end)
  if (!/[%A-F]/.test(path)) return target
  const plain = path.replace(/%[0-9a-f]{2}/gi, decoded)
  return plain.replace(uuid, (id) => id.toLowerCase()) + target.slice(end)
}

/** Paths match literally: case, trailing slashes and double slashes matter. */
const exactMatchOptions = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
} as const

export type FoundRoute = Extract<RouteResult, { readonly _tag: "Found" }>

export interface RouteTable {
  readonly find: (method: string, url: string) => FoundRoute | undefined
  /** Returns the methods in alphabetical order, or none for an unknown path. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  readonly templates: ReadonlyArray<string>
}

const conditions = [
  ["KEY", ApiKeyAuthentication],
  ["TOKEN", UserAuthentication],
  ["KEY_OR_TOKEN", ClientOrUserAuthentication],
  ["PAGE", PageAuthentication]
] as const

export type SecurityRequirementLookup = (endpoint: HttpApiEndpoint.Top) => SecurityRequirement

/**
 * Returns the requirements that each endpoint declares, or `otherwise` if it declares none. Throws if an endpoint
 * declares none and `otherwise` is absent, so no operation is open by accident. Also throws if an endpoint does not use
 * `ProblemResponses` for its problems, or has a rate limit but no credentials to count by.
 */
export const declaredRequirements =
  (otherwise?: SecurityRequirement["credentials"]): SecurityRequirementLookup =>
  (endpoint) => {
    if (!endpoint.middlewares.has(ProblemResponses)) {
      throw new Error(`${endpoint.method} ${endpoint.path} does not leave its problems to the one writer`)
    }
    const [found] = conditions.find(([, condition]) => endpoint.middlewares.has(condition)) ?? [otherwise]
    if (found === undefined) throw new Error(`${endpoint.method} ${endpoint.path} does not declare its credentials`)
    if (found === otherwise && endpoint.middlewares.has(RateLimiting)) {
      throw new Error(`${endpoint.method} ${endpoint.path} has a rate, but no credentials by which it could count`)
    }
    return {
      credentials: found,
      scope:
        found === "KEY" || found === "TOKEN" || found === "KEY_OR_TOKEN"
          ? Operation.requiredScopeOf(endpoint)
          : undefined,
      requiresSameOrigin: found === "OPERATOR" || endpoint.middlewares.has(SameOriginCheck)
    }
  }

// The type is a plain string, but the value always starts with a slash.
const pathOf = (endpoint: HttpApiEndpoint.Top) => endpoint.path as FindMyWay.PathInput

type Entry = Pick<FoundRoute, "security" | "endpoint">

/** Returns the routes of a contract. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  securityOf = declaredRequirements()
): RouteTable => {
  const routes = FindMyWay.make<Entry>(exactMatchOptions)
  const methods = new Set<string>()
  const templates = new Set<string>()
  const add = (endpoint: HttpApiEndpoint.Top) => {
    routes.on(endpoint.method, pathOf(endpoint), { security: securityOf(endpoint), endpoint })
    methods.add(endpoint.method)
    templates.add(endpoint.path)
  }
  HttpApi.reflect(api, {
    // Skips the endpoints' responses, because processing them would slow down the service's startup.
    predicate: ({ endpoint }) => {
      add(endpoint)
      return false
    },
    onGroup: () => {},
    onEndpoint: () => {}
  })
  const at = (method: string, url: string) => {
    const found = isPathTooLong(url) ? undefined : routes.find(method, url)
    // A path with a trailing slash does not name an object with an empty id.
    return found === undefined || Object.values(found.params).includes("") ? undefined : found
  }
  const lookUp = (method: string, url: string) => at(method, url) ?? (method === "HEAD" ? at("GET", url) : undefined)
  return {
    templates: [...templates],
    find: (method, url) => {
      const found = lookUp(method, url)
      if (found === undefined) return undefined
      // Different percent-encodings of an id count as the same id.
      return { _tag: "Found", ...found.handler, ids: Object.values(found.params).join("/") }
    },
    methodsOf: (url) => {
      const found = [...methods].filter((method) => at(method, url) !== undefined)
      return (found.includes("GET") ? [...found, "HEAD"] : found).sort()
    }
  }
}

/** Fails if there is no route or the service fails. */
export type RequestHandler = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

export interface ServedApi extends RouteTable {
  readonly handle: RequestHandler
}

/** `additional` must have only a few routes, because they are searched first. */
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
  Layer.provide(Layer.succeed(HttpRouter.RouterConfig, exactMatchOptions))
)

export const make = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>,
  requirementOf?: SecurityRequirementLookup
) =>
  Layer.build(HttpApiBuilder.layer(api).pipe(Layer.provide(handlers), Layer.provideMerge(router))).pipe(
    Effect.map((context): ServedApi => {
      const handle = Context.get(context, HttpRouter.HttpRouter).asHttpEffect()
      return { ...routesOf(api, requirementOf), handle }
    })
  )

/** Builds the routes on the first request, so the service starts sooner. */
export const makeLazy = Effect.fnUntraced(function* <Id extends string, Groups extends HttpApiGroup.Constraint, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, never, R>,
  requirementOf?: SecurityRequirementLookup
) {
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof make<Id, Groups, never, R>>>>()
  // Routes keep the services that they are built with, so the first request's services must not be among them.
  const build = Effect.updateContext(make(api, handlers, requirementOf), (_: Context.Context<never>) => context)
  const built = yield* Effect.cached(Effect.uninterruptible(build))
  let handle: RequestHandler = Effect.flatMap(built, (served) => (handle = served.handle))
  return { ...routesOf(api, requirementOf), handle: Effect.suspend(() => handle) } satisfies ServedApi
})

export const makePublic = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>
) => make(api, handlers, declaredRequirements("NONE"))
