/**
 * The store of events (decisions 17). The other stores add events in the transactions of their changes, and erase the
 * events of erased users with the user's data. Adapters seal the facts.
 */
import type { EventType } from "@sheaf/domain/EventType"
import type { EventContent } from "@sheaf/domain/EventContent"
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../StoreError.ts"

/** An event that a change causes. */
export type NewEvent = EventContent & {
  readonly clientId: string
  /** The user of the collection or consent. Sheaf erases the event with the user's data. */
  readonly userId?: string
  /** The time of the change, in milliseconds since 1970. */
  readonly at: number
}

/** The place of an event in the order of commits. */
export interface EventPosition {
  readonly batch: number
  readonly seq: number
}

export type StoredEvent = EventContent &
  Omit<NewEvent, "userId" | keyof EventContent> & { readonly eventId: string; readonly position: EventPosition }

/** Events in the order of their commits, and the position after which to continue. */
export interface EventBatch {
  readonly events: ReadonlyArray<StoredEvent>
  readonly next: EventPosition
}

export interface EventQuery {
  /** All types by default. */
  readonly types?: ReadonlyArray<EventType>
  /** Omits events of changes before this time. */
  readonly since?: number
  /** Returns only events of this user's collections and consents. */
  readonly userId?: string
  readonly limit: number
}

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Returns a client's next events after a position, oldest first. No event is ever added before the returned position.
     * Omits and logs unreadable events.
     */
    readonly after: (
      clientId: string,
      position: EventPosition,
      query: EventQuery
    ) => Effect.Effect<EventBatch, StoreError>
    readonly read: (clientId: string, eventId: string) => Effect.Effect<Option.Option<StoredEvent>, StoreError>
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

/** The position before all events. */
export const firstPosition: EventPosition = { batch: 0, seq: 0 }

/** Returns the topic of `ChangeSignals` that is published after each of a client's events. */
export const eventTopic = (clientId: string): string => `events:${clientId}`
