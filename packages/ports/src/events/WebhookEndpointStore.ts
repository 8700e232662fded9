/** Stores webhook endpoints (spec 6). Adapters seal each endpoint's URL, filters and secrets. */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { EventType } from "@sheaf/domain/EventType"
import type { DisabledReason } from "@sheaf/domain/WebhookEndpoint"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"
import type { EventPosition } from "./EventStore.ts"
import type { WebhookSecrets } from "./WebhookSigner.ts"

export interface WebhookSettings {
  readonly url: string
  readonly version: ApiVersion
  /** Default: all types. */
  readonly types?: ReadonlyArray<EventType>
  readonly secrets: WebhookSecrets
}

/** Times are milliseconds since 1970. */
export interface StoredWebhookEndpoint extends WebhookSettings {
  readonly endpointId: string
  readonly clientId: string
  readonly createdAt: number
  readonly disabled?: { readonly at: number; readonly reason: DisabledReason }
}

export interface EventRange {
  readonly after: EventPosition
  readonly until: EventPosition
}

/**
 * All writes survive a power failure. Reads omit an endpoint that cannot be unsealed, because somebody changed its row
 * or because the key is missing. Each such endpoint is logged once.
 */
export class WebhookEndpointStore extends Context.Service<
  WebhookEndpointStore,
  {
    /**
     * Adds an endpoint that receives the events after `position`. Returns false if the client has the maximum number of
     * endpoints.
     */
    readonly add: (endpoint: StoredWebhookEndpoint, position: EventPosition) => Effect.Effect<boolean, StoreError>
    readonly find: (
      clientId: string,
      endpointId: string
    ) => Effect.Effect<Option.Option<StoredWebhookEndpoint>, StoreError>
    readonly list: (clientId: string) => Effect.Effect<ReadonlyArray<StoredWebhookEndpoint>, StoreError>
    /** Concurrent changes are serialized. */
    readonly change: (
      clientId: string,
      endpointId: string,
      change: (settings: WebhookSettings) => WebhookSettings
    ) => Effect.Effect<Option.Option<StoredWebhookEndpoint>, StoreError>
    /** Concurrent rotations are serialized. */
    readonly rotate: (
      clientId: string,
      endpointId: string,
      change: (secrets: WebhookSecrets) => WebhookSecrets
    ) => Effect.Effect<Option.Option<StoredWebhookEndpoint>, StoreError>
    /**
     * Disables an endpoint, and ends its retries and its replay. Returns false if there is no such endpoint or it is
     * already disabled.
     */
    readonly disable: (
      clientId: string,
      endpointId: string,
      disabled: NonNullable<StoredWebhookEndpoint["disabled"]>
    ) => Effect.Effect<boolean, StoreError>
    /** Enables a disabled endpoint for the events after `position`. Returns false if no disabled endpoint has this id. */
    readonly enable: (
      clientId: string,
      endpointId: string,
      position: EventPosition
    ) => Effect.Effect<boolean, StoreError>
    /** Starts a replay, which replaces any earlier one. Returns false if no enabled endpoint has this id. */
    readonly replay: (clientId: string, endpointId: string, range: EventRange) => Effect.Effect<boolean, StoreError>
    /** Removes an endpoint and its deliveries. Returns false if there is no such endpoint. */
    readonly remove: (clientId: string, endpointId: string) => Effect.Effect<boolean, StoreError>
  }
>()("@sheaf/ports/WebhookEndpointStore") {}

/**
 * Returns the `ChangeSignals` topic for changes to an endpoint and for work such as a redelivery. New events do not
 * belong to this topic.
 */
export const endpointChangeTopic = (endpointId: string): string => `webhook:${endpointId}`
