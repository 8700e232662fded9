/**
 * Processes a request: finds its version and its route, reads how long it asks to wait, and provides the header fields
 * that all responses have. If no route fits, the response names the first thing that is wrong, in this order: path,
 * version, method, credentials (spec 7, 8, 9). Paths that need no credentials belong to no version.
 */
import type { Fiber, Tracer } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import type { RateLimitState } from "../limits/RateLimiter.ts"
import * as Deprecation from "./Deprecation.ts"
import type { ServedApi, FoundRoute } from "./ServedApi.ts"
import type { RouteResult } from "../admission/Admission.ts"
import { isPathTooLong } from "./ServedApi.ts"
import * as NearestPath from "./NearestPath.ts"
import { apiError } from "../problems/ApiErrors.ts"

type Fields = Readonly<Record<string, string>>

export interface VersionHeaders {
  readonly name: string
  readonly headers: Fields
}

export interface RoutedVersion extends VersionHeaders, ServedApi {}

interface ResponseContext {
  readonly requestId: string
  /** Absent if the request names no supported version. */
  readonly version?: VersionHeaders
  readonly isUnversioned?: true
  readonly rateLimit?: RateLimitState
}

export interface Exchange extends ResponseContext {
  readonly version?: RoutedVersion
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: HttpServerRequest.HttpServerRequest
  /** How long the request asks to wait for a change, if at all. */
  readonly waitSeconds: number | undefined
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number
  /** The route's template. Absent if there is no route. */
  readonly template?: string
  /** Absent if spans are not collected. */
  readonly span?: Tracer.Span | undefined
}

/**
 * The returned function maps `Service-Version` to a version. Without the header, it selects the oldest version. For an
 * unknown version or a list, it returns `undefined`.
 */
export const versionSelector = <Choice extends { readonly name: string }>(running: ReadonlyArray<Choice>) => {
  const byName = new Map<unknown, Choice>(running.map((version) => [version.name, version]))
  const [lowest] = running
  return (asked: unknown): Choice | undefined => (asked === undefined ? lowest : byName.get(asked))
}

/** The longest wait that a client can ask for with `Prefer`, in seconds. */
const maxWait = 30

/** Splits a list at its commas, except those inside quoted strings. */
const elementsOf = function* (text: string): Generator<string> {
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isQuoted && character === "\\") at++
    else if (character === '"') isQuoted = !isQuoted
    else if (character === "," && !isQuoted) {
      yield text.slice(start, at)
      start = at + 1
    }
  }
  yield text.slice(start)
}

const digits = /^[0-9]+$/

/**
 * Returns how long `Prefer` asks to wait, in seconds, up to {@link maxWait}. Returns `undefined` if no well-formed
 * `wait` is given. If there are several, the first counts (RFC 7240 §2).
 */
export const waitSecondsOf = (prefer: string | undefined): number | undefined => {
  if (prefer === undefined) return undefined
  for (const element of elementsOf(prefer)) {
    const [preference = ""] = element.split(";", 1)
    const equals = preference.indexOf("=")
    const name = equals < 0 ? preference : preference.slice(0, equals)
    if (name.trim().toLowerCase() !== "wait") continue
    const value = equals < 0 ? "" : preference.slice(equals + 1).trim()
    return digits.test(value) ? Math.min(Number(value), maxWait) : undefined
  }
  return undefined
}

const vary = { vary: "Service-Version" }

export const versionHeaders = (name: string, deprecation: Deprecation.Deprecation): VersionHeaders => ({
  name,
  headers: { "service-version": name, ...vary, ...Deprecation.headersOf(deprecation) }
})

export const commonHeaders = ({ isUnversioned, requestId, version }: ResponseContext): Record<string, string> => {
  if (isUnversioned) return { "x-request-id": requestId }
  return { "x-request-id": requestId, ...(version === undefined ? vary : version.headers) }
}

/** Keeps failures out of caches, because the next attempt may succeed and a problem contains the id of its request. */
export const noStoreHeaders = { "cache-control": "no-store" }

/**
 * If both the response and its API version have a `Link` header, combines the two: the response's own links come first
 * (RFC 8288 §3).
 */
export const addCommonHeaders = (exchange: ResponseContext, response: HttpServerResponse.HttpServerResponse) => {
  const common = { ...commonHeaders(exchange), ...exchange.rateLimit?.fields }
  const links = [response.headers["link"], common["link"]].filter((link) => link !== undefined)
  const headers = links.length === 0 ? common : { ...common, link: links.join(", ") }
  return HttpServerResponse.setHeaders(response, response.status < 400 ? headers : { ...headers, ...noStoreHeaders })
}

/** The routes of all versions, oldest first, and the routes without credentials. */
export interface Routes {
  readonly versions: ReadonlyArray<RoutedVersion>
  readonly unversioned: ServedApi
}

interface Target {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface RouteMatch {
  readonly route: RouteResult
  /** Absent if no route fits. */
  readonly template?: string
  readonly api?: ServedApi
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
  // If no version has this method for the path, the method is wrong for every version and every caller.
  const all = [...new Set(holders.flatMap(({ methodsOf }) => methodsOf(url)))].sort()
  return all.includes(method)
    ? { _tag: "RouteNotInVersion", error: { _tag: "RouteNotInVersion", asked: asked.name, holders: namesOf(holders) } }
    : otherMethod(all)
}

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
