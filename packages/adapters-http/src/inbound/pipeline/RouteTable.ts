/** Which methods a path has: asked when no route fits, to tell a wrong method from a wrong path (RFC 9110 §15.5.6). */
import { FindMyWay } from "effect/http"
import { HttpApi } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/** Paths are what they are: case, slashes at the end and doubled slashes count. */
export const exact = { caseSensitive: true, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false } as const

export interface RouteTable {
  /** The methods that a request target has, in alphabetical order; none when its path is not known. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
}

// An endpoint is made with a path that begins with a slash, and remembers it as a string.
const pathOf = (endpoint: HttpApiEndpoint.Top) => endpoint.path as FindMyWay.PathInput

/** The table of a contract. */
export const make = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): RouteTable => {
  const routes = FindMyWay.make<true>(exact)
  const methods = new Set<string>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      routes.on(endpoint.method, pathOf(endpoint), true)
      methods.add(endpoint.method)
    }
  })
  return {
    methodsOf: (url) => {
      const found = [...methods].filter((method) => routes.find(method, url) !== undefined)
      return (found.includes("GET") ? [...found, "HEAD"] : found).sort()
    }
  }
}
