/** The tags for a collection's client and person. Adapters receive them with the collection's calls (spec 8). */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { Asker, Sealer } from "@sheaf/ports"
import type { Work } from "@sheaf/ports"
import { Effect } from "effect"
import * as LoginHash from "../limits/LoginHash.ts"

/**
 * Returns the tags. The person's tag is a keyed hash of the login identity. A file identifies no person, so the user who
 * uploads it counts as the person.
 */
const of = ({ clientId, collectionId, order, userId }: Work, sealer: Sealer["Service"]): Asker => {
  const identity = order?._tag === "Login" ? LoginIdentity.of(order.login) : undefined
  const person = identity && LoginHash.of(sealer, { tenant: "", record: "asker" }, identity)
  return { client: clientId, person: person ?? userId ?? collectionId }
}

/** Tags the calls of an effect with a collection's client and person. */
export const provide =
  (work: Work) =>
  <A, E, R>(calls: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Sealer> =>
    Effect.flatMap(Sealer, (sealer) => Effect.provideService(calls, Asker, of(work, sealer)))
