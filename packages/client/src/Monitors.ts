/** Monitors, which run collections regularly and report what has changed. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { entriesOf, nextCursor, queryOf } from "./transport/Pagination.ts"
import type { ListFilter } from "./transport/Pagination.ts"
import type { Transport } from "./transport/Transport.ts"

export interface MonitorTypes {
  readonly create: object
  readonly change: object
  readonly monitor: object
  readonly found: object
  readonly usage: object
}

export interface MonitorFilter extends ListFilter {
  readonly status?: ReadonlyArray<"ACTIVE" | "PAUSED" | "PERSON_REQUIRED" | "ENDED"> | undefined
}

export interface ChangesOptions extends CallOptions {
  /** The number of entries on a page, 1 to 100. */
  readonly limit?: number | undefined
  /**
   * The cursor that an earlier call returned. Without a cursor, the list starts again with everything that the monitor
   * knows.
   */
  readonly cursor?: string | undefined
}

export interface ChangesPage<Found> {
  readonly changes: ReadonlyArray<Found>
  /** Where to continue. Store it once you have handled the changes. If there were none, ask again later. */
  readonly cursor: string
}

export class Monitors<Types extends MonitorTypes> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a monitor. Requires the token of the user whose consent or collection it uses. */
  create(request: Types["create"], options: PostOptions = {}): Promise<Types["monitor"]> {
    return this.#transport.body({ method: "POST", path: "/monitors", body: request, ...options })
  }

  /** Yields the monitors, newest first by default. */
  list(filter: MonitorFilter = {}): AsyncGenerator<Types["monitor"], void, void> {
    return entriesOf(this.#transport, "/monitors", queryOf(filter), filter)
  }

  get(monitorId: string, { signal }: CallOptions = {}): Promise<Types["monitor"]> {
    return this.#transport.body({ path: pathOf(monitorId), signal })
  }

  change(monitorId: string, change: Types["change"], { signal }: CallOptions = {}): Promise<Types["monitor"]> {
    return this.#transport.body({ method: "PATCH", path: pathOf(monitorId), body: change, signal })
  }

  end(monitorId: string, { signal }: CallOptions = {}): Promise<Types["monitor"]> {
    return this.#transport.body({ method: "DELETE", path: pathOf(monitorId), signal })
  }

  run(monitorId: string, options: PostOptions = {}): Promise<Types["monitor"]> {
    return this.#transport.body({ method: "POST", path: `${pathOf(monitorId)}/run`, ...options })
  }

  /** Returns how many monitors you have, how often they ran on each of the last 30 days, and your limits. */
  usage({ signal }: CallOptions = {}): Promise<Types["usage"]> {
    return this.#transport.body({ path: "/monitor-usage", signal })
  }

  /** Returns the changes after a cursor, each once and in order. On `CHANGES_EXPIRED`, start over without a cursor. */
  async changes(
    monitorId: string,
    { cursor, limit, signal }: ChangesOptions = {}
  ): Promise<ChangesPage<Types["found"]>> {
    const query = { cursor, limit }
    const { body, headers } = await this.#transport.send<ReadonlyArray<Types["found"]>>({
      path: `${pathOf(monitorId)}/changes`,
      query,
      signal
    })
    return { changes: body, cursor: nextCursor(headers) ?? cursor ?? "" }
  }
}

const pathOf = (monitorId: string): string => `/monitors/${encodeURIComponent(monitorId)}`
