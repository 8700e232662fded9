/** The methods that each path supports, to tell a wrong method from an unknown path (RFC 9110 §15.5.6). */
import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as RequestTarget from "./RequestTarget.ts"

/** Matches paths literally: case, trailing slashes and doubled slashes matter. */
export const exact = { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false } as const

export interface RouteTable {
  /** Returns the methods of a request target in alphabetical order, or an empty list if the path is unknown. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  /** Returns true if the path is one that only a sandbox has (spec 12). */
  readonly isSandboxOnly: (url: string) => boolean
}

// An endpoint's path always begins with a slash, but its type is a plain string.
const pathOf = (endpoint: HttpApiEndpoint.Top) => endpoint.path as FindMyWay.PathInput

export const make = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): RouteTable => {
  const routes = FindMyWay.make<true>(exact)
  const methods = new Set<string>()
  const ofSandbox = FindMyWay.make<true>(exact)
  const add = (endpoint: HttpApiEndpoint.Top) => {
    routes.on(endpoint.method, pathOf(endpoint), true)
    methods.add(endpoint.method)
    if (endpoint.path.startsWith("/sandbox/")) ofSandbox.on(endpoint.method, pathOf(endpoint), true)
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
  return {
    // The router also matches percent-encoded paths.
    isSandboxOnly: (url) =>
      /sandbox|%/.test(url) && [...methods].some((method) => ofSandbox.find(method, url) !== undefined),
    methodsOf: (url) => {
      if (RequestTarget.isTooLong(url)) return []
      const found = [...methods].filter((method) => routes.find(method, url) !== undefined)
      return (found.includes("GET") ? [...found, "HEAD"] : found).sort()
    }
  }
}
