/** The client's events, oldest first. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { defaultPause } from "./polling/StatusPolling.ts"
import { nextCursor } from "./transport/Pagination.ts"
import { parseRetryAfter } from "./transport/Retry.ts"
import type { ApiResponse, Transport } from "./transport/Transport.ts"

export interface EventOptions<Type extends string> extends CallOptions {
  /** Limits the events to these types. Default: all types. */
  readonly types?: ReadonlyArray<Type> | undefined
  /** Limits the events to this user. Default: all users. */
  readonly userId?: string | undefined
  /** Where to continue: a cursor from `iterate`. */
  readonly cursor?: string | undefined
  /** Where to start without a cursor. Default: the oldest event that Sheaf still has. */
  readonly since?: Date | string | undefined
  /** The number of events per request, 1 to 100. */
  readonly limit?: number | undefined
}

export interface ReceivedEvent<Event> {
  readonly event: Event
  /**
   * A cursor for the events after this one. Store it once you have handled this event and all earlier ones. Only the
   * last event of each response has a cursor, so you may receive some events again after a restart.
   */
  readonly cursor?: string
}

export interface RedeliveryOptions extends PostOptions {
  /** Sends the event only to this endpoint. Default: all endpoints that receive this type of event. */
  readonly endpointId?: string | undefined
}

export class Events<Event, Type extends string, Redelivery> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Yields all stored events, oldest first, and ends after the newest. */
  async *list(options: EventOptions<Type> = {}): AsyncGenerator<Event, void, void> {
    let { cursor } = options
    for (;;) {
      const { body, headers } = await this.#read({ ...options, cursor })
      if (body.length === 0) return
      yield* body
      cursor = nextCursor(headers)
    }
  }

  /**
   * Yields all stored events, and then new ones as they happen. Ends only when `signal` aborts or Sheaf responds with a
   * problem. The problem `EVENTS_EXPIRED` means that events after the cursor have been erased.
   */
  async *iterate(options: EventOptions<Type> = {}): AsyncGenerator<ReceivedEvent<Event>, void, void> {
    let { cursor } = options
    for (;;) {
      const { body, headers } = await this.#read({ ...options, cursor }, { prefer: "wait=30" })
      cursor = nextCursor(headers) ?? cursor
      for (const [index, event] of body.entries()) {
        yield index === body.length - 1 && cursor !== undefined ? { event, cursor } : { event }
      }
      // Sheaf responded immediately instead of waiting for an event, so pause before the next request.
      if (body.length === 0 && headers.get("preference-applied") === null) {
        const seconds = parseRetryAfter(headers, this.#transport.clock.now()) ?? defaultPause
        await this.#transport.clock.sleep(seconds * 1000, options.signal)
      }
    }
  }

  get(eventId: string, { signal }: CallOptions = {}): Promise<Event> {
    return this.#transport.body({ path: `/events/${encodeURIComponent(eventId)}`, signal })
  }

  redeliver(eventId: string, { endpointId, idempotencyKey, signal }: RedeliveryOptions = {}): Promise<Redelivery> {
    const path = `/events/${encodeURIComponent(eventId)}/redeliver`
    return this.#transport.body({ method: "POST", path, body: { endpointId }, idempotencyKey, signal })
  }

  #read(
    { cursor, limit, signal, since, types, userId }: EventOptions<Type>,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<ApiResponse<ReadonlyArray<Event>>> {
    const start = since instanceof Date ? since.toISOString() : since
    const query = { type: types, userId, limit, cursor, since: cursor === undefined ? start : undefined }
    return this.#transport.send({ path: "/events", query, headers, signal })
  }
}
