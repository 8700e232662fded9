/** The part of a store that every durable process needs, whatever its rows hold (architecture 4). */
import type { Effect, Option } from "effect"
import type { StoreError } from "./StoreError.ts"

/** The columns in clear of a process that has not ended. Its sealed columns may be unreadable. */
export interface ProcessOutline {
  /** The number of steps taken, which is the number of the next one. */
  readonly step: number
  readonly revision: number
  /** When the process is to go on by itself, in milliseconds since 1970. */
  readonly dueAt: number
}

/** The number of the next step of a process. */
export interface NextStep {
  readonly id: string
  readonly step: number
}

export interface ProcessStore<Outline extends ProcessOutline, End> {
  /** Accepted processes without a recorded step. */
  readonly unstarted: Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Processes that have not ended and were due before a time. */
  readonly overdue: (before: number) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Reads a process that has not ended without unsealing anything. */
  readonly outline: (id: string) => Effect.Effect<Option.Option<Outline>, StoreError>
  /**
   * Ends a process without unsealing anything, and erases what is sealed. Returns false and does nothing when the process
   * has changed since `found` was read.
   */
  readonly abandon: (found: Outline, end: End) => Effect.Effect<boolean, StoreError>
  /** Processes that ended before a time and whose journal is not forgotten, at most `limit`. */
  readonly journaled: (endedBefore: number, limit: number) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Notes that the engine has forgotten the journals of these processes. */
  readonly journalForgotten: (ids: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Erases processes that ended before a time and whose journal is forgotten. Returns their number. */
  readonly expireRecords: (endedBefore: number) => Effect.Effect<number, StoreError>
}
