/** Whether this process has joined the group of nodes that share its database. */
import { Context, Effect } from "effect"
import type { Scope } from "effect"
import type { UnsupportedReleaseError } from "../database/Releases.ts"

export interface NodeMembership {
  /** Joins the nodes while the scope is open. Before that, the node has no shards. */
  readonly join: Effect.Effect<void, UnsupportedReleaseError, Scope.Scope>
}

/** By default, there are no other nodes. */
export const NodeMembership = Context.Reference<NodeMembership>("@sheaf/adapters-sql/NodeMembership", {
  defaultValue: () => ({ join: Effect.void })
})
