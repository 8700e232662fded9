/**
 * Builds the response to a status poll, with its entity tag (RFC 9110 §8.8.3, §13.1.2; spec 2.5). Polls are most of the
 * traffic, so each endpoint's encoding is compiled once, for both the handlers and the fast path.
 */
import { identity, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import * as PlainSchema from "./PlainSchema.ts"

/** These numbers change whenever the status object does. */
export interface StatusRevision {
  readonly revision: number
  /** Which second of the QR code's animation the status shows. Absent without an animated code. */
  readonly qrSecond?: number
}

const statusTagOf = (version: string, id: string, { qrSecond, revision }: StatusRevision): string =>
  qrSecond === undefined ? `"${id}.${revision}.${version}"` : `"${id}.${revision}.${version}.${qrSecond}"`

/** Returns true if `If-None-Match` contains `tag` or is `*`. The comparison is weak, so a `W/` prefix is ignored. */
export const matchesTag = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return true
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([named]) => named).includes(tag)
}

interface Current extends StatusRevision {
  readonly isFinal: boolean
  readonly body: { readonly pollingInterval?: number }
}

export interface StatusResponse {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string }
  /** The body as JSON. Absent if the client already has the current one. */
  readonly text?: string
}

/** Responds with 304 if the client has the current entity tag. */
export type StatusResponseWriter = (id: string, current: Current, ifNoneMatch: string | undefined) => StatusResponse

/**
 * How long clients should wait before they poll an authorized consent again, in milliseconds. That status is not final
 * but can last for months.
 */
const longPause = 60_000

const headersOf = (etag: string, { body, isFinal }: Current) => {
  const headers = { etag, "cache-control": "private, no-cache" }
  // `Retry-After` takes whole seconds (RFC 9110 §10.2.3).
  return isFinal
    ? headers
    : { ...headers, "retry-after": String(Math.ceil((body.pollingInterval ?? longPause) / 1000)) }
}

export type EndpointDeclaration = Pick<HttpApiEndpoint.Top, "method" | "path" | "success">

/** Throws unless the endpoint declares exactly one successful response, with headers. */
export const successSchemaOf = ({ method, path, success }: EndpointDeclaration) => {
  const [only, ...others] = success
  if (only === undefined || others.length > 0 || !HttpApiSchema.isWithHeaders(only)) {
    throw new Error(`${method} ${path} is polled, so it must declare exactly one success response, with headers`)
  }
  return only
}

/**
 * If a body's schema has no transformations, the body is sent unchanged, and only tests check it against the schema.
 */
const encodingOf = (body: Schema.Top): ((value: unknown) => unknown) =>
  PlainSchema.isPlainJsonSchema(body.ast)
    ? identity
    : // Body schemas in contracts need no services, but the general type of a schema cannot express that.
      Schema.encodeUnknownSync(body as Schema.Codec<unknown, unknown>)

export const compileWriter = (version: string, endpoint: EndpointDeclaration): StatusResponseWriter => {
  const encode = encodingOf(successSchemaOf(endpoint).schema)
  return (id, current, ifNoneMatch) => {
    const headers = headersOf(statusTagOf(version, id, current), current)
    return matchesTag(ifNoneMatch, headers.etag)
      ? { status: 304, headers }
      : { status: 200, headers, text: JSON.stringify(encode(current.body)) }
  }
}

export const respond = (
  write: StatusResponseWriter,
  { headers: asked }: HttpServerRequest.HttpServerRequest,
  id: string,
  current: Current
): HttpServerResponse.HttpServerResponse => {
  const { headers, status, text } = write(id, current, asked["if-none-match"])
  return text === undefined
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(text, { status, headers, contentType: "application/json" })
}
