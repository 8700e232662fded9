/** The endpoints that Sheaf sends webhooks to. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { entriesOf } from "./transport/Pagination.ts"
import type { Transport } from "./transport/Transport.ts"

export interface WebhookTypes {
  readonly create: object
  readonly change: object
  readonly endpoint: object
  readonly endpointWithSecret: object
  readonly outcome: object
  readonly attempt: object
}

export interface DeliveryFilter extends CallOptions {
  /** The number of entries on a page, 1 to 100. */
  readonly limit?: number | undefined
}

export class WebhookEndpoints<Types extends WebhookTypes> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates an endpoint. Store the secret, because Sheaf does not return it again. The client does not retry this call:
   * if the response is lost, find the endpoint with `list`, and `rotate` its secret.
   */
  create(request: Types["create"], { signal }: CallOptions = {}): Promise<Types["endpointWithSecret"]> {
    return this.#transport.body({ ...once, path: "/webhook-endpoints", body: request, signal })
  }

  list({ signal }: CallOptions = {}): Promise<ReadonlyArray<Types["endpoint"]>> {
    return this.#transport.body({ path: "/webhook-endpoints", signal })
  }

  get(endpointId: string, { signal }: CallOptions = {}): Promise<Types["endpoint"]> {
    return this.#transport.body({ path: pathOf(endpointId), signal })
  }

  /** Changes the event types, and disables or enables the endpoint. */
  change(endpointId: string, change: Types["change"], { signal }: CallOptions = {}): Promise<Types["endpoint"]> {
    return this.#transport.body({ method: "PATCH", path: pathOf(endpointId), body: change, signal })
  }

  /**
   * Returns a new secret. For 24 hours, Sheaf signs with the old secret as well, so that receivers can switch. If the
   * response is lost, the client does not retry, because each rotation creates another secret and at most eight can
   * sign at the same time.
   */
  rotate(endpointId: string, { signal }: CallOptions = {}): Promise<Types["endpointWithSecret"]> {
    return this.#transport.body({ ...once, path: `${pathOf(endpointId)}/rotate`, signal })
  }

  delete(endpointId: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#transport.body({ method: "DELETE", path: pathOf(endpointId), signal })
  }

  /** Sends an event of the type `endpoint.test` to the endpoint, and returns the outcome. */
  test(endpointId: string, { idempotencyKey, signal }: PostOptions = {}): Promise<Types["outcome"]> {
    return this.#transport.body({ method: "POST", path: `${pathOf(endpointId)}/test`, idempotencyKey, signal })
  }

  /** Yields the delivery attempts, newest first. */
  deliveries(endpointId: string, { limit, signal }: DeliveryFilter = {}): AsyncGenerator<Types["attempt"], void, void> {
    return entriesOf(this.#transport, `${pathOf(endpointId)}/deliveries`, { limit }, { signal })
  }

  /** Sends all events since a time, except those that the endpoint has received. Sheaf sends them in the background. */
  replay(
    endpointId: string,
    since: Date | string,
    { idempotencyKey, signal }: PostOptions = {}
  ): Promise<Types["endpoint"]> {
    const query = { since: since instanceof Date ? since.toISOString() : since }
    return this.#transport.body({ method: "POST", path: `${pathOf(endpointId)}/replay`, query, idempotencyKey, signal })
  }
}

/** Requests whose response contains a secret accept no idempotency key. */
const once = { method: "POST", idempotencyKey: false, isRepeatable: false } as const

const pathOf = (endpointId: string): string => `/webhook-endpoints/${encodeURIComponent(endpointId)}`
