/** What the stores of collections and consents have in common: both store processes (architecture 4). */
import type { CompanyId } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** Times are milliseconds since 1970. */
export interface ProcessIdentity<Status> {
  readonly clientId: string
  readonly company: CompanyId
  readonly market: Market
  readonly status: Status
  /** Increases with every change that clients can see. */
  readonly revision: number
  readonly createdAt: number
  readonly statusChangedAt: number
}

/** The unsealed columns of a process that has steps left. They can be read even if the sealed ones cannot be opened. */
export interface ProcessOutline {
  /** The number of steps taken so far, which is also the next step's number. */
  readonly step: number
  readonly revision: number
  readonly dueAt: number
}

/** Counts the open processes in one status, due and waiting ones separately. Times are milliseconds since 1970. */
export interface ProcessCount {
  readonly status: string
  /** True for running or due processes, false for waiting ones. */
  readonly isDue: boolean
  readonly count: number
  readonly oldestAt: number
  readonly dueAt: number
}

export interface ProcessStore<Outline extends ProcessOutline, End> {
  /** Counts the open processes. A process is due if its `dueAt` is at or before `now`. */
  readonly census: (now: number) => Effect.Effect<ReadonlyArray<ProcessCount>, StoreError>
  readonly outline: (id: string) => Effect.Effect<Option.Option<Outline>, StoreError>
  /**
   * Ends a process and erases its sealed columns without reading them, so it works even if they cannot be unsealed.
   * Returns false if the process has changed since `found`.
   */
  readonly abandon: (found: Outline, end: End) => Effect.Effect<boolean, StoreError>
  readonly eraseRows: (endedBefore: number) => Effect.Effect<number, StoreError>
}
