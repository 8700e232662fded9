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

/** An endpoint's state between two delivery rounds. */
export interface DispatchState {
  readonly endpoint: StoredWebhookEndpoint
  readonly shard: number
  /** Every event up to this one has had its first attempt. */
  readonly position: EventPosition
  /** The rest of a replay. */
  readonly replay?: EventRange
  /** The time of the first failure since the last success. */
  readonly firstFailedAt?: number
}

/** An event that is due for another attempt. */
export interface DueDelivery {
  readonly eventId: string
  /** The number of attempts so far. Zero after a client has requested redelivery. */
  readonly attempts: number
  readonly dueAt: number
}

/** An attempt, with the event's id and type. */
export interface StoredAttempt extends Omit<WebhookAttemptOutcome, "retryAfterMillis"> {
  readonly attemptId: string
  readonly eventId: string
  readonly type: WebhookEventType
  /** The attempt's number, from 1. */
  readonly attempt: number
  /** The attempt's time, in milliseconds since 1970. */
  readonly at: number
}

/** An attempt to record. Erased with the user's data. */
export interface NewAttempt extends StoredAttempt {
  /** The user of the event's collection or consent. */
  readonly userId?: string
}

/** What one round of deliveries to an endpoint did, recorded atomically. */
export interface DeliveryRound {
  readonly clientId: string
  readonly endpointId: string
  /** When the round began. Redeliveries requested later stay due. */
  readonly startedAt: number
  /** Where the endpoint stood when the round began. */
  readonly from: EventPosition
  readonly to: EventPosition
  /**
   * The replay when the round began, and what remains of it. Ignored if the client has started another replay since.
   */
  readonly replay?: { readonly from: EventRange; readonly rest?: EventRange }
  readonly attempts: ReadonlyArray<NewAttempt>
  /** The events that need another attempt. */
  readonly retries: ReadonlyArray<DueDelivery>
  /** Events that need no more attempts: delivered, given up or erased. */
  readonly done: ReadonlyArray<string>
  readonly firstFailedAt?: number
  /** Disables the endpoint, and ends its retries and its replay. */
  readonly disable?: { readonly at: number; readonly reason: DisabledReason }
}

/** A page of an endpoint's attempts, newest first. */
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
    /** Returns an endpoint's state, unless it is disabled. */
    readonly state: (endpointId: string) => Effect.Effect<Option.Option<DispatchState>, StoreError>
    /** Returns the endpoint's waiting deliveries by due time, including those that are not due yet. */
    readonly waiting: (endpointId: string, limit: number) => Effect.Effect<ReadonlyArray<DueDelivery>, StoreError>
    /** Returns which of `eventIds` the endpoint has received. */
    readonly delivered: (
      endpointId: string,
      eventIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StoreError>
    /**
     * Records a round. Returns false, and records nothing, if the endpoint no longer exists. Returns false and records
     * only the attempts if the endpoint is no longer at the position `from`, because the client has enabled it again or
     * another node delivers to it. Omits attempts of users who have been erased since. Recording a round twice changes
     * nothing, so that a write can be retried even if it failed after its commit.
     */
    readonly record: (round: DeliveryRound) => Effect.Effect<boolean, StoreError>
    /** Records a test delivery. Returns false if the endpoint no longer exists. */
    readonly recordTest: (endpointId: string, attempt: StoredAttempt) => Effect.Effect<boolean, StoreError>
    /**
     * Makes an event due immediately for these endpoints of its client, with as many attempts as the schedule has.
     * Always returns true, because a write that returned false would not store its idempotency key.
     */
    readonly redeliver: (
      endpointIds: ReadonlyArray<string>,
      eventId: string,
      at: number
    ) => Effect.Effect<boolean, StoreError>
    /** Returns an event's first delivery attempt to an endpoint. */
    readonly attempt: (endpointId: string, eventId: string) => Effect.Effect<Option.Option<StoredAttempt>, StoreError>
    /** Returns a page of attempts. */
    readonly attempts: (query: AttemptQuery) => Effect.Effect<ReadonlyArray<StoredAttempt>, StoreError>
    /** Erases attempts and waiting deliveries from before a time. */
    readonly eraseBefore: (at: number) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/WebhookDeliveryStore") {}
