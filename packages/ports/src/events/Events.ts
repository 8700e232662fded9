/** Driving port: a client reads its events (spec 6). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import type { EventType } from "@sheaf/domain/EventType"
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { InvalidCursor, InvalidParameters } from "../errors/RequestErrors.ts"
import type { Caller } from "../auth/Caller.ts"

/** Sheaf no longer keeps the events at the start of the request. */
export class EventsExpiredError extends Schema.TaggedError<EventsExpiredError>()("EventsExpiredError", {
  /** The time from which on Sheaf keeps all events, ISO 8601 in UTC. */
  oldestAvailable: Schema.String
}) {}

/** No such event, or it was erased, or it belongs to another client or user, or nobody may read it yet. */
export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", {}) {}

export interface EventRequest {
  /** The position from which to continue: the `next` of an earlier page. */
  readonly cursor?: string
  /** The time of the first event, ISO 8601 in UTC. Without a cursor and a time, the oldest event is the first. */
  readonly since?: string
  /** Returns only events of this user. */
  readonly userId?: string
  /** All types by default. */
  readonly type?: ReadonlyArray<EventType>
  readonly limit: number
}

export interface EventPage {
  /** The events as JSON that the version shows, oldest first. */
  readonly items: ReadonlyArray<unknown>
  /** The cursor after the page, which is valid even if the page is empty. */
  readonly next: string
  /** The time after which an empty page should be read again even without a signal, in milliseconds. Absent without need. */
  readonly readAgainAfter?: number
}

export class Events extends Context.Service<
  Events,
  {
    /**
     * Returns a page of the caller's events in a version. With a user's token, returns only that user's events. Omits, logs and
     * counts events that cannot be read or rendered.
     */
    readonly page: (
      caller: Caller,
      version: ApiVersion,
      request: EventRequest
    ) => Effect.Effect<EventPage, EventsExpiredError | InvalidCursor | InvalidParameters>
    /** Returns an event as JSON that the version shows. Events that wait for a confirmation are not found. */
    readonly read: (caller: Caller, version: ApiVersion, eventId: string) => Effect.Effect<unknown, EventNotFound>
  }
>()("@sheaf/ports/Events") {}
