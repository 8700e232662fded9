/**
 * Driven port: the shards that this node runs. Each process belongs to one shard, which is stored in its row. All nodes
 * that use the same database divide the shards among themselves.
 */
import { Context, Effect } from "effect"
import type { Scope } from "effect"

/** The number of shards, which are numbered from 1. Never change it, because rows store their shard. */
export const shardCount = 300

export interface Shards {
  readonly isShared: boolean
  /** A shard can move to another node at any time. */
  readonly own: () => ReadonlyArray<number>
  /**
   * Returns true if this node runs a shard. A node that was suspended can take a few seconds to notice that it has lost
   * a shard.
   */
  readonly has: (shard: number) => boolean
  /** While the scope is open, runs `listener` whenever this node has gained or lost shards. */
  readonly subscribe: (listener: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
}

const all = Array.from({ length: shardCount }, (_, index) => index + 1)

export const Shards = Context.Reference<Shards>("@sheaf/ports/Shards", {
  defaultValue: () => ({ isShared: false, own: () => all, has: () => true, subscribe: () => Effect.void })
})
