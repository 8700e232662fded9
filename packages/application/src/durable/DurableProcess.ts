/**
 * A durable process: a row, steps that change the row, and waits between the steps (architecture 4). The row decides what
 * happens next, and the engine only wakes the process. Collections and consents are its two instances.
 */
import type { NextStep, ProcessOutline, ProcessStore, StoreError } from "@sheaf/ports"
import type { Effect } from "effect"
import type { Timeouts } from "../Timeouts.ts"
import type { Engine, WorkflowNames } from "./Engine.ts"

/** A process's wait. It holds no personal data, because the engine stores it in plain text. */
export type Wait =
  /** No step is left. */
  | { readonly _tag: "End" }
  /** The next step follows after `millis`. Nothing shortens the pause. */
  | { readonly _tag: "Pause"; readonly step: number; readonly millis: number }
  /** The next step follows when a signal wakes the process, after `millis` at the latest. */
  | { readonly _tag: "Signal"; readonly step: number; readonly millis: number }

export type WaitForStep = Exclude<Wait, { readonly _tag: "End" }>

/** One kind of process. */
export interface DurableProcess<Outline extends ProcessOutline, End, R> {
  readonly names: WorkflowNames
  readonly store: Effect.Effect<ProcessStore<Outline, End>, never, R>
  readonly engine: Effect.Effect<Engine, never, R>
  /** Takes the steps that are due. Idempotent: an early, late or repeated call does no harm. */
  readonly takeSteps: (id: string) => Effect.Effect<Wait, StoreError, R>
  /** The processes with a change that the engine may have missed. */
  readonly unannounced: Effect.Effect<ReadonlyArray<NextStep>, StoreError, R>
  /** Returns the delay, in milliseconds, after which an overdue process counts as lost by the engine. */
  readonly grace: (timeouts: Timeouts) => number
  /** Checks whether to keep an unreadable process, in case an operator restores its key. */
  readonly isKept: (outline: Outline, now: number) => Effect.Effect<boolean, StoreError, R>
  /** Returns the end that the lifecycle allows for an abandoned process. */
  readonly abandoned: (outline: Outline, at: number) => End
}
