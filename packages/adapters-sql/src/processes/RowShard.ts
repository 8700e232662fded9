/** The shards of processes, as their rows name them. */
import { Shards, shardCount } from "@sheaf/ports"
import { Effect } from "effect"
import { literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** Makes the parts of statements that depend on this node's shards. */
export const make = Effect.map(Shards, ({ isShared, own }) => {
  let chosen = 0

  /** Chooses one of this node's shards for a new row, so that the node itself runs the process. */
  const choose = (): number => {
    const shards = own()
    chosen += 1
    return shards[chosen % shards.length] ?? (chosen % shardCount) + 1
  }

  return {
    choose,
    /** Returns a further assignment for an UPDATE after which this node continues the process. */
    taken: (): Statement => (isShared && own().length > 0 ? statement`, shard = ${choose()}` : literal("")),
    /** Returns the condition that a row belongs to this node. */
    isOwn: (): string => {
      if (!isShared) return "TRUE"
      const shards = own()
      return shards.length === 0 ? "FALSE" : `shard IN (${shards.join(", ")})`
    }
  }
})
