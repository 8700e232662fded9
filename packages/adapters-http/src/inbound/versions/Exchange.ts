/** One request on its way to an answer, and what every answer gets before it leaves (decisions 12, 13). */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import * as Lifecycle from "./Lifecycle.ts"

/** What an answer says of the exchange that it ends. */
interface Told {
  readonly requestId: string
  /** The version that answers; absent when none could be chosen. */
  readonly version?: ApiVersion.ApiVersion
  /** The path belongs to no version. */
  readonly open?: true
  /** What each version adds to all of its answers. */
  readonly versionHeaders: VersionHeaders
}

export interface Exchange extends Told {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: HttpServerRequest.HttpServerRequest
}

/** The version that a request asks for; none when it names one that does not run, or several. */
export const versionOf = (asked: unknown): ApiVersion.ApiVersion | undefined => {
  if (asked === undefined) return ApiVersion.lowest
  return typeof asked === "string" && ApiVersion.isRunning(asked) ? asked : undefined
}

type Fields = Readonly<Record<string, string>>

/** What each version adds to all of its answers. */
export type VersionHeaders = Readonly<Record<ApiVersion.ApiVersion, Fields>>

const vary = { vary: "Service-Version" }

/** The header fields of the running versions. */
export const versionHeaders = (lifecycles: Lifecycle.Lifecycles): VersionHeaders => ({
  "2025-01-01": { "service-version": "2025-01-01", ...vary, ...Lifecycle.headersOf(lifecycles["2025-01-01"]) },
  "2026-04-01": { "service-version": "2026-04-01", ...vary, ...Lifecycle.headersOf(lifecycles["2026-04-01"]) }
})

/** What every answer has beside its own. */
export const commonHeaders = ({ open, requestId, version, versionHeaders }: Told): Record<string, string> => {
  if (open) return { "x-request-id": requestId }
  return { "x-request-id": requestId, ...(version === undefined ? vary : versionHeaders[version]) }
}

/** A failure may be over at the next try, and says whom it was told. */
const notKept = { "cache-control": "no-store" }

/** The links of the answer itself stay beside those that its version adds (RFC 8288 §3). */
const joined = (own: string | undefined, added: string | undefined): Fields =>
  own === undefined || added === undefined ? {} : { link: `${own}, ${added}` }

/** The answer as it leaves. */
export const finish = (exchange: Told, response: HttpServerResponse.HttpServerResponse) => {
  const common = commonHeaders(exchange)
  const own = response.headers["link"]
  const headers = own === undefined ? common : { ...common, ...joined(own, common["link"]) }
  return HttpServerResponse.setHeaders(response, response.status < 400 ? headers : { ...headers, ...notKept })
}
