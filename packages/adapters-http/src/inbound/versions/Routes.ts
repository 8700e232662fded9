/**
 * Finds a request's route. If no route fits, looks for the reason first in the path, then in the version, the method
 * and the credentials (spec 7, 8, 9). Paths without credentials belong to no version.
 */
import type { RouteResult } from "../admission/Admission.ts"
import type { FoundRoute } from "../pipeline/route/RouteTable.ts"
import * as NearestPath from "../pipeline/route/NearestPath.ts"
import { isPathTooLong } from "../pipeline/route/RouteTable.ts"
import { apiError } from "../problems/ApiErrors.ts"
import type { RoutedVersion } from "./Exchange.ts"
import type { ServedApi } from "./ServedApi.ts"

/** The routes of all versions, oldest first, and those without credentials. */
export interface Routes {
  readonly versions: ReadonlyArray<RoutedVersion>
  readonly unversioned: ServedApi
}

/** The part of a request that determines its route. */
interface Target {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface RouteMatch {
  readonly route: RouteResult
  /** The route's template and the contract that has it. Absent if there is none. */
  readonly template?: string
  readonly api?: ServedApi
  /** True if the path belongs to no version. */
  readonly isUnversioned?: true
}

const found = (served: ServedApi, route: FoundRoute): RouteMatch => ({
  route,
  template: route.endpoint.path,
  api: served
})

const otherMethod = (methods: ReadonlyArray<string>): RouteResult => ({
  _tag: "Missing",
  error: { _tag: "MethodNotAllowed", allowed: methods.join(", ") }
})

const namesOf = (versions: ReadonlyArray<RoutedVersion>): string => versions.map(({ name }) => name).join(", ")

/** Returns why a version lacks this route. */
const missed = (
  { unversioned, versions }: Routes,
  asked: RoutedVersion | undefined,
  { headers, method, url }: Target
): RouteResult => {
  const holders = versions.filter(({ methodsOf }) => methodsOf(url).length > 0)
  if (holders.length === 0) {
    const nearest = NearestPath.nearest(
      url,
      [...versions, unversioned].flatMap(({ templates }) => templates)
    )
    return { _tag: "Missing", error: { _tag: "RouteNotFound", ...(nearest !== undefined && { nearest }) } }
  }
  if (asked === undefined) {
    const isRepeated = headers["service-version"]?.includes(",") ?? false
    return { _tag: "Missing", error: { _tag: "UnknownVersion", running: namesOf(versions), isRepeated } }
  }
  const methods = asked.methodsOf(url)
  if (methods.length > 0) return otherMethod(methods)
  // A method that no version has is wrong for every version and caller.
  const all = [...new Set(holders.flatMap(({ methodsOf }) => methodsOf(url)))].sort()
  return all.includes(method)
    ? { _tag: "RouteNotInVersion", error: { _tag: "RouteNotInVersion", asked: asked.name, holders: namesOf(holders) } }
    : otherMethod(all)
}

/** Returns the route of a request in the version `asked`. */
export const findRoute = (routes: Routes, asked: RoutedVersion | undefined, request: Target): RouteMatch => {
  const { method, url } = request
  if (isPathTooLong(url)) return { route: { _tag: "Missing", error: apiError("UriTooLong") } }
  const { unversioned } = routes
  const opened = unversioned.find(method, url)
  if (opened !== undefined) return { ...found(unversioned, opened), isUnversioned: true }
  const openMethods = unversioned.methodsOf(url)
  if (openMethods.length > 0) return { route: otherMethod(openMethods), isUnversioned: true }
  const own = asked?.find(method, url)
  return asked !== undefined && own !== undefined ? found(asked, own) : { route: missed(routes, asked, request) }
}
