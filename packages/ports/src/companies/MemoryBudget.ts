/** Limits how much memory all running steps together may use for data from companies (spec 8). */
import { Context, Effect } from "effect"

/** The memory for one step of a collection. */
export interface MemoryBudget {
  /**
   * Reserves memory for more bytes until the step is recorded. Waits while other steps use too much. Returns false if
   * too many of the client's steps are already waiting.
   */
  readonly reserve: (bytes: number) => Effect.Effect<boolean>
}
export const MemoryBudget = Context.Reference<MemoryBudget>("@sheaf/ports/MemoryBudget", {
  defaultValue: () => ({ reserve: () => Effect.succeed(true) })
})

/** Allocates memory to steps. */
export interface MemoryBudgets {
  /** Runs a client's step, and releases its memory when it ends. */
  readonly within: (client: string) => <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}
export const MemoryBudgets = Context.Reference<MemoryBudgets>("@sheaf/ports/MemoryBudgets", {
  defaultValue: () => ({ within: () => (step) => step })
})
