/** Reads a request body, and checks its media type, size and JSON (spec 7, 8). */
import {
  ApiKeyAuthentication,
  ClientOrUserAuthentication,
  CurrentCaller,
  CurrentUser,
  CurrentVisitor,
  PageAuthentication,
  JsonRequestBody,
  JsonRequestBodyWithFile,
  UserAuthentication
} from "@sheaf/http-contract"
import type { Problem } from "@sheaf/http-contract"
import { ByteSize, Context, Effect, Fiber, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Headers, HttpServerError } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { apiError, failWith } from "../problems/ApiErrors.ts"
import * as FairSemaphore from "../connections/FairSemaphore.ts"
import * as FileLength from "../limits/FileLength.ts"
import * as StrictJson from "./StrictJson.ts"
import { IncomingRequest, currentRequestOf } from "../connections/IncomingRequest.ts"

export interface BodyLimits {
  /** The maximum size of a body without a file, in bytes. */
  readonly maxBodyBytes: number
  /** The maximum size of a body with a file, in bytes. */
  readonly maxFileBodyBytes: number
  /** How many bodies larger than `maxBodyBytes` are read at the same time, in total and per client. */
  readonly largeBodies: number
  readonly largeBodiesPerClient: number
  readonly maxBodyDepth: number
}

type FileLengthIn = (version: string | undefined) => FileLength.FileLength | undefined

const tooMany = failWith(apiError("TooManyLargeBodies"))

const isUtf8 = (parameter: string): boolean => {
  const [name = "", value = ""] = parameter.split("=")
  return name.trim().toLowerCase() !== "charset" || /^(?:utf-8|"utf-8")$/i.test(value.trim())
}

const isJson = (headers: Headers.Headers): boolean => {
  const [mediaType = "", ...parameters] = (headers["content-type"] ?? "").split(";")
  const coding = headers["content-encoding"] ?? "identity"
  const isIdentity = coding.trim().toLowerCase() === "identity"
  return mediaType.trim().toLowerCase() === "application/json" && parameters.every(isUtf8) && isIdentity
}

const announced = (headers: Headers.Headers): number => Number(headers["content-length"] ?? 0)

const isAbsent = (headers: Headers.Headers): boolean =>
  announced(headers) === 0 && headers["transfer-encoding"] === undefined && headers["content-type"] === undefined

export const isTooLarge = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"

type ReadFailure = Problem.Problem<"BODY_TOO_LARGE"> | Problem.Problem<"MALFORMED_JSON">

type Body<E = never> = Effect.Effect<ArrayBuffer, E | ReadFailure>

/** Reads and validates the body, and leaves its bytes in the request. `within` can pause or end the reading. */
const soundBody = Effect.fnUntraced(function* <E = never>(
  maximum: number,
  limits: BodyLimits,
  within: (body: Body) => Body<E> = (body) => body
) {
  const { maxBodyBytes, maxBodyDepth } = limits
  const request = yield* HttpServerRequest.HttpServerRequest
  if (announced(request.headers) > maximum) return yield* failWith({ _tag: "TooLarge", maximum })
  if (isAbsent(request.headers)) return yield* failWith(apiError("NoBody"))
  if (!isJson(request.headers)) return yield* failWith(apiError("UnsupportedMediaType"))
  const body = request.arrayBuffer.pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(maximum)),
    Effect.catch((error): Effect.Effect<never, ReadFailure> =>
      isTooLarge(error) ? failWith({ _tag: "TooLarge", maximum }) : failWith(apiError("EndedEarly"))
    )
  )
  const buffer = yield* within(body)
  const bytes = new Uint8Array(buffer)
  if (bytes.length === 0) return yield* failWith(apiError("NoBody"))
  const isLarge = bytes.length > maxBodyBytes
  if (isLarge && FileLength.countBytesOutsideLongestString(bytes, maxBodyBytes) > maxBodyBytes) {
    return yield* failWith({ _tag: "TooLargeOutsideFile", maximum: maxBodyBytes })
  }
  const sound = StrictJson.parseBytes(bytes, maxBodyDepth)
  if (sound.fault !== undefined) return yield* failWith(sound.fault)
  return { length: bytes.length, value: sound.value }
})

/** The maximum body size, in bytes, for operations that require no credentials. It is enough for an id and a secret. */
const maxOpenBodyBytes = 4 * 1024

const credentials = [ApiKeyAuthentication, UserAuthentication, ClientOrUserAuthentication, PageAuthentication]

const isOpen = ({ middlewares }: HttpApiEndpoint.Top): boolean =>
  !credentials.some((condition) => middlewares.has(condition))

const readable = (limits: BodyLimits) =>
  Layer.succeed(JsonRequestBody, (next, { endpoint }) => {
    const maximum = isOpen(endpoint) ? Math.min(maxOpenBodyBytes, limits.maxBodyBytes) : limits.maxBodyBytes
    return Effect.andThen(soundBody(maximum, limits), next)
  })

/** How many of a Connect session's large bodies are read at the same time. A person sends one at a time. */
const largeBodiesPerSession = 2

const patience = "10 seconds"

interface Sender {
  readonly client: string
  readonly session: string | undefined
}

