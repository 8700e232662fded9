/**
 * Stores this tab's runs so that they survive a reload. Stores only the requests and the times at which the page saw
 * each status. The statuses, events and webhooks themselves come from the service.
 */
import type { LoginMethod } from "@sheaf/client"
import type { HttpExchange } from "./Exchanges.ts"

/** A status, and when the page saw it, in milliseconds after the start. */
export interface StatusTime {
  readonly status: string
  readonly after: number
}

export interface StoredRun {
  /** In milliseconds since 1970. If another tab started the run, absent until the run's first status is known. */
  readonly startedAt?: number
  readonly method?: LoginMethod
  readonly exchanges: ReadonlyArray<HttpExchange>
  readonly seen: ReadonlyArray<StatusTime>
  readonly answered: number
}

const keyOf = (id: string): string => `sheaf-sandbox-run/${id}`

const sessionKey = "sheaf-sandbox-session"

/** Returns the id of this tab's session, which a reload does not change. */
export const sessionId = (): string => {
  const id = sessionStorage.getItem(sessionKey) ?? crypto.randomUUID()
  sessionStorage.setItem(sessionKey, id)
  return id
}

/** Stores a run. If the browser's storage is full, drops other runs. `id` is the id of the collection or consent. */
export const storeRun = (id: string, run: StoredRun): void => {
  const write = () => sessionStorage.setItem(keyOf(id), JSON.stringify(run))
  try {
    write()
  } catch {
    sessionStorage.clear()
    try {
      write()
    } catch {
      // This run alone exceeds the storage quota. After a reload, the page can show only what the service keeps.
    }
  }
}

/**
 * Returns true if the value has the form in which {@link storeRun} stores a run. Another release of the page may have
 * stored something different.
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

export const findRun = (id: string): StoredRun | undefined => {
  const run: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null")
  return isRun(run) ? run : undefined
}
