/** Limits the memory for data from companies, which all running steps share (spec 8). */
import { Context, Effect } from "effect"

/** The memory of one collection's step. */
export interface MemoryBudget {
  /**
   * Reserves memory for more bytes until the step is recorded, waiting while other steps hold too much. Returns false
   * if too many steps of the same client already wait.
   */
  readonly reserve: (bytes: number) => Effect.Effect<boolean>
}
export const MemoryBudget = Context.Reference<MemoryBudget>("@sheaf/ports/MemoryBudget", {
  defaultValue: () => ({ reserve: () => Effect.succeed(true) })
})

/** Gives steps their memory. */
export interface MemoryBudgets {
  /** Runs a client's step, and releases its memory when it ends. */
  readonly within: (client: string) => <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}
export const MemoryBudgets = Context.Reference<MemoryBudgets>("@sheaf/ports/MemoryBudgets", {
  defaultValue: () => ({ within: () => (step) => step })
})
