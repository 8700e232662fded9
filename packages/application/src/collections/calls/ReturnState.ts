/**
 * The return state leads a person from a page back to a collection. It consists of the collection's id, by which every
 * node finds it, and a hash with the service's key, so that nobody can forge it (spec 2.4, 16). The hash covers the
 * connector call's number. Therefore each call has its own state, which works at most once.
 */
import { PublicUrl, Sealer } from "@sheaf/ports"
import type { CollectionState, PageReturn } from "@sheaf/ports"
import { Effect } from "effect"

const pattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.[\w-]{20,100}$/

type Named = Pick<CollectionState, "clientId" | "collectionId">

/** Hashes the readable part of a state. */
const indexOf = ({ clientId, collectionId }: Named, readable: string) =>
  Effect.map(Sealer, ({ blindIndex }) =>
    blindIndex({ tenant: clientId, record: `${collectionId}/return state` }, readable)
  )

/** Returns the URL to which the company's page sends the person back, if this step of the collection may show one. */
export const pageReturnOf = Effect.fnUntraced(function* (
  collection: Named & Pick<CollectionState, "company" | "step" | "visit">
) {
  if (collection.visit === undefined) return undefined
  const readable = `${collection.collectionId}.${collection.step}`
  const state = `${readable}.${(yield* indexOf(collection, readable)).written.text}`
  const registeredUrl = `${yield* (yield* PublicUrl).base}/collections/return/${collection.company}`
  return { url: `${registeredUrl}/${state}`, registeredUrl, state } satisfies PageReturn
})

/** Returns true if a state belongs to this collection, under any pepper. */
export const isReturnStateOf = (collection: Named, state: string) => {
  const readable = `${collection.collectionId}.${stepIn(state)}`
  return Effect.map(indexOf(collection, readable), ({ texts }) => texts.some((text) => `${readable}.${text}` === state))
}

/** Returns true if a return state, or a newer one, has been used. */
export const isUsed = ({ visit }: Pick<CollectionState, "visit">, state: string): boolean =>
  visit !== undefined && Number(stepIn(state)) <= visit.usedUntil

/**
 * Returns a key for one of a collection's returns. The confirmation code follows from it, so the code from one page
 * cannot confirm the person who used the next.
 */
export const returnKeyOf = ({ collectionId, visit }: Pick<CollectionState, "collectionId" | "visit">): string =>
  `${collectionId}.${visit?.usedUntil ?? ""}`

const stepIn = (state: string): string => pattern.exec(state)?.[2] ?? ""

/** Returns the id of the collection that a state identifies, or `undefined` if the text is not a state. */
export const collectionIdIn = (state: string): string | undefined => pattern.exec(state)?.[1]
