/** The routes of a contract: what each demands of its callers, and the methods of each path (RFC 9110 §15.5.6). */
import {
  ApiKeyAuthentication,
  Operation,
  PageAuthentication,
  ProblemResponses,
  RateLimiting,
  SameOriginCheck,
  UserAuthentication
} from "@sheaf/http-contract"
import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { SecurityRequirement, RouteResult } from "../../admission/Admission.ts"
import * as RequestTarget from "./RequestTarget.ts"

/** Matches paths literally: case, trailing slashes and doubled slashes matter. */
export const exactMatchOptions = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false
} as const

/** A route that was found. */
export type FoundRoute = Extract<RouteResult, { readonly _tag: "Found" }>

export interface RouteTable {
  /** Returns the route of a request, if there is one. */
  readonly find: (method: string, url: string) => FoundRoute | undefined
  /** Returns the methods of a request target in alphabetical order, or an empty list if the path is unknown. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
}

const conditions = [
  ["KEY", ApiKeyAuthentication],
  ["TOKEN", UserAuthentication],
  ["PAGE", PageAuthentication]
] as const

/** Returns what an endpoint requires of its callers. */
export type SecurityRequirementLookup = (endpoint: HttpApiEndpoint.Top) => SecurityRequirement

/**
 * Reads the security requirements that an endpoint declares. `otherwise` are the credentials of endpoints that declare none.
 *
 * @throws if there is no `otherwise`, so that an operation of a version cannot be open by accident, if the endpoint would
 * write its problems itself, or if it has a rate without credentials.
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
      scope: found === "KEY" || found === "TOKEN" ? Operation.scopeOf(endpoint) : undefined,
      requiresSameOrigin: found === "OPERATOR" || endpoint.middlewares.has(SameOriginCheck)
    }
  }

// An endpoint's path always begins with a slash, but its type is a plain string.
const pathOf = (endpoint: HttpApiEndpoint.Top) => endpoint.path as FindMyWay.PathInput

type Entry = Pick<FoundRoute, "security" | "endpoint">

export const make = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  securityOf = declaredRequirements()
): RouteTable => {
  const routes = FindMyWay.make<Entry>(exactMatchOptions)
  const methods = new Set<string>()
  const add = (endpoint: HttpApiEndpoint.Top) => {
    routes.on(endpoint.method, pathOf(endpoint), { security: securityOf(endpoint), endpoint })
    methods.add(endpoint.method)
  }
  HttpApi.reflect(api, {
    // Skips the responses of the endpoints, which would delay each start.
    predicate: ({ endpoint }) => {
      add(endpoint)
      return false
    },
    onGroup: () => {},
    onEndpoint: () => {}
  })
  const at = (method: string, url: string) => (RequestTarget.isPathTooLong(url) ? undefined : routes.find(method, url))
  const lookUp = (method: string, url: string) => at(method, url) ?? (method === "HEAD" ? at("GET", url) : undefined)
  return {
    find: (method, url) => {
      const found = lookUp(method, url)
      if (found === undefined) return undefined
      // All percent-encoded forms of an id are the same id here.
      return { _tag: "Found", ...found.handler, ids: Object.values(found.params).join("/") }
    },
    methodsOf: (url) => {
      const found = [...methods].filter((method) => at(method, url) !== undefined)
      return (found.includes("GET") ? [...found, "HEAD"] : found).sort()
    }
  }
}
