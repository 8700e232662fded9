/**
 * The state that leads a person back from a bank's page to a collection: the collection's id and a keyed hash, which
 * nobody can compute without the service's key (spec 2.4, 16). Every node can find the collection by it.
 */
import { Sealer } from "@sheaf/ports"
import type { CollectionState } from "@sheaf/ports"
import { Effect } from "effect"

const pattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{20,100}$/

type Named = Pick<CollectionState, "clientId" | "collectionId">

const indexOf = ({ clientId, collectionId }: Named) =>
  Effect.map(Sealer, ({ blindIndex }) =>
    blindIndex({ tenant: clientId, record: `${collectionId}/return state` }, collectionId)
  )

/** Returns a collection's state. It is the same each time, unless the pepper rotates. */
export const of = (work: Named) => Effect.map(indexOf(work), ({ written }) => `${work.collectionId}.${written.text}`)

/** Returns whether a state leads to a collection, under any pepper. */
export const isOf = (work: Named, state: string) =>
  Effect.map(indexOf(work), ({ texts }) => texts.some((text) => `${work.collectionId}.${text}` === state))

/** Returns the id of the collection that a state names, or `undefined` if no state looks like this. */
export const idIn = (state: string): string | undefined => pattern.exec(state)?.[1]
