/**
 * A process: a row, steps that change the row, and waits between the steps. Everything about it is in the row, so any
 * node can continue it after a crash. Collections, consents, Connect sessions, monitors, webhook endpoints and
 * recurring tasks are processes.
 */
import type { ProcessKind, StoreError } from "@sheaf/ports"
import type { Cause, Effect } from "effect"

export type Wait =
  | { readonly _tag: "End" }
  | { readonly _tag: "Pause"; readonly millis: number }
  /** The next step is due after `millis`, or earlier if somebody changes the row, for example with an answer. */
  | { readonly _tag: "Idle"; readonly millis: number }
  /** Another writer has changed the row. */
  | { readonly _tag: "Overtaken" }
  /** Another node runs the process. */
  | { readonly _tag: "Moved" }

export type TimedWait = Extract<Wait, { readonly millis: number }>

/** One kind of process. `Row` is its state between steps. */
export interface Process<Row, R> {
  readonly kind: ProcessKind
  readonly idName: string
  /**
   * Takes the due steps. Idempotent: a call that is early, late or repeated does no harm. Reads the row, unless the
   * caller passes it as `written`.
   */
  readonly takeSteps: (id: string, written?: Row) => Effect.Effect<Wait, StoreError, R>
  /**
   * Abandons a process whose row cannot be read because of `cause`. Returns false if it keeps the process instead,
   * because an operator may still restore the row's key.
   */
  readonly giveUp: (id: string, cause: Cause.Cause<unknown>) => Effect.Effect<boolean, StoreError, R>
}
