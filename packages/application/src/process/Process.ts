/**
 * A process: a row, steps that change the row, and waits between the steps. The row is the only record of the process, so
 * it decides what happens next, and any node can continue it after a crash. Collections, consents, Connect sessions, monitors, webhook
 * endpoints and recurring tasks are processes.
 */
import type { ProcessKind, StoreError } from "@sheaf/ports"
import type { Cause, Effect } from "effect"

/** What a process does after its due steps. */
export type Wait =
  /** No step is left. */
  | { readonly _tag: "End" }
  /** The next step follows after `millis`. */
  | { readonly _tag: "Pause"; readonly millis: number }
  /** The next step follows when somebody changes the row, for example with an answer, or after `millis` at the latest. */
  | { readonly _tag: "Idle"; readonly millis: number }
  /** Another writer has changed the row in the meantime. */
  | { readonly _tag: "Overtaken" }
  /** Another node runs the process. */
  | { readonly _tag: "Moved" }

export type TimedWait = Extract<Wait, { readonly millis: number }>

/** One kind of process. `Row` is its state between two steps. */
export interface Process<Row, R> {
  readonly kind: ProcessKind
  /** The name of the process's id in logs. */
  readonly idName: string
  /**
   * Takes the steps that are due. Idempotent: early, late and repeated calls are harmless. Reads the row, unless the caller
   * has just written it.
   */
  readonly takeSteps: (id: string, written?: Row) => Effect.Effect<Wait, StoreError, R>
  /**
   * Abandons a process that cannot be read because of `cause`. Returns false if the process should be kept, in case an
   * operator restores its key.
   */
  readonly giveUp: (id: string, cause: Cause.Cause<unknown>) => Effect.Effect<boolean, StoreError, R>
}
