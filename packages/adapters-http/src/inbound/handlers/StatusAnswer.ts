/**
 * The answer to a status poll (decisions 4). Polls are most of the traffic, so the answer is made without the schema of
 * the endpoint; a test holds it to that schema.
 */
import type { CurrentConsentStatus, CurrentStatus } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import type { Rendering } from "../versions/Rendering.ts"
import * as EntityTag from "../answers/EntityTag.ts"

const headersOf = (etag: string, pollingInterval: number | undefined) => {
  const headers = { etag, "cache-control": "private, no-cache" }
  // Retry-After counts whole seconds (RFC 9110 §10.2.3).
  return pollingInterval === undefined
    ? headers
    : { ...headers, "retry-after": String(Math.ceil(pollingInterval / 1000)) }
}

/** What there is to say, before anything writes it. */
export interface StatusAnswer {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; absent when the client has it. */
  readonly body?: object
}

/** The status as it stands, or 304 when the client has seen it. */
export const of = (rendering: Rendering, ifNoneMatch: string | undefined, current: CurrentStatus): StatusAnswer => {
  const headers = headersOf(EntityTag.ofStatus(rendering.version, current), current.body.pollingInterval)
  return EntityTag.isNamed(ifNoneMatch, headers.etag)
    ? { status: 304, headers }
    : { status: 200, headers, body: rendering.statusObject(current.body) }
}

const toResponse = ({ body, headers, status }: StatusAnswer): HttpServerResponse.HttpServerResponse =>
  body === undefined
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.jsonUnsafe(body, { status, headers })

/** The same as a response. */
export const make = (
  rendering: Rendering,
  request: HttpServerRequest.HttpServerRequest,
  current: CurrentStatus
): HttpServerResponse.HttpServerResponse => toResponse(of(rendering, request.headers["if-none-match"], current))

/** The same for the status of a consent, which is one in every version. */
export const ofConsent = (
  version: string,
  request: HttpServerRequest.HttpServerRequest,
  { body, ...current }: CurrentConsentStatus
): HttpServerResponse.HttpServerResponse => {
  const headers = headersOf(EntityTag.ofConsentStatus(version, { body, ...current }), body.pollingInterval)
  return toResponse(
    EntityTag.isNamed(request.headers["if-none-match"], headers.etag)
      ? { status: 304, headers }
      : { status: 200, headers, body }
  )
}
