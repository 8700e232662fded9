/**
 * The HTTP client for external servers. It calls only configured URLs, limits time and size, and does no tracing (spec
 * 7, 16).
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { MemoryBudget, pausableTimer, PauseTimeout } from "@sheaf/ports"
import { ByteSize, Effect, Schema, Semaphore, Stream } from "effect"
import type { Scope } from "effect"
import { HttpClient, HttpClientRequest, HttpIncomingMessage } from "effect/http"
import type { Headers, HttpBody, HttpClientError, HttpClientResponse } from "effect/http"
import { Dns } from "effect/net"
import * as StrictJson from "../inbound/pipeline/StrictJson.ts"
import * as GuardedDnsLookup from "./GuardedDnsLookup.ts"
import * as InterimResponses from "./InterimResponses.ts"
import { OutboundError } from "./OutboundError.ts"
import type { OutboundErrorReason } from "./OutboundError.ts"
import * as OutboundTarget from "./OutboundTarget.ts"

/**
 * Collects a body in one buffer. Keeping the chunks could waste memory: even a one-byte chunk takes about a hundred
 * bytes.
 */
class ResponseBody {
  #buffer = new Uint8Array(4096)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(chunks: ReadonlyArray<Uint8Array>): number {
    const before = this.#length
    for (const chunk of chunks) {
      const length = this.#length + chunk.length
      if (length > this.#buffer.length) this.#resize(Math.max(length, 2 * this.#buffer.length))
      this.#buffer.set(chunk, this.#length)
      this.#length = length
    }
    return this.#length - before
  }

  bytes(): Uint8Array<ArrayBuffer> {
    this.#resize(this.#length)
    return this.#buffer
  }

  #resize(capacity: number): void {
    if (capacity === this.#buffer.length) return
    const larger = new Uint8Array(capacity)
    larger.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = larger
  }
}

export interface OutboundBody {
  readonly length: number
  readonly bytes: Uint8Array
  /** The body as text. Present only if an in-process transport provided the body as a string. */
  readonly text?: string | undefined
}

/** A complete response, never a redirect (3xx). */
export interface OutboundResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: OutboundBody
}

export interface OutboundClient {
  /**
   * Sends the request once, without retries, and reads the whole response. The URL is relative to the base URL, or
   * absolute with the same scheme, host and port. `maxBytes` overrides the target's limit.
   */
  readonly send: (
    request: HttpClientRequest.HttpClientRequest,
    maxBytes?: number
  ) => Effect.Effect<OutboundResponse, OutboundError>
  /**
   * Sends the request once, and returns the response's status and headers. Reads and discards at most `maxBytes` of the
   * body for at most `bodyMillis`, which keeps the connection reusable. If the body is longer or slower, the connection
   * is closed.
   */
  readonly notify: (
    request: HttpClientRequest.HttpClientRequest,
    bodyMillis: number
  ) => Effect.Effect<Omit<OutboundResponse, "body">, OutboundError>
  /** Decodes a JSON response. Unknown members are ignored. */
  readonly decode: <S extends Schema.Decoder<unknown>>(
    schema: S,
    response: OutboundResponse
  ) => Effect.Effect<S["Type"], OutboundError>
}

/** The maximum number of connections per server. A request's timeout starts when it gets a connection. */
const maxSockets = 128

const maxDepth = 64

const agent = Effect.fnUntraced(function* (
  base: URL,
  { tls, ...target }: OutboundTarget.OutboundTarget,
  dns: Dns.Dns["Service"]
) {
  const agents = yield* NodeHttpClient.makeAgent({
    keepAlive: true,
    maxSockets,
    lookup: GuardedDnsLookup.make(dns, OutboundTarget.isAllowedAddress(base.protocol, target)),
    // Set explicitly because environment variables could change the defaults.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(tls === undefined ? {} : { secureContext: tls })
  })
  InterimResponses.limitInterimResponses(agents.http)
  InterimResponses.limitInterimResponses(agents.https)
  return agents
})

/** Only these relative URLs are cached. They are names of calls, such as `v1/begin`, and identify nobody. */
const nameOfCall = /^(?:v\d\/)?[a-z]{1,12}$/

