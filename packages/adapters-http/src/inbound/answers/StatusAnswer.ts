/**
 * The answer to a status poll (decisions 4). Polls are most of the traffic, so the body that an endpoint declares is
 * compiled once. The handlers and the fast lane both answer by what comes out.
 */
import { identity, Schema, SchemaAST } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import * as EntityTag from "./EntityTag.ts"

/** A status as it stands, with what its tag is made of. */
interface Current extends EntityTag.Revised {
  readonly body: { readonly pollingInterval?: number }
}

/** What there is to say, before anything sends it. */
export interface StatusAnswer {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  /** JSON; absent if the client has it. */
  readonly text?: string
}

/** Writes the status of an object, or 304 if the client has seen it. */
export type Writer = (id: string, current: Current, ifNoneMatch: string | undefined) => StatusAnswer

const headersOf = (etag: string, pollingInterval: number | undefined) => {
  const headers = { etag, "cache-control": "private, no-cache" }
  // Retry-After counts whole seconds (RFC 9110 §10.2.3).
  return pollingInterval === undefined
    ? headers
    : { ...headers, "retry-after": String(Math.ceil(pollingInterval / 1000)) }
}

/** An endpoint, as far as the answers to polls depend on it. */
export type StatusEndpoint = Pick<HttpApiEndpoint.Top, "method" | "path" | "success">

/** The one success that an endpoint of a status declares. */
export const successOf = ({ method, path, success }: StatusEndpoint) => {
  const [only, ...others] = success
  if (only === undefined || others.length > 0 || !HttpApiSchema.isWithHeaders(only)) {
    throw new Error(`${method} ${path} must declare one success, with headers, to be polled`)
  }
  return only
}

/** Compiles an encoding. A body without a transformation in it is sent as it is: a test holds it to its schema. */
const encodingOf = (body: Schema.Top): ((value: unknown) => unknown) =>
  SchemaAST.toEncoded(body.ast) === SchemaAST.toType(body.ast)
    ? identity
    : // The bodies of contracts need no services, which the type of any schema cannot say.
      Schema.encodeUnknownSync(body as Schema.Codec<unknown, unknown>)

/** Compiles the answer that the endpoint of a status declares, in a version. */
export const compile = (version: string, endpoint: StatusEndpoint): Writer => {
  const encode = encodingOf(successOf(endpoint).schema)
  return (id, current, ifNoneMatch) => {
    const headers = headersOf(EntityTag.ofStatus(version, id, current), current.body.pollingInterval)
    return EntityTag.isNamed(ifNoneMatch, headers.etag)
      ? { status: 304, headers }
      : { status: 200, headers, text: JSON.stringify(encode(current.body)) }
  }
}

/** Answers a request with a status. */
export const respond = (
  write: Writer,
  { headers: asked }: HttpServerRequest.HttpServerRequest,
  id: string,
  current: Current
): HttpServerResponse.HttpServerResponse => {
  const { headers, status, text } = write(id, current, asked["if-none-match"])
  return text === undefined
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(text, { status, headers, contentType: "application/json" })
}
