/**
 * The answer to a status poll (decisions 4). Polls are most of the traffic, so the answer is made without the schema of
 * the endpoint; a test holds it to that schema.
 */
import type { CurrentStatus } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import type { Dialect } from "../Dialect.ts"
import * as EntityTag from "../EntityTag.ts"

const headersOf = (etag: string, pollingInterval: number | undefined) => {
  const headers = { etag, "cache-control": "private, no-cache" }
  // Retry-After counts whole seconds (RFC 9110 §10.2.3).
  return pollingInterval === undefined
    ? headers
    : { ...headers, "retry-after": String(Math.ceil(pollingInterval / 1000)) }
}

/** The status as it stands, or 304 when the client has seen it. */
export const make = (
  dialect: Dialect,
  request: HttpServerRequest.HttpServerRequest,
  current: CurrentStatus
): HttpServerResponse.HttpServerResponse => {
  const headers = headersOf(EntityTag.ofStatus(dialect.version, current), current.body.pollingInterval)
  return EntityTag.isNamed(request.headers["if-none-match"], headers.etag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.jsonUnsafe(dialect.statusObject(current.body), { headers })
}