const maxResolved = 64

/**
 * The returned function resolves a URL against the base URL. It returns `undefined` if the result has another scheme,
 * host or port.
 */
const resolving = (base: URL) => {
  const known = new Map<string, string>()
  return (address: string): string | undefined => {
    const found = known.get(address)
    if (found !== undefined) return found
    const url = URL.parse(address, base.href)
    if (url?.origin !== base.origin || url.username !== "" || url.password !== "") return undefined
    if (known.size < maxResolved && nameOfCall.test(address)) known.set(address, url.href)
    return url.href
  }
}

const codeOf = (cause: unknown): { readonly code?: string } => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? { code } : {}
}

const isEmpty = ({ reason }: HttpClientError.HttpClientError): boolean => reason._tag === "EmptyBodyError"

const isRedirect = (status: number): boolean => status >= 300 && status < 400

interface ClientLimits extends Pick<OutboundTarget.OutboundTarget, "maxBytes"> {
  readonly timeoutMillis?: number
}

type Received = HttpClientResponse.HttpClientResponse & { readonly held?: HttpBody.Uint8Array }

interface Transport<R> {
  readonly execute: (
    request: HttpClientRequest.HttpClientRequest
  ) => Effect.Effect<Received, HttpClientError.HttpClientError, R>
}

const faultsOf = ({ origin }: URL) => {
  const fault = (reason: OutboundErrorReason, cause?: unknown) =>
    new OutboundError({ reason, origin, ...codeOf(cause) })

  // Keeps only the code of the cause, because the original error contains the request and its secrets.
  const faultOf = ({ reason }: HttpClientError.HttpClientError): OutboundError => {
    const cause = "cause" in reason ? reason.cause : undefined
    if (cause instanceof InterimResponses.TooManyInterimResponsesError) return fault("TOO_LARGE", cause)
    if (cause instanceof GuardedDnsLookup.ForbiddenAddressError) return fault("FORBIDDEN_ADDRESS")
    return fault("UNREACHABLE", cause)
  }

  return { fault, faultOf }
}

type Faults = ReturnType<typeof faultsOf>

const exchangesOver = <R>(client: Transport<R>, base: URL, target: ClientLimits, { fault }: Faults) => {
  const respond = (request: HttpClientRequest.HttpClientRequest) =>
    Effect.flatMap(client.execute(request), (response): Effect.Effect<Received, OutboundError> => {
      const { status } = response
      if (isRedirect(status))
        return Effect.fail(new OutboundError({ reason: "REDIRECTED", origin: base.origin, status }))
      // An unexpected interim response, such as 101. No final response follows.
      return status < 200 ? fault("UNREACHABLE") : Effect.succeed(response)
    })

  /** Reads the body piece by piece, and pauses while there is no memory for the next piece. */
  const bodyOf = (response: Received, maxBytes: number, { reserve }: MemoryBudget, untimed: PauseTimeout) => {
    const hasRoom = (bytes: number): Effect.Effect<void, OutboundError> =>
      Effect.flatMap(untimed(reserve(bytes)), (isReserved) => (isReserved ? Effect.void : fault("NO_ROOM")))
    const { held } = response
    if (held !== undefined) {
      const { contentLength: length, text } = held
      if (length > maxBytes) return fault("TOO_LARGE")
      const body: OutboundBody = {
        length,
        text,
        get bytes() {
          return held.body
        }
      }
      return Effect.as(hasRoom(length), body)
    }
    const body = new ResponseBody()
    const take = (chunks: ReadonlyArray<Uint8Array>) => {
      const bytes = body.add(chunks)
      return body.length > maxBytes ? fault("TOO_LARGE") : hasRoom(bytes)
    }
    const whole = Stream.catchIf(response.stream, isEmpty, () => Stream.empty)
    return Effect.map(Stream.runForEachArray(whole, take), (): OutboundBody => {
      const bytes = body.bytes()
      return { length: bytes.length, bytes }
    })
  }

  const exchange = (request: HttpClientRequest.HttpClientRequest, maxBytes: number) =>
    Effect.withFiber((fiber) => {
      const [room, outer] = [fiber.getRef(MemoryBudget), fiber.getRef(PauseTimeout)]
      const read = (untimed: PauseTimeout) =>
        Effect.flatMap(respond(request), (response) =>
          Effect.map(bodyOf(response, maxBytes, room, untimed), (body): OutboundResponse => ({
            status: response.status,
            headers: response.headers,
            body
          }))
        )
      if (target.timeoutMillis === undefined) return read(outer)
      const { expiry, untimed } = pausableTimer(target.timeoutMillis)
      const expired = Effect.andThen(expiry, fault("TIMEOUT"))
      return Effect.raceFirst(
        read((waiting) => outer(untimed(waiting))),
        expired
      )
    })

  return { respond, exchange }
}

