/** The tags for a collection's client and person. Adapters receive them with the collection's calls (spec 8). */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { CallContext, Sealer } from "@sheaf/ports"
import type { CollectionState } from "@sheaf/ports"
import { Effect } from "effect"
import * as LoginHash from "../limits/LoginHash.ts"

/**
 * Returns the tags. The person's tag is a keyed hash of the login identity. A file identifies no person, so the user who
 * uploads it counts as the person.
 */
const of = ({ clientId, collectionId, order, userId }: CollectionState, sealer: Sealer["Service"]): CallContext => {
  const identity = order?._tag === "Login" ? LoginIdentity.identityOf(order.login) : undefined
  const person = identity && LoginHash.hashOf(sealer, { tenant: "", record: "asker" }, identity)
  return { client: clientId, person: person ?? userId ?? collectionId }
}

/** Tags the calls of an effect with a collection's client and person. */
export const provideCallContext =
  (collection: CollectionState) =>
  <A, E, R>(calls: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Sealer> =>
    Effect.flatMap(Sealer, (sealer) => Effect.provideService(calls, CallContext, of(collection, sealer)))
