/**
 * The state that leads a person back from a bank's page to a collection: the collection's id and a keyed hash, which
 * nobody can compute without the service's key (decisions 9, 21). Every node can find the collection by it.
 */
import { Sealer } from "@sheaf/ports"
import type { Work } from "@sheaf/ports"
import { Effect, Schema } from "effect"

const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

const pattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{20,100}$/

type Named = Pick<Work, "clientId" | "collectionId">

const placeOf = ({ clientId, collectionId }: Named) => ({
  tenant: clientId,
  record: `${collectionId}/return state`
})

const textOf = ({ collectionId }: Named, hash: Uint8Array) => `${collectionId}.${base64Url(hash)}`

/** Returns a collection's state. It is the same each time. */
export const of = (work: Named) =>
  Effect.map(Sealer, (sealer) => textOf(work, sealer.blindIndex(placeOf(work), work.collectionId)))

/** Returns true if a state is the collection's, also under an older pepper. */
export const isOf = (work: Named, state: string) =>
  Effect.map(Sealer, (sealer) => {
    const at = placeOf(work)
    const hashes = [sealer.blindIndex(at, work.collectionId), ...sealer.olderIndexes(at, work.collectionId)]
    return hashes.some((hash) => textOf(work, hash) === state)
  })

/** Returns the id of the collection that a state names, or `undefined` if no state looks like this. */
export const idIn = (state: string): string | undefined => pattern.exec(state)?.[1]
