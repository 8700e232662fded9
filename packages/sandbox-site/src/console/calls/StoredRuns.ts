/**
 * Stores this tab's runs, so that they survive a reload. This module stores only the requests, and when the page saw
 * each status. The service has everything else: statuses, events and webhooks.
 */
import type { LoginMethod } from "@sheaf/client"
import type { HttpExchange } from "./Exchanges.ts"

/** A status, and how long after the start the page saw it, in milliseconds. */
export interface StatusTime {
  readonly status: string
  readonly after: number
}

export interface StoredRun {
  /** In milliseconds since 1970. Absent if another tab has started the run, until the run's first status is known. */
  readonly startedAt?: number
  readonly method?: LoginMethod
  readonly exchanges: ReadonlyArray<HttpExchange>
  readonly seen: ReadonlyArray<StatusTime>
  /** How many of the scenario's answers have been sent. */
  readonly answered: number
}

const keyOf = (id: string): string => `sheaf-sandbox-run/${id}`

/** Stores a run. If the browser's storage is full, drops other runs. `id` is that of the collection or consent. */
export const storeRun = (id: string, run: StoredRun): void => {
  const write = () => sessionStorage.setItem(keyOf(id), JSON.stringify(run))
  try {
    write()
  } catch {
    sessionStorage.clear()
    try {
      write()
    } catch {
      // The run alone is larger than the storage. After a reload, only what the service keeps will be shown.
    }
  }
}

/**
 * Returns true for a run as {@link storeRun} stores it. Another release of the page may have stored something
 * different.
 */
const isRun = (value: unknown): value is StoredRun =>
  typeof value === "object" &&
  value !== null &&
  "exchanges" in value &&
  Array.isArray(value.exchanges) &&
  "seen" in value &&
  Array.isArray(value.seen) &&
  "answered" in value &&
  typeof value.answered === "number"

/** Returns the run with this id, if it was started in this tab. */
export const findRun = (id: string): StoredRun | undefined => {
  const run: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null")
  return isRun(run) ? run : undefined
}
