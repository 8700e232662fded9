/**
 * The store of events (spec 6). The other stores add each event in the same transaction as the change that it reports,
 * and erase it with the user's data. Adapters seal the payloads.
 */
import type { EventType } from "@sheaf/domain/EventType"
import type { EventContent } from "@sheaf/domain/EventContent"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

export type NewEvent = EventContent & {
  readonly clientId: string
  /** The user of the collection or consent. The event is erased with the user's data. */
  readonly userId?: string
  readonly at: number
}

export interface EventPosition {
  readonly batch: number
  readonly seq: number
}

export type StoredEvent = EventContent &
  Omit<NewEvent, keyof EventContent> & { readonly eventId: string; readonly position: EventPosition }

export interface UnreadableEvent {
  readonly eventId: string
  /** Absent if this release does not know the type. */
  readonly type?: EventType
  readonly userId?: string
  readonly position: EventPosition
  readonly cause: StoreError
}

/** Events in commit order. `unreadable` contains the events that were found but could not be read. */
export interface EventReadResult {
  readonly events: ReadonlyArray<StoredEvent>
  readonly unreadable: ReadonlyArray<UnreadableEvent>
}

export interface EventBatch extends EventReadResult {
  readonly next: EventPosition
  /** True if later events cannot be returned yet because an open transaction may still add earlier ones. */
  readonly isSettling: boolean
}

export interface EventQuery {
  /** Default: all types. */
  readonly types?: ReadonlyArray<EventType>
  /** Returns only events for changes at or after this time. */
  readonly since?: number
  readonly userId?: string
  readonly limit: number
}

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Returns a client's next events after a position, oldest first. No event is ever added before the returned
     * position. If `isSettling` is true, a transaction is still open. Read again without waiting for a signal: if the
     * transaction is rolled back, no signal follows.
     */
    readonly after: (
      clientId: string,
      position: EventPosition,
      query: EventQuery
    ) => Effect.Effect<EventBatch, StoreError>
    /** Omits ids that belong to no event. Accepts up to a few hundred ids. */
    readonly read: (clientId: string, eventIds: ReadonlyArray<string>) => Effect.Effect<EventReadResult, StoreError>
    readonly end: (clientId: string) => Effect.Effect<EventPosition, StoreError>
    /** Returns a position that comes before every event about a change made at or after `since`. */
    readonly startOf: (clientId: string, since: number) => Effect.Effect<EventPosition, StoreError>
    /** Returns the position of the client's last event that was erased because its retention had ended. */
    readonly forgotten: (clientId: string) => Effect.Effect<EventPosition, StoreError>
    readonly eraseEvents: (before: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/EventStore") {}

export const isPositionBefore = (a: EventPosition, b: EventPosition): boolean =>
  a.batch < b.batch || (a.batch === b.batch && a.seq < b.seq)

export const startPosition: EventPosition = { batch: 0, seq: 0 }

export const eventTopic = (clientId: string): string => `events:${clientId}`
