/** The stage that reads a body, and checks its media type, size and JSON (decisions 12, 14). */
import { Readable, ReadableWithFile } from "@sheaf/http-contract"
import type { Problem } from "@sheaf/http-contract"
import { ByteSize, Effect, Layer, Option, Semaphore } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Headers, HttpServerError } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { table } from "../problems/RequestRefusals.ts"
import { refuse } from "./CurrentRequest.ts"
import * as FileInBody from "./FileInBody.ts"
import * as SoundJson from "./SoundJson.ts"

export interface Limits {
  /** The maximum size of a body in bytes, excluding any file. */
  readonly maxBodyBytes: number
  /** The largest body that can contain a file, in bytes. */
  readonly maxFileBodyBytes: number
  /** The number of bodies larger than `maxBodyBytes` that Sheaf reads at a time. */
  readonly largeBodies: number
  /** The maximum nesting depth of arrays and objects. */
  readonly maxBodyDepth: number
}

/** Returns the function that measures the file in a start request, for the value of `Service-Version`. */
type FileLengthIn = (version: string | undefined) => FileInBody.FileLength | undefined

const tooMany = Effect.mapError(refuse(table.tooManyLargeBodies), (body) =>
  HttpApiSchema.withHeaders({ body, headers: { "retry-after": "1" } })
)

const isJson = (headers: Headers.Headers): boolean => {
  const [mediaType] = (headers["content-type"] ?? "").split(";")
  const coding = headers["content-encoding"] ?? "identity"
  return mediaType?.trim().toLowerCase() === "application/json" && coding.trim().toLowerCase() === "identity"
}

/** The declared length of a body, or 0 if the request declares none. */
const announced = (headers: Headers.Headers): number => Number(headers["content-length"] ?? 0)

/** Returns true if a body could not be read because it exceeds the limit. */
export const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

/** Reads and checks the body. The request keeps the bytes for later reads. */
const soundBody = Effect.fnUntraced(function* (maximum: number, limits: Limits) {
  const { maxBodyBytes, maxBodyDepth } = limits
  const request = yield* HttpServerRequest.HttpServerRequest
  if (announced(request.headers) > maximum) return yield* refuse(table.tooLarge(maximum))
  if (!isJson(request.headers)) return yield* refuse(table.unsupportedMediaType)
  const buffer = yield* request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maximum)),
    Effect.catch((error): Effect.Effect<never, Problem.Problem<"BODY_TOO_LARGE"> | Problem.Problem<"MALFORMED_JSON">> =>
      isTooLarge(error) ? refuse(table.tooLarge(maximum)) : refuse(table.endedEarly)
    )
  )
  const bytes = new Uint8Array(buffer)
  const isLarge = bytes.length > maxBodyBytes
  if (isLarge && FileInBody.outsideLongestText(bytes, maxBodyBytes) > maxBodyBytes) {
    return yield* refuse(table.tooLargeOutsideFile(maxBodyBytes))
  }
  const sound = SoundJson.read(bytes, maxBodyDepth)
  if (sound.fault !== undefined) return yield* refuse(sound.fault)
  return { length: bytes.length, value: sound.value }
})

const readable = (limits: Limits) =>
  Layer.succeed(Readable, (next) => Effect.andThen(soundBody(limits.maxBodyBytes, limits), next))

/**
 * Reads bodies that can contain a file. Memory holds only a few large bodies at a time, each until its response is
 * sent. A body without an announced length counts as large.
 */
const readableWithFile = (limits: Limits, fileLengthIn: FileLengthIn) =>
  Layer.effect(
    ReadableWithFile,
    Effect.map(Semaphore.make(limits.largeBodies), (places) => {
      const maximum = Math.max(limits.maxBodyBytes, limits.maxFileBodyBytes)
      const checked = Effect.gen(function* () {
        const { length, value } = yield* soundBody(maximum, limits)
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const fileLength = fileLengthIn(headers["service-version"])?.(value) ?? 0
        if (length - fileLength > limits.maxBodyBytes) {
          return yield* refuse(table.tooLargeOutsideFile(limits.maxBodyBytes))
        }
      })
      return (next) =>
        Effect.gen(function* () {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const answer = Effect.andThen(checked, next)
          if (headers["content-length"] !== undefined && announced(headers) <= limits.maxBodyBytes) return yield* answer
          const held = yield* places.withPermitsIfAvailable(1)(answer)
          return Option.isSome(held) ? held.value : yield* tooMany
        })
    })
  )

export const layer = (limits: Limits, fileLengthIn: FileLengthIn): Layer.Layer<Readable | ReadableWithFile> =>
  Layer.merge(readable(limits), readableWithFile(limits, fileLengthIn))
