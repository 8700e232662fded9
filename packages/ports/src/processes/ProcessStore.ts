/** What the stores of collections and of consents share, because both hold processes (architecture 4). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** What collections and consents share. Times are milliseconds since 1970. */
export interface ProcessIdentity<Status> {
  readonly clientId: string
  readonly company: CompanyId
  readonly market: Market
  readonly status: Status
  /** Rises with every change that clients can see. */
  readonly revision: number
  readonly createdAt: number
  readonly statusChangedAt: number
}

/**
 * The unsealed columns of a process that has steps left, which can be read even if the sealed ones cannot be opened.
 */
export interface ProcessOutline {
  /** How many steps were taken, which is also the next step's number. */
  readonly step: number
  readonly revision: number
  /** When the process continues on its own, in milliseconds since 1970. */
  readonly dueAt: number
}

/** How many open processes with one status are due, or how many wait. Times are milliseconds since 1970. */
export interface ProcessCount {
  readonly status: string
  /** True for running or due processes, false for waiting ones. */
  readonly isDue: boolean
  readonly count: number
  /** When the oldest of these processes was created. */
  readonly oldestAt: number
  /** When the first of these processes is due. */
  readonly dueAt: number
}

export interface ProcessStore<Outline extends ProcessOutline, End> {
  /** Counts the processes that have not ended, of which those with a time up to `now` are due. */
  readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError>
  /** Reads the unsealed columns of a process that has steps left. */
  readonly outline: (id: string) => Effect.Effect<Option.Option<Outline>, StoreError>
  /**
   * Ends a process and erases its sealed columns without reading them, so it works even if they cannot be unsealed.
   * Returns false if the process has changed since `found`.
   */
  readonly abandon: (found: Outline, end: End) => Effect.Effect<boolean, StoreError>
  /** Erases processes that ended before a time. Returns their number. */
  readonly eraseRows: (endedBefore: number) => Effect.Effect<number, StoreError>
}
