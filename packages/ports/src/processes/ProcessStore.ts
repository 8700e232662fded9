/** The store methods that collections and consents need as processes (architecture 4). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** The members that collections and consents have in common. Times are milliseconds since 1970. */
export interface ProcessIdentity<Status> {
  readonly clientId: string
  readonly company: CompanyId
  readonly market: Market
  readonly status: Status
  /** A number that increases with every change that clients can see. */
  readonly revision: number
  readonly createdAt: number
  readonly statusChangedAt: number
}

/**
 * The unsealed columns of a process that has steps left. They can be read even if the sealed columns cannot be opened.
 */
export interface ProcessOutline {
  /** The number of steps taken, which is also the next step's number. */
  readonly step: number
  readonly revision: number
  /** The time at which the process continues on its own, in milliseconds since 1970. */
  readonly dueAt: number
}

/** The processes of one status that have not ended and are all due, or all not due. Times are milliseconds since 1970. */
export interface ProcessCount {
  readonly status: string
  /** True if a step is running or due, false if the processes wait. */
  readonly isDue: boolean
  readonly count: number
  /** The time at which the oldest of them was created. */
  readonly oldestAt: number
  /** The earliest time at which one of them continues on its own. */
  readonly dueAt: number
}

export interface ProcessStore<Outline extends ProcessOutline, End> {
  /** Counts the processes that have not ended. Those that continue at `now` or earlier are due. */
  readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError>
  /** Reads the unsealed columns of a process that has steps left. */
  readonly outline: (id: string) => Effect.Effect<Option.Option<Outline>, StoreError>
  /**
   * Ends a process and erases its sealed columns without reading them. Returns false if the process has changed since
   * `found`.
   */
  readonly abandon: (found: Outline, end: End) => Effect.Effect<boolean, StoreError>
  /** Erases processes that ended before a time. Returns their number. */
  readonly eraseRows: (endedBefore: number) => Effect.Effect<number, StoreError>
}
