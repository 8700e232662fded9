/**
 * The state that leads a person back from an authorization server to a collection: the collection's id and a keyed hash,
 * which nobody can compute without the service's key (decisions 9, 21). Every node can find the collection by it.
 */
import { Sealer } from "@sheaf/ports"
import type { Work } from "@sheaf/ports"
import { Effect, Schema } from "effect"

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

const pattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{20,100}$/

/** Returns a collection's state. It is the same each time. */
export const of = ({ clientId, collectionId }: Pick<Work, "clientId" | "collectionId">) =>
  Effect.map(Sealer, (sealer) => {
    const place = { tenant: clientId, record: `${collectionId}/return state` }
    return `${collectionId}.${base64Url(sealer.blindIndex(place, collectionId))}`
  })

/** Returns the id of the collection that a state names, or `undefined` if no state looks like this. */
export const idIn = (state: string): string | undefined => pattern.exec(state)?.[1]
