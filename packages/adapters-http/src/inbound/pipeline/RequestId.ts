/** The name of a request in log lines, problems and the header `X-Request-Id` (decisions 12). */
import { randomUUID } from "node:crypto"
import { Context } from "effect"

/** The id of the request that the fiber answers. */
export const RequestId = Context.Reference<string>("@sheaf/adapters-http/RequestId", { defaultValue: () => "unknown" })

const wellFormed = /^[A-Za-z0-9._-]{8,64}$/

/** The caller's own id when it fits, else a new one. Names of headers are in lower case. */
export const of = (headers: Readonly<Record<string, unknown>>): string => {
  const given = headers["x-request-id"]
  return typeof given === "string" && wellFormed.test(given) ? given : randomUUID()
}
