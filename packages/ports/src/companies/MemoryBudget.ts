/** The memory for data from companies. The steps of all collections share it (spec 8). */
import { Context, Effect } from "effect"

/** The memory of one collection's step. */
export interface MemoryBudget {
  /**
   * Reserves memory for further bytes until the step is recorded, and waits while other steps hold too much. Returns false
   * if too many steps of the same client wait already.
   */
  readonly reserve: (bytes: number) => Effect.Effect<boolean>
}
export const MemoryBudget = Context.Reference<MemoryBudget>("@sheaf/ports/MemoryBudget", {
  defaultValue: () => ({ reserve: () => Effect.succeed(true) })
})

/** Gives steps their memory. */
export interface MemoryBudgets {
  /** Runs a client's step with a room of its own, and frees the room when the step ends. */
  readonly within: (client: string) => <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}
export const MemoryBudgets = Context.Reference<MemoryBudgets>("@sheaf/ports/MemoryBudgets", {
  defaultValue: () => ({ within: () => (step) => step })
})
