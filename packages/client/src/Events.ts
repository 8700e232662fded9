/** The events of the client, in the order in which they happened. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { defaultPause } from "./polling/StatusPolling.ts"
import { nextCursor } from "./transport/Pagination.ts"
import { parseRetryAfter } from "./transport/Retry.ts"
import type { ApiResponse, Transport } from "./transport/Transport.ts"

export interface EventOptions<Type extends string> extends CallOptions {
  /** The types of events to receive. Default: all. */
  readonly types?: ReadonlyArray<Type> | undefined
  /** The user whose events to receive. Default: all. */
  readonly userId?: string | undefined
  /** Continues from a cursor that `iterate` yielded. */
  readonly cursor?: string | undefined
  /** Starts at this time, instead of at a cursor. Default: the oldest event that Sheaf keeps. */
  readonly since?: Date | string | undefined
  /** The number of events in a request, 1 to 100. */
  readonly limit?: number | undefined
}

/** An event, and the place to continue from. */
export interface ReceivedEvent<Event> {
  readonly event: Event
  /**
   * The place after this event and all events before it. Store the cursor once you have handled them. It is present on the last
   * event of each response, so after a restart, some events can come again.
   */
  readonly cursor?: string
}

export interface RedeliveryOptions extends PostOptions {
  /** The only endpoint to which to send the event. Default: all endpoints that receive events of this type. */
  readonly endpointId?: string | undefined
}

export class Events<Event, Type extends string, Redelivery> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Yields the events that Sheaf keeps, oldest first, and ends after the newest. */
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
   * Yields the events that Sheaf keeps, and then each new event as soon as it happens. Ends only when `signal` aborts, or with a
   * problem. `EVENTS_EXPIRED` means that the cursor is older than the events that Sheaf keeps.
   */
  async *iterate(options: EventOptions<Type> = {}): AsyncGenerator<ReceivedEvent<Event>, void, void> {
    let { cursor } = options
    for (;;) {
      const { body, headers } = await this.#read({ ...options, cursor }, { prefer: "wait=30" })
      cursor = nextCursor(headers) ?? cursor
      for (const [index, event] of body.entries()) {
        yield index === body.length - 1 && cursor !== undefined ? { event, cursor } : { event }
      }
      // If Sheaf did not wait, a pause prevents a busy loop.
      if (body.length === 0 && headers.get("preference-applied") === null) {
        const seconds = parseRetryAfter(headers, this.#transport.clock.now()) ?? defaultPause
        await this.#transport.clock.sleep(seconds * 1000, options.signal)
      }
    }
  }

  /** Returns an event, for example by the id of a webhook. */
  get(eventId: string, { signal }: CallOptions = {}): Promise<Event> {
    return this.#transport.body({ path: `/events/${encodeURIComponent(eventId)}`, signal })
  }

  /** Sends an event to webhook endpoints again. */
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
