/** One request on its way to an answer, and what every answer gets before it leaves (decisions 12, 13). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"

export interface Exchange {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: HttpServerRequest.HttpServerRequest
  readonly requestId: string
  /** The version that answers; absent when none could be chosen. */
  readonly version?: ApiVersion
  /** The path belongs to no version. */
  readonly open?: true
}

const commonHeaders = ({ open, requestId, version }: Exchange): Record<string, string> => {
  if (open) return { "x-request-id": requestId }
  if (version === undefined) return { "x-request-id": requestId, vary: "Service-Version" }
  return { "x-request-id": requestId, "service-version": version, vary: "Service-Version" }
}

/** A failure may be over at the next try, and says whom it was told. */
const notKept = { "cache-control": "no-store" }

/** The answer as it leaves. What a version adds to all of its answers is added here. */
export const finish = (exchange: Exchange, response: HttpServerResponse.HttpServerResponse) => {
  const common = commonHeaders(exchange)
  return HttpServerResponse.setHeaders(response, response.status < 400 ? common : { ...common, ...notKept })
}
