/** Driven port: sends one signed event to a webhook endpoint (spec 6). */
import type { DeliveryErrorCode } from "@sheaf/domain/WebhookAttempt"
import { Context } from "effect"
import type { Effect } from "effect"

/** The address rule (spec 2.4) that an endpoint's URL violates. */
export type UrlViolation = string

/** A request to send. `body` is the event's JSON, exactly as it was signed. */
export interface WebhookRequest {
  /** The client, for the limit on connections: no client can use them all. */
  readonly clientId: string
  /** The endpoint, which has connections of its own, so that a slow one delays no other. */
  readonly endpointId: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The outcome of one attempt. */
export interface WebhookAttemptOutcome {
  readonly durationMillis: number
  /** The response's status, if there was one. */
  readonly status?: number
  /** Absent if the attempt succeeded: the receiver responded with 2xx in time. */
  readonly fault?: DeliveryErrorCode
  /** The operating system's code for a failed connection, such as ECONNREFUSED. */
  readonly code?: string
  /** The receiver's `Retry-After`, with 429 or 503, in milliseconds. */
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
     * Sends a request once. Waits for its turn while too many requests are running. Never fails. Reads at most 16 KiB
     * of the response, and discards them.
     */
    readonly send: (request: WebhookRequest) => Effect.Effect<WebhookAttemptOutcome>
  }
>()("@sheaf/ports/WebhookSender") {}
