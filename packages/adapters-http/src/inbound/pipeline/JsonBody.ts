/** Reads the body of a request, if it is worth it: of the right media type, small enough, and sound (decisions 12, 14). */
import { Problem, Readable, ReadableWithFile } from "@sheaf/http-contract"
import { ByteSize, Effect, Layer, Option, Semaphore } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Headers, HttpServerError } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import * as FileInBody from "./FileInBody.ts"
import { RequestId } from "./CurrentRequest.ts"
import * as SoundJson from "./SoundJson.ts"

export interface Limits {
  /** How long a body may be, in bytes, without the file that it may hold. */
  readonly maxBodyBytes: number
  /** How long a body may be that may hold a file, in bytes. */
  readonly maxFileBodyBytes: number
  /** How many bodies that are longer than `maxBodyBytes` are read at a time. */
  readonly largeBodies: number
  /** How many arrays and objects may lie in each other. */
  readonly maxBodyDepth: number
}

const tooLarge = (maximum: number, requestId: string) =>
  Problem.make("BODY_TOO_LARGE", { detail: `The body is larger than ${maximum} bytes.`, requestId })

const tooLargeBesideFile = ({ maxBodyBytes }: Limits, requestId: string) =>
  Problem.make("BODY_TOO_LARGE", {
    detail: `The body is larger than ${maxBodyBytes} bytes without the content of a PDF.`,
    requestId
  })

const tooMany = (requestId: string) =>
  HttpApiSchema.withHeaders({
    body: Problem.make("TOO_MANY_LARGE_BODIES", {
      detail: "As many large bodies are being read as may be.",
      requestId
    }),
    headers: { "retry-after": "1" }
  })

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

/** What a body will have at least, as far as its request says. */
const announced = (headers: Headers.Headers): number => Number(headers["content-length"] ?? 0)

const isTooLarge = (error: HttpServerError.HttpServerError): boolean =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

/** The bytes, counted while they are read. The request keeps them for whoever reads it next. */
const read = (request: HttpServerRequest.HttpServerRequest, maximum: number) =>
  Effect.provideService(request.arrayBuffer, HttpServerRequest.MaxBodySize, ByteSize.bytes(maximum))

/** The body of a request, read up to a limit: its length and its value, where both are as they must be. */
const soundBody = Effect.fnUntraced(function* (maximum: number, limits: Limits) {
  const { maxBodyBytes, maxBodyDepth } = limits
  const request = yield* HttpServerRequest.HttpServerRequest
  const requestId = yield* RequestId
  if (announced(request.headers) > maximum) return yield* Effect.fail(tooLarge(maximum, requestId))
  if (!isJson(request.headers)) return yield* Effect.fail(unsupported(requestId))
  const bytes = yield* Effect.catch(read(request, maximum), (error) =>
    Effect.fail(
      isTooLarge(error)
        ? tooLarge(maximum, requestId)
        : unsound({ code: "MALFORMED_JSON", detail: "The body broke off." }, requestId)
    )
  )
  const isLarge = bytes.byteLength > maxBodyBytes
  if (isLarge && FileInBody.besideLongestText(new Uint8Array(bytes), maxBodyBytes) > maxBodyBytes) {
    return yield* Effect.fail(tooLargeBesideFile(limits, requestId))
  }
  const sound = SoundJson.read(bytes, maxBodyDepth)
  if (sound.fault !== undefined) return yield* Effect.fail(unsound(sound.fault, requestId))
  return { length: bytes.byteLength, value: sound.value }
})

/** The body is sound when the endpoint decodes it. Of an oversized one, at most the limit is read. */
const readable = (limits: Limits) =>
  Layer.succeed(Readable, (next) => Effect.andThen(soundBody(limits.maxBodyBytes, limits), next))

/**
 * The same where the body may hold a file. A few large ones are held at a time, until they are answered; one that does not
 * say how long it is may be large.
 */
const readableWithFile = (limits: Limits) =>
  Layer.effect(
    ReadableWithFile,
    Effect.map(Semaphore.make(limits.largeBodies), (places) => {
      const maximum = Math.max(limits.maxBodyBytes, limits.maxFileBodyBytes)
      const checked = Effect.gen(function* () {
        const { length, value } = yield* soundBody(maximum, limits)
        if (length - FileInBody.lengthIn(value) > limits.maxBodyBytes) {
          return yield* Effect.fail(tooLargeBesideFile(limits, yield* RequestId))
        }
      })
      return (next) =>
        Effect.gen(function* () {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const answer = Effect.andThen(checked, next)
          if (headers["content-length"] !== undefined && announced(headers) <= limits.maxBodyBytes) return yield* answer
          const held = yield* places.withPermitsIfAvailable(1)(answer)
          return Option.isSome(held) ? held.value : yield* Effect.fail(tooMany(yield* RequestId))
        })
    })
  )

export const layer = (limits: Limits): Layer.Layer<Readable | ReadableWithFile> =>
  Layer.merge(readable(limits), readableWithFile(limits))
