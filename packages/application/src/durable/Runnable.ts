/** The parts of a durable process that the engine and `InMemory` need: its names, its steps and its waits. */
import type { StoreError } from "@sheaf/ports"
import type { Effect } from "effect"

/** The names by which the engine finds executions after a restart. A released name must never change. */
export interface WorkflowNames {
  readonly workflow: string
  /** The name of the process id, in the payload and in logs. */
  readonly id: string
  /** The prefix of wakes. The wake `<signal>-<n>` ends the wait before step `n`. */
  readonly signal: string
  /** The prefix of clocks. The clock `<clock>-<n>` ends the wait before step `n` if no wake does. */
  readonly clock: string
}

/** A process's wait. The engine stores it in plain text, so it contains no personal data. */
export type Wait =
  /** No step is left. */
  | { readonly _tag: "End" }
  /** The next step follows after `millis`. Nothing can shorten the pause. */
  | { readonly _tag: "Pause"; readonly step: number; readonly millis: number }
  /** The next step follows when another writer wakes the process, or after `millis` at the latest. */
  | { readonly _tag: "Wake"; readonly step: number; readonly millis: number }

export type WaitForStep = Exclude<Wait, { readonly _tag: "End" }>

/** A process that can be run by its id. `Row` is its state between two steps. */
export interface Runnable<R, Row = never> {
  readonly names: WorkflowNames
  /**
   * Takes the steps that are due. Idempotent: early, late and repeated calls are harmless. If `isJournaled` is false
   * (the default is true), the engine has no journal to delete after the process ends. Reads the row, unless the caller
   * has just written it.
   */
  readonly takeSteps: (id: string, isJournaled?: boolean, written?: Row) => Effect.Effect<Wait, StoreError, R>
}
