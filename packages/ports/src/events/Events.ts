/** Driving port: a client reads its events (spec 6). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { EventType } from "@sheaf/domain/EventType"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { InvalidCursor, InvalidParameters } from "../errors/RequestErrors.ts"
import type { Caller } from "../auth/Caller.ts"

/** The requested page begins with events that Sheaf has already erased. */
export class EventsExpiredError extends Schema.TaggedError<EventsExpiredError>()("EventsExpiredError", {
  /** All events since this time (ISO 8601, UTC) still exist. */
  oldestAvailable: Schema.String
}) {}

/** The event does not exist, was erased, belongs to another client or user, or is still withheld. */
export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", {}) {}

export interface EventRequest {
  readonly cursor?: string
  /**
   * Returns events from this time on (ISO 8601, UTC). Without `cursor` and `since`, the page starts with the oldest
   * event.
   */
  readonly since?: string
  readonly userId?: string
  /** Default: all types. */
  readonly type?: ReadonlyArray<EventType>
  readonly limit: number
}

export interface EventPage {
  /** The events as JSON in the caller's API version, oldest first. */
  readonly items: ReadonlyArray<unknown>
  /** The cursor for the next page. Valid even if this page is empty. */
  readonly next: string
  /**
   * After an empty page, read again after this many milliseconds even without a signal. Absent if waiting for a signal
   * is enough.
   */
  readonly readAgainAfter?: number
}

export class Events extends Context.Service<
  Events,
  {
    /**
     * Returns a page of events in the given API version: all events of the client or, if the caller has a user's token,
     * only that user's events. Events that cannot be read or rendered are logged, counted and omitted.
     */
    readonly page: (
      caller: Caller,
      version: ApiVersion,
      request: EventRequest
    ) => Effect.Effect<EventPage, EventsExpiredError | InvalidCursor | InvalidParameters>
    /** Returns an event as JSON in an API version. A withheld event counts as not found. */
    readonly read: (caller: Caller, version: ApiVersion, eventId: string) => Effect.Effect<unknown, EventNotFound>
  }
>()("@sheaf/ports/Events") {}
