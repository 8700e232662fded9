/**
 * The store of webhook deliveries (spec 6): each endpoint's position in its client's events, the due retries, and all
 * attempts. An event delivered at the first attempt needs no separate row.
 */
import type { WebhookEventType } from "@sheaf/domain/WebhookAttempt"
import type { DisabledReason } from "@sheaf/domain/WebhookEndpoint"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { ListPosition } from "../stores/ListQuery.ts"
import type { StoreError } from "../stores/StoreError.ts"
import type { EventPosition } from "./EventStore.ts"
import type { EventRange, StoredWebhookEndpoint } from "./WebhookEndpointStore.ts"
import type { WebhookAttemptOutcome } from "./WebhookSender.ts"

export interface DispatchState {
  readonly endpoint: StoredWebhookEndpoint
  readonly shard: number
  /** Every event up to this one has had its first attempt. */
  readonly position: EventPosition
  readonly replay?: EventRange
  /** The time of the first failure since the last success. */
  readonly firstFailedAt?: number
}

export interface DueDelivery {
  readonly eventId: string
  /** The number of attempts so far. A redelivery that the client requested starts at zero. */
  readonly attempts: number
  readonly dueAt: number
}

export interface StoredAttempt extends Omit<WebhookAttemptOutcome, "retryAfterMillis"> {
  readonly attemptId: string
  readonly eventId: string
  readonly type: WebhookEventType
  /** The attempt's number, from 1. */
  readonly attempt: number
  readonly at: number
}

/** Attempts are erased with the user's data. */
export interface NewAttempt extends StoredAttempt {
  readonly userId?: string
}

/** The results of one round of deliveries to an endpoint, recorded atomically. */
export interface DeliveryRound {
  readonly clientId: string
  readonly endpointId: string
  /** When the round began. Redeliveries requested later stay due. */
  readonly startedAt: number
  readonly from: EventPosition
  readonly to: EventPosition
  /**
   * The replay as it was when the round began, and what is left of it. Ignored if the client has started another replay
   * since.
   */
  readonly replay?: { readonly from: EventRange; readonly rest?: EventRange }
  readonly attempts: ReadonlyArray<NewAttempt>
  readonly retries: ReadonlyArray<DueDelivery>
  /** Events that need no more attempts, because they were delivered, abandoned or erased. */
  readonly done: ReadonlyArray<string>
  readonly firstFailedAt?: number
  readonly disable?: { readonly at: number; readonly reason: DisabledReason }
}

export interface AttemptQuery {
  readonly clientId: string
  readonly endpointId: string
  readonly limit: number
  readonly asOf?: ListPosition
  readonly after?: ListPosition
}

export class WebhookDeliveryStore extends Context.Service<
  WebhookDeliveryStore,
  {
    readonly state: (endpointId: string) => Effect.Effect<Option.Option<DispatchState>, StoreError>
    /**
     * Returns the endpoint's waiting deliveries in the order in which they are due, including those that are not due
     * yet.
     */
    readonly waiting: (endpointId: string, limit: number) => Effect.Effect<ReadonlyArray<DueDelivery>, StoreError>
    readonly delivered: (
      endpointId: string,
      eventIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StoreError>
    /**
     * Records a round. If the endpoint no longer exists, records nothing and returns false. If the endpoint's position
     * is no longer `from` (because the client has enabled the endpoint again, or another node delivers to it), records
     * only the attempts and returns false. Omits attempts about users who have since been erased. Recording the same
     * round again has no effect, so a write that seems to have failed can be retried.
     */
    readonly record: (round: DeliveryRound) => Effect.Effect<boolean, StoreError>
    /** Returns false if the endpoint no longer exists. */
    readonly recordTest: (endpointId: string, attempt: StoredAttempt) => Effect.Effect<boolean, StoreError>
    /**
     * Makes an event due immediately for these endpoints, with a new schedule of attempts. Always returns true: a
     * write that returned false would not store its idempotency key.
     */
    readonly redeliver: (
      endpointIds: ReadonlyArray<string>,
      eventId: string,
      at: number
    ) => Effect.Effect<boolean, StoreError>
    readonly attempt: (endpointId: string, eventId: string) => Effect.Effect<Option.Option<StoredAttempt>, StoreError>
    readonly attempts: (query: AttemptQuery) => Effect.Effect<ReadonlyArray<StoredAttempt>, StoreError>
    readonly eraseBefore: (at: number) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/WebhookDeliveryStore") {}
