/** The name of a request in log lines, problems and the header `X-Request-Id` (decisions 12). */
import { randomUUID } from "node:crypto"
import { Context } from "effect"
import type { Headers } from "effect/http"

/** The id of the request that the fiber answers. */
export const RequestId = Context.Reference<string>("@sheaf/adapters-http/RequestId", { defaultValue: () => "unknown" })

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/

/** The caller's own id when it fits, else a new one. */
export const of = (headers: Headers.Headers): string => {
  const given = headers["x-request-id"]
  return given !== undefined && wellFormed.test(given) ? given : randomUUID()
}
