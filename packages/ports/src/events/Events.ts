/** Driving port: a client reads its events (spec 6). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { EventType } from "@sheaf/domain/EventType"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { InvalidCursor, InvalidParameters } from "../errors/RequestErrors.ts"
import type { Caller } from "../auth/Caller.ts"

/** The requested page begins with events that Sheaf has already erased. */
export class EventsExpiredError extends Schema.TaggedError<EventsExpiredError>()("EventsExpiredError", {
  /** All events since this time still exist. ISO 8601 in UTC. */
  oldestAvailable: Schema.String
}) {}

/** The event does not exist, was erased, belongs to another client or user, or is still withheld. */
export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", {}) {}

export interface EventRequest {
  /** Where to continue: the `next` of an earlier page. */
  readonly cursor?: string
  /**
   * The time of the first event, ISO 8601 in UTC. Without `cursor` and `since`, the page starts with the oldest event.
   */
  readonly since?: string
  /** Returns only this user's events. */
  readonly userId?: string
  /** Default: all types. */
  readonly type?: ReadonlyArray<EventType>
  readonly limit: number
}

export interface EventPage {
  /** The events as JSON in the caller's version, oldest first. */
  readonly items: ReadonlyArray<unknown>
  /** The cursor for the next page. Valid even if this page is empty. */
  readonly next: string
  /**
   * How soon to read again after an empty page even without a signal, in milliseconds. Absent if it is enough to wait
   * for signals.
   */
  readonly readAgainAfter?: number
}

export class Events extends Context.Service<
  Events,
  {
    /**
     * Returns a page of the events of the client or of the token's user, rendered in a version. Events that cannot be
     * read or rendered are left out, logged and counted.
     */
    readonly page: (
      caller: Caller,
      version: ApiVersion,
      request: EventRequest
    ) => Effect.Effect<EventPage, EventsExpiredError | InvalidCursor | InvalidParameters>
    /** Returns an event as JSON in a version. Withheld events are not found. */
    readonly read: (caller: Caller, version: ApiVersion, eventId: string) => Effect.Effect<unknown, EventNotFound>
  }
>()("@sheaf/ports/Events") {}
