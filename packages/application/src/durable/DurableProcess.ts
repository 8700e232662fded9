/**
 * A durable process: a row, steps that change it, and waits between them (architecture 4). The row decides what is next;
 * the engine only says when to look. Collections and consents are instances of it, each a {@link DurableProcess}.
 */
import type { NextStep, ProcessOutline, ProcessStore, StoreError } from "@sheaf/ports"
import type { Effect } from "effect"
import type { Timeouts } from "../Timeouts.ts"
import type { Engine, Names } from "./Engine.ts"

/** The wait of a process. It holds nothing personal, because the engine keeps it in clear. */
export type Wait =
  /** No step is left. */
  | { readonly _tag: "End" }
  /** The next step follows after `millis`. Nothing shortens the pause. */
  | { readonly _tag: "Pause"; readonly step: number; readonly millis: number }
  /** The next step follows when something wakes the process, and after `millis` at the latest. */
  | { readonly _tag: "Signal"; readonly step: number; readonly millis: number }

/** A wait before a step. */
export type WaitForStep = Exclude<Wait, { readonly _tag: "End" }>

/** The rows of one kind of process. */
export interface DurableRows<Outline extends ProcessOutline, End, R> {
  readonly names: Names
  readonly store: Effect.Effect<ProcessStore<Outline, End>, never, R>
  /** The end of a process that is given up, as its lifecycle allows it. */
  readonly abandoned: (outline: Outline, at: number) => End
}

/** One kind of process, as the mechanism knows it. */
export interface DurableProcess<Outline extends ProcessOutline, End, R> extends DurableRows<Outline, End, R> {
  readonly engine: Effect.Effect<Engine, never, R>
  /** Takes the steps that are due. Coming early, late or twice does no harm. */
  readonly takeSteps: (id: string) => Effect.Effect<Wait, StoreError, R>
  /** Processes with a change of which the engine may not have heard. */
  readonly unannounced: Effect.Effect<ReadonlyArray<NextStep>, StoreError, R>
  /** How long after its time a process counts as lost by the engine, in milliseconds. */
  readonly grace: (timeouts: Timeouts) => number
  /** Whether a process that cannot be read is kept, because the key that opens it may come back. */
  readonly isKept: (outline: Outline, now: number) => Effect.Effect<boolean, StoreError, R>
}
