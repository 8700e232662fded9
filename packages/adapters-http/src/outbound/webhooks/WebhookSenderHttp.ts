/** Sends webhooks over HTTP, only to addresses that endpoints can have (decisions 9, 17). */
import * as NodeDns from "@effect/platform-node/NodeDns"
import { WebhookSender } from "@sheaf/ports"
import type { WebhookOutcome, WebhookRequest } from "@sheaf/ports"
import type { DeliveryFault } from "@sheaf/domain/WebhookAttempt"
import { Clock, Effect, Layer, RcMap, Result } from "effect"
import { HttpBody, HttpClientRequest } from "effect/http"
import type { Headers } from "effect/http"
import * as OutboundClient from "../OutboundClient.ts"
import type { OutboundError, OutboundReason } from "../OutboundError.ts"
import * as OutboundTarget from "../OutboundTarget.ts"

export interface WebhookSenderOptions {
  /** True to allow http, and endpoints on this machine and in private networks (`webhooks.allowPrivateAddresses`). */
  readonly allowPrivateAddresses: boolean
}

const limits = {
  /** The time within which a receiver must respond (decisions 17). */
  timeoutMillis: 15_000,
  /** The part of a response's body that Sheaf reads before it closes the connection. */
  maximumBytes: 16 * 1024,
  plainWithin: "THIS_MACHINE"
} as const

/** The time for which Sheaf reads the body of a response, so that it can reuse the connection. */
const bodyMillis = 1000

/** The time for which an endpoint's connections stay open without deliveries. */
const idleTime = "1 minute"

const faults: Readonly<Record<OutboundReason, DeliveryFault>> = {
  FORBIDDEN_ADDRESS: "FORBIDDEN_ADDRESS",
  OUTSIDE_BASE: "FORBIDDEN_ADDRESS",
  UNREACHABLE: "UNREACHABLE",
  TIMEOUT: "TIMEOUT",
  TOO_LARGE: "UNREACHABLE",
  REDIRECTED: "REDIRECTED",
  MALFORMED: "UNREACHABLE"
}

/** Returns the pause that a `Retry-After` asks for, in milliseconds (RFC 9110 §10.2.3). */
const retryAfterOf = (status: number, headers: Headers.Headers, now: number): number | undefined => {
  const text = headers["retry-after"]
  if (text === undefined || (status !== 429 && status !== 503)) return undefined
  const millis = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(millis) && millis > 0 ? millis : undefined
}

type Outcome = Omit<WebhookOutcome, "durationMillis">

const responded = (status: number, headers: Headers.Headers, now: number): Outcome => {
  const retryAfterMillis = retryAfterOf(status, headers, now)
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

/** Sends webhooks to the addresses that a DNS service returns. */
export const layerWithDns = ({ allowPrivateAddresses }: WebhookSenderOptions) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const targetOf = (url: URL) => ({ ...limits, allowPrivateAddresses, baseUrl: url.origin })

      const issueOf = (text: string): string | undefined => {
        const url = URL.parse(text)
        if (url === null) return "is not a URL"
        if (url.username !== "" || url.password !== "") return "must not contain credentials"
        if (url.hash !== "") return "must not have a fragment"
        // The origin of other schemes is not a URL.
        if (url.protocol !== "https:" && url.protocol !== "http:") return "is not an https URL"
        const base = OutboundTarget.baseOf(targetOf(url))
        return Result.isFailure(base) ? base.failure.message : undefined
      }

      /** Each endpoint has its own connections. The key contains the origin, which never changes. */
      const clients = yield* RcMap.make({
        lookup: (key: string) => OutboundClient.make(targetOf(new URL(key.slice(key.indexOf(" ") + 1)))),
        idleTimeToLive: idleTime
      })

      const attempt = Effect.fnUntraced(function* (request: WebhookRequest) {
        if (issueOf(request.url) !== undefined) return { fault: "FORBIDDEN_ADDRESS" } as const
        const client = yield* RcMap.get(clients, `${request.endpointId} ${new URL(request.url).origin}`)
        const { headers, status } = yield* client.notify(requestOf(request), bodyMillis)
        return responded(status, headers, yield* Clock.currentTimeMillis)
      }, Effect.scoped)

      return WebhookSender.of({
        issueOf,
        send: Effect.fnUntraced(function* (request) {
          const start = yield* Clock.monotonicTimeNanos
          const outcome: Outcome = yield* Effect.catchTags(attempt(request), {
            OutboundError: (error) => Effect.succeed(failed(error)),
            InvalidTarget: () => Effect.succeed<Outcome>({ fault: "FORBIDDEN_ADDRESS" })
          })
          const end = yield* Clock.monotonicTimeNanos
          return { ...outcome, durationMillis: Number((end - start) / 1_000_000n) }
        })
      })
    })
  )

export const layer = (options: WebhookSenderOptions) => Layer.provide(layerWithDns(options), NodeDns.layer)
