/** The part of a durable process that the engine and the run in memory need: its names, its steps and its waits. */
import type { StoreError } from "@sheaf/ports"
import type { Effect } from "effect"

/** The names by which the engine finds executions after a restart. A released name never changes. */
export interface WorkflowNames {
  readonly workflow: string
  /** The payload member that holds the id, and its name in logs. */
  readonly id: string
  /** The prefix of wakes. The wake `<signal>-<n>` ends the wait before step `n`. */
  readonly signal: string
  /** The prefix of clocks. The clock `<clock>-<n>` ends the wait if no wake does. */
  readonly clock: string
}

/** A process's wait. It holds no personal data, because the engine stores it in plain text. */
export type Wait =
  /** No step is left. */
  | { readonly _tag: "End" }
  /** The next step follows after `millis`. Nothing shortens the pause. */
  | { readonly _tag: "Pause"; readonly step: number; readonly millis: number }
  /** The next step follows when another writer wakes the process, after `millis` at the latest. */
  | { readonly _tag: "Wake"; readonly step: number; readonly millis: number }

export type WaitForStep = Exclude<Wait, { readonly _tag: "End" }>

/** A process that can be run by its id. */
export interface Runnable<R> {
  readonly names: WorkflowNames
  /**
   * Takes the steps that are due. Idempotent: an early, late or repeated call does no harm. The end of a process that is
   * not `isJournaled` (the default is true) leaves nothing for the engine to forget.
   */
  readonly takeSteps: (id: string, isJournaled?: boolean) => Effect.Effect<Wait, StoreError, R>
}
