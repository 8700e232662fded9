/** Driven port: sends one signed event to a webhook endpoint (spec 6). */
import type { DeliveryErrorCode } from "@sheaf/domain/WebhookAttempt"
import { Context } from "effect"
import type { Effect } from "effect"

export type UrlViolation = string

/** `body` is the event's JSON, exactly as it was signed. */
export interface WebhookRequest {
  /** Connections are limited per client, so no client can use them all. */
  readonly clientId: string
  /** Each endpoint has connections of its own, so a slow endpoint does not delay the others. */
  readonly endpointId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WebhookAttemptOutcome {
  readonly durationMillis: number
  readonly status?: number
  /** Absent if the receiver responded with 2xx in time. */
  readonly fault?: DeliveryErrorCode
  readonly code?: string
  /** The receiver's `Retry-After` in milliseconds. Present only with 429 and 503. */
  readonly retryAfterMillis?: number
}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /**
     * Returns the rule that a URL violates, if any. Host names are checked again at each connection, because DNS can
     * change.
     */
    readonly violationOf: (url: string) => UrlViolation | undefined
    /**
     * Sends a request once, after waiting for its turn if too many requests are running. Never fails. Reads at most 16
     * KiB of the response, and discards what it has read.
     */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookAttemptOutcome>
  }
>()("@sheaf/ports/WebhookSender") {}
