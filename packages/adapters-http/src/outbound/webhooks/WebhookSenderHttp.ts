/** Sends webhooks over HTTP, but only to permitted URLs (spec 6, 16). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { WebhookSender } from "@sheaf/ports"
import type { WebhookAttemptOutcome, WebhookRequest } from "@sheaf/ports"
import type { DeliveryErrorCode } from "@sheaf/domain/WebhookAttempt"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { Clock, Effect, Layer, RcMap, Result } from "effect"
import { HttpBody, HttpClientRequest } from "effect/http"
import type { Headers } from "effect/http"
import * as FairSemaphore from "../../inbound/connections/FairSemaphore.ts"
import * as OutboundClient from "../OutboundClient.ts"
import type { OutboundError, OutboundErrorReason } from "../OutboundError.ts"
import * as OutboundTarget from "../OutboundTarget.ts"
import * as RetryAfter from "../RetryAfter.ts"

export interface WebhookSenderOptions {
  /** Allows endpoints on this machine, even over http (`webhooks.allowPrivateAddresses`). */
  readonly allowPrivateAddresses: boolean
  /** The maximum number of simultaneous requests, in total and per client. Default: {@link maxConcurrentRequests}. */
  readonly requests?: { readonly inAll: number; readonly perClient: number }
}

const limits = {
  /** How long a receiver may take to respond (spec 6). */
  timeoutMillis: 15_000,
  /** If a response body is longer, the connection is closed. */
  maxBytes: 16 * 1024,
  plainWithin: "THIS_MACHINE",
  privateWithin: "THIS_MACHINE"
} as const

/**
 * On top of the capacity for deliveries, each client gets this many simultaneous requests for testing its endpoints.
 */
const tests = 32

/**
 * The maximum number of simultaneous requests, in total and per client. At the limit, clients with the fewest running
 * requests go first. Each client has enough capacity for all its endpoints, so a hanging endpoint does not delay the
 * others.
 */
export const maxConcurrentRequests = {
  inAll: 512,
  perClient: WebhookEndpoint.maxEndpointsPerClient * WebhookEndpoint.maxConcurrentRequests + tests
}

/** How long to read a response body to make the connection reusable, in milliseconds. */
const bodyMillis = 1000

/** How long an endpoint's connections stay open without deliveries. */
const idleTime = "1 minute"

/**
 * The maximum number of endpoints whose idle connections stay open. Connections of all other endpoints close after each
 * delivery.
 */
const maxIdle = 64

const faults: Readonly<Record<OutboundErrorReason, DeliveryErrorCode>> = {
  FORBIDDEN_ADDRESS: "FORBIDDEN_ADDRESS",
  OUTSIDE_BASE: "FORBIDDEN_ADDRESS",
  UNREACHABLE: "UNREACHABLE",
  TIMEOUT: "TIMEOUT",
  TOO_LARGE: "UNREACHABLE",
  NO_ROOM: "UNREACHABLE",
  REDIRECTED: "REDIRECTED",
  MALFORMED: "UNREACHABLE"
}

type Outcome = Omit<WebhookAttemptOutcome, "durationMillis">

const responded = (status: number, headers: Headers.Headers, now: number): Outcome => {
  const canPause = status === 429 || status === 503
  const retryAfterMillis = canPause ? RetryAfter.millisOf(headers, now) : undefined
  return {
    status,
    ...(status >= 300 && { fault: "UNEXPECTED_STATUS" as const }),
    ...(retryAfterMillis !== undefined && { retryAfterMillis })
  }
}

const failed = ({ code, reason, status }: OutboundError): Outcome => ({
  fault: faults[reason],
  ...(status !== undefined && { status }),
  ...(code !== undefined && { code })
})

const requestOf = ({ body, headers, url }: WebhookRequest) =>
  HttpClientRequest.post(url, { headers: { ...headers, "user-agent": "Sheaf" } }).pipe(
    HttpClientRequest.setBody(HttpBody.text(body, "application/json"))
  )

const issueOf = (targetOf: (url: URL) => OutboundTarget.OutboundTarget, text: string): string | undefined => {
  // The URL parser silently drops some control characters.
  if (/\p{Cc}/u.test(text)) return "must not contain control characters"
  const url = URL.parse(text)
  if (url === null) return "is not a URL such as https://app.example/webhooks"
  if (url.username !== "" || url.password !== "") return "must not contain credentials"
  if (url.hash !== "") return "must not have a fragment"
  // Checks the scheme before it uses `URL.origin`, which is the string "null" for many other schemes.
  if (url.protocol !== "https:" && url.protocol !== "http:") return `must begin with https://, not ${url.protocol}`
  const base = OutboundTarget.baseUrlOf(targetOf(url))
  return Result.isFailure(base) ? base.failure.message : undefined
}

export const layerWithDns = ({ allowPrivateAddresses, requests = maxConcurrentRequests }: WebhookSenderOptions) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const targetOf = (url: URL) => ({ ...limits, allowPrivateAddresses, baseUrl: url.origin })

      const open = new Set<string>()
      /** Each endpoint has its own connections. The key contains the endpoint's origin, which never changes. */
      const clients = yield* RcMap.make({
        lookup: (key: string) =>
          Effect.acquireRelease(
            Effect.sync(() => open.add(key)),
            () => Effect.sync(() => open.delete(key))
          ).pipe(Effect.andThen(OutboundClient.make(targetOf(new URL(key.slice(key.indexOf(" ") + 1)))))),
        idleTimeToLive: () => (open.size > maxIdle ? 0 : idleTime)
      })

      const places = FairSemaphore.make({
        permits: requests.inAll,
        perClient: requests.perClient,
        waitingPerClient: Number.POSITIVE_INFINITY
      })
      const withPlace =
        (clientId: string) =>
        <A, E, R>(sending: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
          Effect.suspend(() => {
            let lease: FairSemaphore.Lease | undefined
            const waited = FairSemaphore.acquire(places, clientId, (held) => void (lease = held))
            return Effect.ensuring(
              Effect.andThen(waited, sending),
              Effect.sync(() => lease?.release())
            )
          })

      const attempt = Effect.fnUntraced(function* (request: WebhookRequest) {
        if (issueOf(targetOf, request.url) !== undefined) return { fault: "FORBIDDEN_ADDRESS" } as const
        const client = yield* RcMap.get(clients, `${request.endpointId} ${new URL(request.url).origin}`)
        const { headers, status } = yield* client.notify(requestOf(request), bodyMillis)
        return responded(status, headers, yield* Clock.currentTimeMillis)
      }, Effect.scoped)

      const timed = Effect.fnUntraced(function* (request: WebhookRequest) {
        const start = yield* Clock.monotonicTimeNanos
        const outcome: Outcome = yield* Effect.catchTags(attempt(request), {
          OutboundError: (error) => Effect.succeed(failed(error)),
          InvalidTargetError: () => Effect.succeed<Outcome>({ fault: "FORBIDDEN_ADDRESS" })
        })
        const end = yield* Clock.monotonicTimeNanos
        return { ...outcome, durationMillis: Number((end - start) / 1_000_000n) }
      })

      return WebhookSender.of({
        violationOf: (text) => issueOf(targetOf, text),
        send: (request) => withPlace(request.clientId)(timed(request))
      })
    })
  )

export const layer = (options: WebhookSenderOptions) => Layer.provide(layerWithDns(options), NodeDns.layer)
