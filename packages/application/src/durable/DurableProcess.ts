/**
 * A durable process: a row, steps that change the row, and waits between the steps (architecture 4). The row decides what
 * happens next, and the engine only wakes the process. Collections and consents are its two instances.
 */
import type { ProcessOutline, ProcessStore, StoreError } from "@sheaf/ports"
import type { Effect } from "effect"
import type { Timeouts } from "../Timeouts.ts"
import type { Engine } from "./Engine.ts"
import type { Runnable } from "./Runnable.ts"

export interface DurableProcess<Outline extends ProcessOutline, End, R> extends Runnable<R> {
  readonly store: Effect.Effect<ProcessStore<Outline, End>, never, R>
  readonly engine: Effect.Effect<Engine, never, R>
  /** Returns the delay, in milliseconds, after which Sheaf assumes that the engine has lost an overdue process. */
  readonly grace: (timeouts: Timeouts) => number
  /** Returns true if an unreadable process should be kept, in case an operator restores its key. */
  readonly isKept: (outline: Outline, now: number) => Effect.Effect<boolean, StoreError, R>
  /** Returns the end that the lifecycle allows for an abandoned process. */
  readonly abandoned: (outline: Outline, at: number) => End
}
