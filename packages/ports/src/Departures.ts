/** The departures of other nodes on the same database. */
import { Context, Effect } from "effect"
import type { Scope } from "effect"

export interface Departures {
  /** True if several nodes can share the database. */
  readonly isShared: boolean
  /**
   * Runs `takeOver` after nodes have died or stopped, until it succeeds, while the scope is open. It runs in no
   * particular node, and in several at once.
   */
  readonly subscribe: (takeOver: Effect.Effect<void, unknown>) => Effect.Effect<void, never, Scope.Scope>
}

/** By default, there are no other nodes. */
export const Departures = Context.Reference<Departures>("@sheaf/ports/Departures", {
  defaultValue: () => ({ isShared: false, subscribe: () => Effect.void })
})
