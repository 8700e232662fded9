/**
 * The store of events (spec 6). Other stores add an event in the transaction of the change, and erase it with the
 * user's data. Adapters seal the payloads.
 */
import type { EventType } from "@sheaf/domain/EventType"
import type { EventContent } from "@sheaf/domain/EventContent"
import { Context } from "effect"
import type { Effect } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** An event that a change causes. */
export type NewEvent = EventContent & {
  readonly clientId: string
  /** The user of the collection or consent. The event is erased with the user's data. */
  readonly userId?: string
  /** The change's time, in milliseconds since 1970. */
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

/** Events in commit order. Each found event is in one of the two lists. */
export interface EventReadResult {
  readonly events: ReadonlyArray<StoredEvent>
  readonly unreadable: ReadonlyArray<UnreadableEvent>
}

/** The next events, and the position to continue from. */
export interface EventBatch extends EventReadResult {
  readonly next: EventPosition
  /**
   * True if there are later events that cannot be returned yet, because a transaction that is still open may add
   * earlier ones.
   */
  readonly isSettling: boolean
}

export interface EventQuery {
  /** Default: all types. */
  readonly types?: ReadonlyArray<EventType>
  /** Returns only events for changes at or after this time. */
  readonly since?: number
  /** Returns only this user's events. */
  readonly userId?: string
  readonly limit: number
}

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Returns a client's next events after a position, oldest first. No event is ever added before the returned
     * position. If `isSettling` is true, read again without waiting for a signal, because signals only announce
     * commits.
     */
    readonly after: (
      clientId: string,
      position: EventPosition,
      query: EventQuery
    ) => Effect.Effect<EventBatch, StoreError>
    /**
     * Returns the client's events with these ids, and omits ids without an event. Accepts a few hundred ids.
     */
    readonly read: (clientId: string, eventIds: ReadonlyArray<string>) => Effect.Effect<EventReadResult, StoreError>
    /** Returns the position of a client's newest event. */
    readonly end: (clientId: string) => Effect.Effect<EventPosition, StoreError>
    /** Returns a position before all events for changes since a time. */
    readonly startOf: (clientId: string, since: number) => Effect.Effect<EventPosition, StoreError>
    /** Returns the position of the last of the client's events that was erased at the end of its retention. */
    readonly forgotten: (clientId: string) => Effect.Effect<EventPosition, StoreError>
    /** Erases events for changes before a time, and returns how many. */
    readonly eraseEvents: (before: number) => Effect.Effect<number, StoreError>
  }
>()("@sheaf/ports/EventStore") {}

/** Returns true if position `a` comes before position `b`. */
export const isPositionBefore = (a: EventPosition, b: EventPosition): boolean =>
  a.batch < b.batch || (a.batch === b.batch && a.seq < b.seq)

/** The position before all events. */
export const startPosition: EventPosition = { batch: 0, seq: 0 }

/** Returns the `ChangeSignals` topic for a client's new events. */
export const eventTopic = (clientId: string): string => `events:${clientId}`
