/** Connects this process to the other nodes that share its database. */
import { Context, Effect } from "effect"
import type { Scope } from "effect"
import type { UnsupportedReleaseError } from "../database/Releases.ts"

export interface NodeMembership {
  /** Joins the other nodes until the scope closes. The node has no shards before it joins. */
  readonly join: Effect.Effect<void, UnsupportedReleaseError, Scope.Scope>
}

/** By default, there are no other nodes. */
export const NodeMembership = Context.Reference<NodeMembership>("@sheaf/adapters-sql/NodeMembership", {
  defaultValue: () => ({ join: Effect.void })
})
