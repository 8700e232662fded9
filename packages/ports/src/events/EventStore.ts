/**
 * The store of events (spec 6). Other stores add events in the transaction of the change itself, and erase a user's
 * events with the user's data. Adapters seal the payloads.
 */
import type { EventType } from "@sheaf/domain/EventType"
import type { EventContent } from "@sheaf/domain/EventContent"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** An event that a change causes. */
export type NewEvent = EventContent & {
  readonly clientId: string
  /** The user to whom the collection or consent belongs. Sheaf erases the event with the user's data. */
  readonly userId?: string
  /** The time of the change, in milliseconds since 1970. */
  readonly at: number
}

/** An event's position in the order of commits. */
export interface EventPosition {
  readonly batch: number
  readonly seq: number
}

export type StoredEvent = EventContent &
  Omit<NewEvent, keyof EventContent> & { readonly eventId: string; readonly position: EventPosition }

/** An event that cannot be read with the current keys and code. */
export interface UnreadableEvent {
  readonly eventId: string
  /** Absent if this release does not know the type. */
  readonly type?: EventType
  readonly userId?: string
  readonly position: EventPosition
  readonly cause: StoreError
}

/** Events in the order of their commits. Each event that was found is in one of the two lists. */
export interface EventReadResult {
  readonly events: ReadonlyArray<StoredEvent>
  readonly unreadable: ReadonlyArray<UnreadableEvent>
}

/** The next events, and the position from which to continue. */
export interface EventBatch extends EventReadResult {
  readonly next: EventPosition
  /**
   * True if later events exist, but cannot be returned yet, because an open transaction may still add earlier events.
   */
  readonly isSettling: boolean
}

export interface EventQuery {
  /** All types by default. */
  readonly types?: ReadonlyArray<EventType>
  /** Returns only events of changes at or after this time. */
  readonly since?: number
  /** Returns only events of this user. */
  readonly userId?: string
  readonly limit: number
}

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Returns a client's next events after a position, oldest first. No event will ever be added before the returned
     * position. A reader that gets `isSettling` must read again on its own initiative: signals only announce commits.
     */
    readonly after: (
      clientId: string,
      position: EventPosition,
      query: EventQuery
    ) => Effect.Effect<EventBatch, StoreError>
    /**
     * Returns the client's events with these ids, of which there may be a few hundred. Omits events that do not exist.
     */
    readonly read: (clientId: string, eventIds: ReadonlyArray<string>) => Effect.Effect<EventReadResult, StoreError>
    /** Returns the position of a client's newest event. */
    readonly end: (clientId: string) => Effect.Effect<EventPosition, StoreError>
    /** Returns a position before all events of changes at or after a time. */
    readonly startOf: (clientId: string, since: number) => Effect.Effect<EventPosition, StoreError>
    /** Returns the position of the client's newest event whose retention has ended. */
    readonly forgotten: (clientId: string) => Effect.Effect<EventPosition, StoreError>
    /** Erases events of changes before a time. Returns the number of such events. */
    readonly eraseEvents: (before: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/EventStore") {}

/** Returns true if position `a` comes before position `b`. */
export const isPositionBefore = (a: EventPosition, b: EventPosition): boolean =>
  a.batch < b.batch || (a.batch === b.batch && a.seq < b.seq)

/** The position before all events. */
export const startPosition: EventPosition = { batch: 0, seq: 0 }

/** Returns the topic of `ChangeSignals` that announces new events of a client. */
export const eventTopic = (clientId: string): string => `events:${clientId}`
