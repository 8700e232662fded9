/** Limits the total memory that running steps may use for data from companies (spec 8). */
import { Context, Effect } from "effect"

export interface MemoryBudget {
  /**
   * Reserves `bytes` until the step is recorded. Waits while other steps use too much memory. Returns false if too many
   * of the client's steps are already waiting.
   */
  readonly reserve: (bytes: number) => Effect.Effect<boolean>
}
export const MemoryBudget = Context.Reference<MemoryBudget>("@sheaf/ports/MemoryBudget", {
  defaultValue: () => ({ reserve: () => Effect.succeed(true) })
})

export interface MemoryBudgets {
  readonly within: (client: string) => <A, E, R>(step: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}
export const MemoryBudgets = Context.Reference<MemoryBudgets>("@sheaf/ports/MemoryBudgets", {
  defaultValue: () => ({ within: () => (step) => step })
})
