/**
 * The store of webhook deliveries: the position of each endpoint in its client's events, due retries, and all attempts (spec
 * 6). An event that was delivered at the first attempt has no row of its own.
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

/** The state of an endpoint between two rounds of deliveries. */
export interface DispatchState {
  readonly endpoint: StoredWebhookEndpoint
  readonly shard: number
  /** The last event whose first attempt is recorded. */
  readonly position: EventPosition
  /** The rest of a replay. */
  readonly replay?: EventRange
  /** The time of the first failure since the last success. */
  readonly firstFailedAt?: number
}

/** An event that waits for another attempt. */
export interface DueDelivery {
  readonly eventId: string
  /** The number of attempts so far. Zero for a redelivery. */
  readonly attempts: number
  readonly dueAt: number
}

/** An attempt, with the event's id and type. */
export interface StoredAttempt extends Omit<WebhookAttemptOutcome, "retryAfterMillis"> {
  readonly attemptId: string
  readonly eventId: string
  readonly type: WebhookEventType
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The time of the attempt, in milliseconds since 1970. */
  readonly at: number
}

/** An attempt to record. Sheaf erases the attempt with the user's data. */
export interface NewAttempt extends StoredAttempt {
  /** The user of the event's collection or consent. */
  readonly userId?: string
}

/** The results of one round of deliveries to an endpoint. They take effect together or not at all. */
export interface DeliveryRound {
  readonly clientId: string
  readonly endpointId: string
  /** The time at which the round began. A redelivery that a client asks for later stays due. */
  readonly startedAt: number
  /** The recorded position when the round began. */
  readonly from: EventPosition
  readonly to: EventPosition
  /** The replay when the round began, and its rest, if there is any. Has no effect if the client has started another replay. */
  readonly replay?: { readonly from: EventRange; readonly rest?: EventRange }
  readonly attempts: ReadonlyArray<NewAttempt>
  /** The events that wait for another attempt. */
  readonly retries: ReadonlyArray<DueDelivery>
  /** The events that no longer wait: delivered, without a further attempt, or erased. */
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
    /** Returns an endpoint, unless it is disabled. */
    readonly state: (endpointId: string) => Effect.Effect<Option.Option<DispatchState>, StoreError>
    /** Returns the endpoint's deliveries in the order of their due times, including those that are not due yet. */
    readonly waiting: (endpointId: string, limit: number) => Effect.Effect<ReadonlyArray<DueDelivery>, StoreError>
    /** Returns the events, out of `eventIds`, that were delivered to the endpoint. */
    readonly delivered: (
      endpointId: string,
      eventIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StoreError>
    /**
     * Records a round. Returns false, and records nothing, if the endpoint no longer exists. If its position is not `from`, because
     * the client has enabled it again or another node delivers to it, records only the attempts, and returns false. Omits the attempts of users that are erased by now. A round that is recorded again, because its
     * first record failed after the commit, changes nothing.
     */
    readonly record: (round: DeliveryRound) => Effect.Effect<boolean, StoreError>
    /** Records the attempt of a test. Returns false if the endpoint no longer exists. */
    readonly recordTest: (endpointId: string, attempt: StoredAttempt) => Effect.Effect<boolean, StoreError>
    /**
     * Makes an event due now for these endpoints of its client, with all attempts of the schedule. Always returns true. The result lets this write accept a request that has an idempotency key.
     */
    readonly redeliver: (
      endpointIds: ReadonlyArray<string>,
      eventId: string,
      at: number
    ) => Effect.Effect<boolean, StoreError>
    /** Returns the first attempt to deliver an event to an endpoint. */
    readonly attempt: (endpointId: string, eventId: string) => Effect.Effect<Option.Option<StoredAttempt>, StoreError>
    /** Returns a page of attempts. */
    readonly attempts: (query: AttemptQuery) => Effect.Effect<ReadonlyArray<StoredAttempt>, StoreError>
    /** Erases attempts and waiting deliveries from before a time. */
    readonly eraseBefore: (at: number) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/WebhookDeliveryStore") {}
