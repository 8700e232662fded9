/**
 * How Sheaf calls other people's servers: at configured addresses only, within limits, and without a word about it in
 * logs and traces (decisions 9, 12).
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { ByteSize, Effect, Schema, Semaphore } from "effect"
import type { Scope } from "effect"
import { HttpClient, HttpClientRequest, HttpIncomingMessage } from "effect/http"
import type { Headers, HttpClientError } from "effect/http"
import { Dns } from "effect/net"
import * as AnswerJson from "./AnswerJson.ts"
import * as GuardedLookup from "./GuardedLookup.ts"
import { OutboundError } from "./OutboundError.ts"
import type { OutboundReason } from "./OutboundError.ts"
import * as OutboundTarget from "./OutboundTarget.ts"

/** A whole answer; its status is never 3xx. */
export interface OutboundResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: Uint8Array<ArrayBuffer>
}

export interface OutboundClient {
  /**
   * Sends a request and reads the whole answer. Its address is relative to the base address of the target, or whole (a
   * link of an earlier answer): then with the scheme, host and port of the base address. Nothing is tried again. The body of
   * the answer may be as long as the target may answer, unless another number of bytes is given.
   */
  readonly send: (
    request: HttpClientRequest.HttpClientRequest,
    maximumBytes?: number
  ) => Effect.Effect<OutboundResponse, OutboundError>
  /** An answer as JSON of this shape; members that the schema does not know are ignored. */
  readonly decode: <S extends Schema.Decoder<unknown>>(
    schema: S,
    response: OutboundResponse
  ) => Effect.Effect<S["Type"], OutboundError>
}

/**
 * More are not opened to one server at a time. Further requests wait for one, and their time has not begun yet: who waits for
 * us says nothing of the server.
 */
const maxSockets = 128

const agent = (base: URL, { tls, ...target }: OutboundTarget.OutboundTarget, dns: Dns.Dns["Service"]) =>
  NodeHttpClient.makeAgent({
    keepAlive: true,
    maxSockets,
    lookup: GuardedLookup.make(dns, OutboundTarget.allows(base.protocol, target)),
    // Said, so that no environment variable can say otherwise.
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(tls === undefined ? {} : { secureContext: tls })
  })

const resolve = (base: URL, address: string): URL | undefined => {
  if (!URL.canParse(address, base.href)) return undefined
  const url = new URL(address, base)
  return url.origin === base.origin && url.username === "" && url.password === "" ? url : undefined
}

const codeOf = (cause: unknown): { readonly code?: string } => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? { code } : {}
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "_tag" in cause && cause._tag === "MaxBytesError"

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/**
 * A client of one server. Its connections are kept for further requests, and closed with the scope. Fails when the
 * target may not be called at all.
 */
export const make = Effect.fnUntraced(function* (
  target: OutboundTarget.OutboundTarget
): Effect.fn.Return<OutboundClient, OutboundTarget.InvalidTarget, Dns.Dns | Scope.Scope> {
  const base = yield* Effect.fromResult(OutboundTarget.baseOf(target))
  const agents = yield* agent(base, target, yield* Dns.Dns)
  const client = HttpClient.withScope(
    yield* Effect.provideService(NodeHttpClient.makeNodeHttp, NodeHttpClient.HttpAgent, agents)
  )
  const places = yield* Semaphore.make(maxSockets)
  const fault = (reason: OutboundReason, cause?: unknown) =>
    new OutboundError({ reason, origin: base.origin, ...codeOf(cause) })

  // The error of the client holds the request, with everything that is in it: only the code of its cause goes on.
  const faultOf = ({ reason }: HttpClientError.HttpClientError): OutboundError => {
    const cause = "cause" in reason ? reason.cause : undefined
    if (isTooLarge(cause)) return fault("TOO_LARGE")
    if (cause instanceof GuardedLookup.ForbiddenAddress) return fault("FORBIDDEN_ADDRESS")
    return fault("UNREACHABLE", cause)
  }

  const exchange = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest) {
    const response = yield* client.execute(request)
    if (isRedirect(response.status)) return yield* fault("REDIRECTED")
    // An interim answer that nobody asked for: no answer follows it.
    if (response.status < 200) return yield* fault("UNREACHABLE")
    const body = new Uint8Array(yield* response.arrayBuffer)
    return { status: response.status, headers: response.headers, body }
  }, Effect.scoped)

  return {
    send: (request, maximumBytes = target.maximumBytes) => {
      const url = resolve(base, request.url)
      if (url === undefined) return fault("OUTSIDE_BASE")
      return exchange(HttpClientRequest.setUrl(request, url.href)).pipe(
        Effect.catchTag("HttpClientError", (error) => Effect.fail(faultOf(error))),
        Effect.timeoutOrElse({ duration: target.timeoutMillis, orElse: () => fault("TIMEOUT") }),
        Semaphore.withPermits(places, 1),
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maximumBytes)),
        // Its spans hold whole addresses, and it would hand our trace on to others.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
      )
    },
    decode: (schema, { body }) =>
      Effect.fromOption(AnswerJson.read(body)).pipe(
        Effect.flatMap(Schema.decodeUnknownEffect(schema)),
        // The words of a schema may quote the answer.
        Effect.mapError(() => fault("MALFORMED"))
      )
  }
})