type Admit<R> = <A, E>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E>

const makeOverTransport = <R>(
  transport: Transport<R>,
  base: URL,
  target: ClientLimits,
  admit: Admit<R>
): OutboundClient => {
  const { fault, faultOf } = faultsOf(base)
  const resolve = resolving(base)
  const { exchange, respond } = exchangesOver(transport, base, target, { fault, faultOf })
  const timed = Effect.timeoutOrElse({ duration: target.timeoutMillis ?? Infinity, orElse: () => fault("TIMEOUT") })

  const call = <A>(
    request: HttpClientRequest.HttpClientRequest,
    run: (
      request: HttpClientRequest.HttpClientRequest
    ) => Effect.Effect<A, OutboundError | HttpClientError.HttpClientError, R>
  ): Effect.Effect<A, OutboundError> => {
    const url = resolve(request.url)
    if (url === undefined) return fault("OUTSIDE_BASE")
    return admit(
      Effect.catchTag(run(HttpClientRequest.setUrl(request, url)), "HttpClientError", (error) => faultOf(error))
    )
  }

  return {
    send: (request, maxBytes = target.maxBytes) => call(request, (resolved) => exchange(resolved, maxBytes)),
    notify: (request, bodyMillis) =>
      call(
        request,
        Effect.fnUntraced(
          function* (request) {
            const { arrayBuffer, headers, status } = yield* timed(respond(request))
            yield* Effect.ignore(Effect.timeoutOption(arrayBuffer, bodyMillis))
            return { status, headers }
          },
          Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(target.maxBytes))
        )
      ),
    decode: (schema, { body }) =>
      Effect.suspend(() => {
        const { text } = body
        const sound = text === undefined ? StrictJson.parseBytes(body.bytes, maxDepth) : StrictJson.parseOwnJson(text)
        // Drops the schema's error, because it can quote the response.
        return sound.fault === undefined
          ? Effect.mapError(Schema.decodeUnknownEffect(schema)(sound.value), () => fault("MALFORMED"))
          : fault("MALFORMED")
      })
  }
}

/** In-process servers ignore the host. */
const innerBase = new URL("http://localhost/")

export const makeInProcess = (transport: Transport<never>, maxBytes: number, base = innerBase): OutboundClient =>
  makeOverTransport(transport, base, { maxBytes }, (call) => call)

/**
 * Creates a client that reuses connections until the scope closes. Fails if the configuration does not allow the
 * target.
 */
export const make = Effect.fnUntraced(function* (
  target: OutboundTarget.OutboundTarget
): Effect.fn.Return<OutboundClient, OutboundTarget.InvalidTargetError, Dns.Dns | Scope.Scope> {
  const base = yield* Effect.fromResult(OutboundTarget.baseUrlOf(target))
  const agents = yield* agent(base, target, yield* Dns.Dns)
  const node = yield* Effect.provideService(NodeHttpClient.makeNodeHttp, NodeHttpClient.HttpAgent, agents)
  const places = yield* Semaphore.make(maxSockets)
  const admit: Admit<Scope.Scope> = (call) =>
    Semaphore.withPermits(
      places,
      1
    )(Effect.scoped(call)).pipe(
      // Tracing is off, because spans would contain whole URLs and servers would receive trace headers.
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
    )
  // Ends each request when its scope closes, even if nobody has read the response body.
  return makeOverTransport(HttpClient.withScope(node), base, target, admit)
})
