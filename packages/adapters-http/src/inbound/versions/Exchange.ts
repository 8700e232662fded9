/** A request in progress, and the header fields that all responses have (spec 7, 9). */
import type { Fiber, Tracer } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import type { RateLimitState } from "../limits/RateLimiter.ts"
import * as Deprecation from "./Deprecation.ts"
import type { ServedApi } from "./ServedApi.ts"

type Fields = Readonly<Record<string, string>>

/** A version, and the header fields for all of its responses. */
export interface VersionHeaders {
  readonly name: string
  readonly headers: Fields
}

export interface RoutedVersion extends VersionHeaders, ServedApi {}

interface ResponseContext {
  readonly requestId: string
  /** Absent if the request names no supported version. */
  readonly version?: VersionHeaders
  /** True if the path belongs to no version. */
  readonly isUnversioned?: true
  /** The rate that counts the request. */
  readonly rateLimit?: RateLimitState
}

export interface Exchange extends ResponseContext {
  readonly version?: RoutedVersion
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: HttpServerRequest.HttpServerRequest
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number
  /** The template of the route. Absent if there is no route. */
  readonly template?: string
  /** The request's span. Absent if spans are not collected. */
  readonly span?: Tracer.Span | undefined
}

/**
 * Returns a function that maps `Service-Version` to a version: the oldest version without the header, and nothing for
 * an unknown version or a list.
 */
export const versionSelector = <Choice extends { readonly name: string }>(running: ReadonlyArray<Choice>) => {
  const byName = new Map<unknown, Choice>(running.map((version) => [version.name, version]))
  const [lowest] = running
  return (asked: unknown): Choice | undefined => (asked === undefined ? lowest : byName.get(asked))
}

const vary = { vary: "Service-Version" }

/** Returns a version with the header fields for all of its responses. */
export const versionHeaders = (name: string, deprecation: Deprecation.Deprecation): VersionHeaders => ({
  name,
  headers: { "service-version": name, ...vary, ...Deprecation.headersOf(deprecation) }
})

/** Returns the header fields that every response has. */
export const commonHeaders = ({ isUnversioned, requestId, version }: ResponseContext): Record<string, string> => {
  if (isUnversioned) return { "x-request-id": requestId }
  return { "x-request-id": requestId, ...(version === undefined ? vary : version.headers) }
}

/** Keeps failures out of caches: the next attempt may succeed, and a problem contains its request's id. */
export const noStoreHeaders = { "cache-control": "no-store" }

/** Adds the header fields that all responses have. The version's link follows the response's own (RFC 8288 §3). */
export const addCommonHeaders = (exchange: ResponseContext, response: HttpServerResponse.HttpServerResponse) => {
  const common = { ...commonHeaders(exchange), ...exchange.rateLimit?.fields }
  const links = [response.headers["link"], common["link"]].filter((link) => link !== undefined)
  const headers = links.length === 0 ? common : { ...common, link: links.join(", ") }
  return HttpServerResponse.setHeaders(response, response.status < 400 ? headers : { ...headers, ...noStoreHeaders })
}
