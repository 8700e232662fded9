/**
 * Driven port: the shards of this node. Several nodes on one database divide the processes by shards, and each node runs
 * the processes of its own. Every process belongs to a shard, which its row names.
 */
import { Context, Effect } from "effect"
import type { Scope } from "effect"

/** The number of shards. They have the numbers from 1. It must never change, because rows name their shard. */
export const shardCount = 300

export interface Shards {
  /** True if several nodes can share the database. */
  readonly isShared: boolean
  /** Returns the shards of this node. They can move to another node at any time. */
  readonly own: () => ReadonlyArray<number>
  /**
   * Returns true if a shard is this node's. A node that was frozen can take a few seconds to notice that it has
   * lost a shard.
   */
  readonly has: (shard: number) => boolean
  /** Runs `listener` after this node has gained or lost shards, while the scope is open. */
  readonly subscribe: (listener: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
}

const all = Array.from({ length: shardCount }, (_, index) => index + 1)

/** By default, there are no other nodes. */
export const Shards = Context.Reference<Shards>("@sheaf/ports/Shards", {
  defaultValue: () => ({ isShared: false, own: () => all, has: () => true, subscribe: () => Effect.void })
})
