/** One request on its way to an answer, and what every answer gets before it leaves (decisions 12, 13). */
import type { Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import * as Deprecation from "./Deprecation.ts"
import type { Served } from "./Served.ts"

type Fields = Readonly<Record<string, string>>

/** A version, and what it adds to all of its answers. */
export interface Answering {
  readonly name: string
  readonly headers: Fields
}

/** A version that answers by its router. */
export interface RoutedVersion extends Answering, Served {}

/** What an answer says of the exchange that it ends. */
interface Told {
  readonly requestId: string
  /** The version that answers; absent when none could be chosen. */
  readonly version?: Answering
  /** The path belongs to no version. */
  readonly open?: true
}

export interface Exchange extends Told {
  readonly version?: RoutedVersion
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: HttpServerRequest.HttpServerRequest
}

/**
 * Returns the version that a request asks for by the header `Service-Version`: the lowest if it names none, and nothing if
 * it names one that does not run, or several.
 */
export const chooser = <Choice extends Answering>(running: ReadonlyArray<Choice>) => {
  const byName = new Map<unknown, Choice>(running.map((version) => [version.name, version]))
  const [lowest] = running
  return (asked: unknown): Choice | undefined => (asked === undefined ? lowest : byName.get(asked))
}

const vary = { vary: "Service-Version" }

/** Returns what a version adds to all of its answers. */
export const answering = (name: string, deprecation: Deprecation.Deprecation): Answering => ({
  name,
  headers: { "service-version": name, ...vary, ...Deprecation.headersOf(deprecation) }
})

/** What every answer has beside its own. */
export const commonHeaders = ({ open, requestId, version }: Told): Record<string, string> => {
  if (open) return { "x-request-id": requestId }
  return { "x-request-id": requestId, ...(version === undefined ? vary : version.headers) }
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
