/**
 * Writes problem documents (RFC 9457; spec 7). Handlers, earlier stages and the listener all use it, so the members
 * always have the same order.
 */
import { Problem } from "@sheaf/http-contract"
import { HttpServerResponse } from "effect/http"
import { toProblem } from "./ApiErrors.ts"
import type { ApiError, OutgoingProblem } from "./ApiErrors.ts"

export interface SerializedProblem {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const documentOf = ({ code, detail, errors, oldestAvailable, requestId, status, title, type }: Problem.Problem) =>
  JSON.stringify({ type, title, status, detail, code, requestId, errors, oldestAvailable })

const partsOf = (told: OutgoingProblem) => ("body" in told ? told : { body: told, headers: {} })

export const serialize = (told: OutgoingProblem): SerializedProblem => {
  const { body, headers } = partsOf(told)
  return { status: body.status, headers, body: documentOf(body) }
}

/** Serializes an error that occurs before routing, for the listener and the fast path. */
export const serializeError = (error: ApiError, requestId: string): SerializedProblem => {
  const { body, headers, status } = serialize(toProblem(error, requestId))
  const own = { "content-type": Problem.contentType, "content-length": String(Buffer.byteLength(body)) }
  return { status, headers: { ...headers, ...own }, body }
}

export const responseOf = (told: OutgoingProblem, more: Readonly<Record<string, string>> = {}) => {
  const { body, headers, status } = serialize(told)
  return HttpServerResponse.text(body, { status, headers: { ...headers, ...more }, contentType: Problem.contentType })
}

/**
 * Returns the response for a request that was rejected before it reached its handler. Some errors add header fields.
 */
export const errorResponse = (error: ApiError, requestId: string): HttpServerResponse.HttpServerResponse => {
  const told = toProblem(error, requestId)
  switch (error._tag) {
    case "MethodNotAllowed":
      return responseOf(told, { allow: error.allowed })
    case "PeerCertificateError":
    case "CertificateUnchecked":
      // Closes the connection without reading the rest of the request.
      return responseOf(told, { connection: "close" })
    default:
      return responseOf(told)
  }
}

export const isOutgoingProblem = (failure: unknown): failure is OutgoingProblem =>
  Problem.isProblem(typeof failure === "object" && failure !== null && "body" in failure ? failure.body : failure)
