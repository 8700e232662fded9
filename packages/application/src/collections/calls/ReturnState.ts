/**
 * The state that leads a person back from a page to a collection: the collection's id and a keyed hash, which nobody can
 * compute without the service's key (spec 2.4, 16). Every node can find the collection by it. Each call to a connector has
 * its own, with the call's number, so that each can work once.
 */
import { PublicUrl, Sealer } from "@sheaf/ports"
import type { CollectionState, PageReturn } from "@sheaf/ports"
import { Effect } from "effect"

const pattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.[\w-]{20,100}$/

type Named = Pick<CollectionState, "clientId" | "collectionId">

/** Hashes the part of a state before its hash. */
const indexOf = ({ clientId, collectionId }: Named, readable: string) =>
  Effect.map(Sealer, ({ blindIndex }) =>
    blindIndex({ tenant: clientId, record: `${collectionId}/return state` }, readable)
  )

/** Returns the address to which a page sends the person back, if a step of the collection may show one. */
export const pageReturnOf = Effect.fnUntraced(function* (
  collection: Named & Pick<CollectionState, "company" | "step" | "visit">
) {
  if (collection.visit === undefined) return undefined
  const readable = `${collection.collectionId}.${collection.step}`
  const state = `${readable}.${(yield* indexOf(collection, readable)).written.text}`
  const registeredUrl = `${yield* (yield* PublicUrl).base}/collections/return/${collection.company}`
  return { url: `${registeredUrl}/${state}`, registeredUrl, state } satisfies PageReturn
})

/** Returns whether a state leads to a collection, under any pepper. */
export const isReturnStateOf = (collection: Named, state: string) => {
  const readable = `${collection.collectionId}.${stepIn(state)}`
  return Effect.map(indexOf(collection, readable), ({ texts }) => texts.some((text) => `${readable}.${text}` === state))
}

/** Returns whether a state has already led a person back, or is older than one that has. */
export const isUsed = ({ visit }: Pick<CollectionState, "visit">, state: string): boolean =>
  visit !== undefined && Number(stepIn(state)) <= visit.usedUntil

/**
 * Returns what tells a return from the collection's other returns. Each has its own confirmation code, so that a code
 * from one page cannot confirm who used the next.
 */
export const returnKeyOf = ({ collectionId, visit }: Pick<CollectionState, "collectionId" | "visit">): string =>
  `${collectionId}.${visit?.usedUntil ?? ""}`

const stepIn = (state: string): string => pattern.exec(state)?.[2] ?? ""

/** Returns the id of the collection that a state names, or `undefined` if no state looks like this. */
export const collectionIdIn = (state: string): string | undefined => pattern.exec(state)?.[1]