const senderOf = ({ context }: Fiber.Fiber<unknown, unknown>): Sender => ({
  client: (Context.getOrUndefined(context, CurrentUser) ?? Context.getUnsafe(context, CurrentCaller)).clientId,
  session: Context.getOrUndefined(context, CurrentVisitor)?.connectSessionId
})

/** Holds a large body's permit from the semaphore, or waits for one. */
class Place {
  #lease: FairSemaphore.Lease | undefined
  /** Stops reading the body. Present only while the body holds a permit and is still being read. */
  #lose: (() => void) | undefined

  /**
   * Waits for a permit. Fails with a problem if none becomes free in time. A client that sends slowly could hold its
   * permits for a minute. Therefore, after half a second, the client with the most permits loses the body that has made
   * the least progress (`received`). A body from a Connect session can also lose its permit to another body of the same
   * client: either one that the client itself sends, or one from another session whose wait has timed out.
   */
  take(places: FairSemaphore.FairSemaphore, { client, session }: Sender, received: () => number) {
    const request = { revocationCost: () => this.#lose && received(), onRevoked: () => this.#lose?.(), session }
    const waited = FairSemaphore.acquire(places, client, (lease) => void (this.#lease = lease), {
      request,
      limits: { timeout: patience, isPreempting: session !== undefined }
    })
    return Effect.flatMap(waited, (isHeld) => (isHeld ? Effect.void : tooMany))
  }

  /**
   * Waits until another body takes this body's permit, and then fails with a problem. A body can lose its permit only
   * while it is incomplete.
   */
  get lost() {
    return Effect.flatMap(
      Effect.callback<void>((resume) => {
        this.#lose = () => resume(Effect.void)
        return Effect.sync(() => (this.#lose = undefined))
      }),
      () => tooMany
    )
  }

  end(): void {
    this.#lease?.release()
  }
}

/** Waits until more than `bytes` of a body have arrived, and then pauses the body. */
const grown = (source: IncomingRequest, bytes: number) =>
  Effect.callback<void>((resume) => {
    const run = () => {
      source.pause()
      resume(Effect.void)
    }
    source.bodyLimit = { bytes, run }
    return Effect.sync(() => (source.bodyLimit = undefined))
  })

/** Stops reading a body. The connection closes after the response. */
const endAfterAnswer = (source: IncomingRequest): void => {
  source.pause()
  if (source.response !== undefined) source.response.shouldKeepAlive = false
}

/**
 * Reads bodies that may contain a file. Only a few large bodies are in memory at the same time, each until its response
 * has been sent. A body needs a permit only once it has become large, so a client cannot occupy one by merely declaring
 * a length.
 */
const readableWithFile = (limits: BodyLimits, fileLengthIn: FileLengthIn) =>
  Layer.sync(JsonRequestBodyWithFile, () => {
    const places = FairSemaphore.make({
      permits: limits.largeBodies,
      perClient: limits.largeBodiesPerClient,
      perSession: largeBodiesPerSession,
      waitingPerClient: limits.largeBodies
    })
    const maximum = Math.max(limits.maxBodyBytes, limits.maxFileBodyBytes)

    const readIn = (place: Place, sender: Sender, source: object) => (body: Body) =>
      Effect.gen(function* () {
        if (!(source instanceof IncomingRequest))
          return yield* Effect.andThen(
            place.take(places, sender, () => 0),
            body
          )
        // Reading continues after a rejection, because interrupting it would destroy the connection before the response
        // is sent.
        const reader = yield* Effect.forkDetach(body)
        const growth = grown(source, limits.maxBodyBytes).pipe(
          Effect.andThen(place.take(places, sender, () => source.received)),
          Effect.andThen(Effect.sync(() => source.resume())),
          Effect.andThen(place.lost),
          // A rejected body's bytes must not stay in memory.
          Effect.onError(() => Effect.sync(() => endAfterAnswer(source)))
        )
        return yield* Effect.raceFirst(Fiber.join(reader), growth)
      })

    const checked = Effect.fnUntraced(function* (within?: ReturnType<typeof readIn>) {
      const { length, value } = yield* soundBody(maximum, limits, within)
      if (length <= limits.maxBodyBytes) return
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      // Requests from the Connect page name no version, and have the format of the newest one.
      const isPage = Option.isSome(yield* Effect.serviceOption(CurrentVisitor))
      const lengthOf = isPage ? FileLength.fileLengthInParameters : fileLengthIn(headers["service-version"])
      const fileLength = lengthOf?.(value) ?? 0
      if (length - fileLength > limits.maxBodyBytes) {
        return yield* failWith({ _tag: "TooLargeOutsideFile", maximum: limits.maxBodyBytes })
      }
    })

    return (next) =>
      Effect.withFiber((fiber) => {
        const { headers, source } = currentRequestOf(fiber).request
        const isSmall = headers["content-length"] !== undefined && announced(headers) <= limits.maxBodyBytes
        if (isSmall)
          return Effect.andThen(
            checked((body) => body),
            next
          )
        const place = new Place()
        return Effect.ensuring(
          Effect.andThen(checked(readIn(place, senderOf(fiber), source)), next),
          Effect.sync(() => place.end())
        )
      })
  })

export const layer = (
  limits: BodyLimits,
  fileLengthIn: FileLengthIn
): Layer.Layer<JsonRequestBody | JsonRequestBodyWithFile> =>
  Layer.merge(readable(limits), readableWithFile(limits, fileLengthIn))
