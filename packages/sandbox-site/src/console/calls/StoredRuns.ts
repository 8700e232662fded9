/**
 * The runs of this tab, which survive a reload. The service keeps statuses, events and webhooks, but not the requests and
 * the times at which this page saw a status.
 */
import type { LoginMethod } from "@sheaf/client"
import type { HttpExchange } from "./Exchanges.ts"

/** A status, and the time since the start at which the page saw it, in milliseconds. */
export interface StatusTime {
  readonly status: string
  readonly after: number
}

export interface StoredRun {
  /** In milliseconds since 1970. Absent until the first status of a run that another tab started. */
  readonly startedAt?: number
  readonly method?: LoginMethod
  readonly exchanges: ReadonlyArray<HttpExchange>
  readonly seen: ReadonlyArray<StatusTime>
  /** The number of the scenario's answers that were sent. */
  readonly answered: number
}

const keyOf = (id: string): string => `sheaf-sandbox-run/${id}`

/** Keeps a run. Drops other runs if the browser's storage is full. `id` is the collection or consent. */
export const storeRun = (id: string, run: StoredRun): void => {
  const write = () => sessionStorage.setItem(keyOf(id), JSON.stringify(run))
  try {
    write()
  } catch {
    sessionStorage.clear()
    try {
      write()
    } catch {
      // The run is larger than the storage. A reload then shows only what the service keeps.
    }
  }
}

/** Returns true for runs that `keep` stored. Another release of the page can have stored a different shape. */
const isRun = (value: unknown): value is StoredRun =>
  typeof value === "object" &&
  value !== null &&
  "exchanges" in value &&
  Array.isArray(value.exchanges) &&
  "seen" in value &&
  Array.isArray(value.seen) &&
  "answered" in value &&
  typeof value.answered === "number"

/** Returns the run with this id, if this tab started it. */
export const findRun = (id: string): StoredRun | undefined => {
  const run: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null")
  return isRun(run) ? run : undefined
}
