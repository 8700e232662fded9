/** The tags of a collection's client and person, which adapters receive with the collection's calls (decisions 14). */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { Asker, Sealer } from "@sheaf/ports"
import type { Work } from "@sheaf/ports"
import { Effect } from "effect"

/** Returns the tags. A keyed hash stands for the login identity. A file names nobody, so its user stands for the person. */
const of = ({ clientId, collectionId, order, userId }: Work, { blindIndex }: Sealer["Service"]): Asker => {
  const identity = order?._tag === "Login" ? LoginIdentity.of(order.login) : undefined
  const person = identity && blindIndex({ tenant: "", record: "asker" }, identity.join(" ")).join()
  return { client: clientId, person: person ?? userId ?? collectionId }
}

/** Runs the calls of an effect for a collection's client and person. */
export const provide =
  (work: Work) =>
  <A, E, R>(calls: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Sealer> =>
    Effect.flatMap(Sealer, (sealer) => Effect.provideService(calls, Asker, of(work, sealer)))
