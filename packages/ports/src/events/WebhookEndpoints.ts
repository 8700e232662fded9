/** Driving port: a client's webhook endpoints and their deliveries (spec 6). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type {
  RedeliverEventRequest,
  Redelivery,
  WebhookAttempt,
  WebhookTestOutcome
} from "@sheaf/domain/WebhookAttempt"
import type {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointWithSecret
} from "@sheaf/domain/WebhookEndpoint"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { ListPage } from "../stores/ListQuery.ts"
import type { InvalidCursor, InvalidParameters } from "../errors/RequestErrors.ts"
import type { IdempotencyKeyReused } from "../idempotency/IdempotencyKeys.ts"
import type { EventNotFound, EventsExpiredError } from "./Events.ts"
import type { Caller } from "../auth/Caller.ts"

export class WebhookEndpointNotFound extends Schema.TaggedError<WebhookEndpointNotFound>()(
  "WebhookEndpointNotFound",
  {}
) {}
export class TooManyWebhookEndpoints extends Schema.TaggedError<TooManyWebhookEndpoints>()(
  "TooManyWebhookEndpoints",
  {}
) {}
export class TooManyWebhookSecrets extends Schema.TaggedError<TooManyWebhookSecrets>()("TooManyWebhookSecrets", {}) {}
export class WebhookEndpointDisabled extends Schema.TaggedError<WebhookEndpointDisabled>()(
  "WebhookEndpointDisabled",
  {}
) {}

export interface AttemptsRequest {
  readonly limit: number
  readonly cursor?: string
}

export class WebhookEndpoints extends Context.Service<
  WebhookEndpoints,
  {
    /**
     * `version` is the default version of the endpoint's events. Fails with {@link WebhookEndpointNotFound} if the
     * caller has a user's token, because endpoints belong to clients.
     */
    readonly create: (
      caller: Caller,
      request: CreateWebhookEndpoint,
      version: ApiVersion
    ) => Effect.Effect<WebhookEndpointWithSecret, InvalidParameters | TooManyWebhookEndpoints | WebhookEndpointNotFound>
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<WebhookEndpoint>>
    readonly read: (caller: Caller, endpointId: string) => Effect.Effect<WebhookEndpoint, WebhookEndpointNotFound>
    readonly change: (
      caller: Caller,
      endpointId: string,
      request: ChangeWebhookEndpoint
    ) => Effect.Effect<WebhookEndpoint, WebhookEndpointNotFound>
    /**
     * Replaces the secret. For one more day, deliveries are also signed with the old secret, even after another
     * rotation.
     */
    readonly rotate: (
      caller: Caller,
      endpointId: string
    ) => Effect.Effect<WebhookEndpointWithSecret, WebhookEndpointNotFound | TooManyWebhookSecrets>
    readonly remove: (caller: Caller, endpointId: string) => Effect.Effect<void, WebhookEndpointNotFound>
    /** Sends a test event immediately, even to a disabled endpoint, and returns the outcome. */
    readonly test: (
      caller: Caller,
      endpointId: string
    ) => Effect.Effect<WebhookTestOutcome, WebhookEndpointNotFound | IdempotencyKeyReused>
    readonly attempts: (
      caller: Caller,
      endpointId: string,
      request: AttemptsRequest
    ) => Effect.Effect<ListPage<WebhookAttempt>, WebhookEndpointNotFound | InvalidCursor>
    /**
     * Sends all events since `since` (in milliseconds since 1970), except those that the endpoint has already received.
     */
    readonly replay: (
      caller: Caller,
      endpointId: string,
      since: number
    ) => Effect.Effect<
      WebhookEndpoint,
      WebhookEndpointNotFound | WebhookEndpointDisabled | EventsExpiredError | IdempotencyKeyReused
    >
    /** Sends an event again, to one endpoint or to all enabled endpoints that receive its type. */
    readonly redeliver: (
      caller: Caller,
      eventId: string,
      request: RedeliverEventRequest
    ) => Effect.Effect<
      Redelivery,
      EventNotFound | WebhookEndpointNotFound | WebhookEndpointDisabled | IdempotencyKeyReused
    >
  }
>()("@sheaf/ports/WebhookEndpoints") {}
