/** What the stores of collections and of consents have in common, because both store processes (architecture 4). */
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
  /** Rises with every change that clients can see. */
  readonly revision: number
  readonly createdAt: number
  readonly statusChangedAt: number
}

/** The unsealed columns of a process that has steps left. They can be read even if the sealed ones cannot be opened. */
export interface ProcessOutline {
  /** How many steps were taken, which is also the next step's number. */
  readonly step: number
  readonly revision: number
  /** When the process continues by itself, in milliseconds since 1970. */
  readonly dueAt: number
}

/** The number of open processes in one status that are due, or that are waiting. Times are milliseconds since 1970. */
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
  /** Counts the processes that have not ended. A process is due if its `dueAt` is not after `now`. */
  readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError>
  /** Reads the unsealed columns of a process that has steps left. */
  readonly outline: (id: string) => Effect.Effect<Option.Option<Outline>, StoreError>
  /**
   * Ends a process and erases its sealed columns. Does not read them, so it works even if they cannot be unsealed.
   * Returns false if the process has changed since `found`.
   */
  readonly abandon: (found: Outline, end: End) => Effect.Effect<boolean, StoreError>
  /** Erases processes that ended before a time. Returns their number. */
  readonly eraseRows: (endedBefore: number) => Effect.Effect<number, StoreError>
}
