/** Reads the body of a request, if it is worth it: of the right media type, small enough, and sound (decisions 12, 14). */
import { Problem, Readable } from "@sheaf/http-contract"
import { ByteSize, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Headers, HttpServerError } from "effect/http"
import { RequestId } from "./RequestId.ts"
import * as SoundJson from "./SoundJson.ts"

export interface Limits {
  /** How long a body may be, in bytes. */
  readonly maxBodyBytes: number
  /** How many arrays and objects may lie in each other. */
  readonly maxBodyDepth: number
}

const tooLarge = ({ maxBodyBytes }: Limits, requestId: string) =>
  Problem.make("BODY_TOO_LARGE", { detail: `The body is larger than ${maxBodyBytes} bytes.`, requestId })

const unsupported = (requestId: string) =>
  Problem.make("UNSUPPORTED_MEDIA_TYPE", {
    detail: "The body must be application/json, without a content coding.",
    requestId
  })

const unsound = ({ code, detail, errors }: SoundJson.Fault, requestId: string) =>
  Problem.make(code, { detail, requestId, ...(errors && { errors }) })

const isJson = (headers: Headers.Headers): boolean => {
  const [mediaType] = (headers["content-type"] ?? "").split(";")
  const coding = headers["content-encoding"] ?? "identity"
  return mediaType?.trim().toLowerCase() === "application/json" && coding.trim().toLowerCase() === "identity"
}

const announcesTooMuch = (headers: Headers.Headers, { maxBodyBytes }: Limits): boolean =>
  Number(headers["content-length"] ?? 0) > maxBodyBytes

const isTooLarge = (error: HttpServerError.HttpServerError): boolean =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

/** The bytes, counted while they are read. The request keeps them for whoever reads it next. */
const read = (request: HttpServerRequest.HttpServerRequest, limits: Limits) =>
  Effect.provideService(request.arrayBuffer, HttpServerRequest.MaxBodySize, ByteSize.bytes(limits.maxBodyBytes))

/** The body is sound when the endpoint decodes it. Of an oversized one, at most the limit is read. */
export const layer = (limits: Limits): Layer.Layer<Readable> =>
  Layer.succeed(Readable, (next) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const requestId = yield* RequestId
      if (announcesTooMuch(request.headers, limits)) return yield* Effect.fail(tooLarge(limits, requestId))
      if (!isJson(request.headers)) return yield* Effect.fail(unsupported(requestId))
      const bytes = yield* Effect.catch(read(request, limits), (error) =>
        Effect.fail(
          isTooLarge(error)
            ? tooLarge(limits, requestId)
            : unsound({ code: "MALFORMED_JSON", detail: "The body broke off." }, requestId)
        )
      )
      const fault = SoundJson.faultOf(bytes, limits.maxBodyDepth)
      if (fault !== undefined) return yield* Effect.fail(unsound(fault, requestId))
      return yield* next
    })
  )
