/**
 * The return state identifies the collection that a person returns to from a page, and is part of the return URL (spec
 * 2.4, 16). It contains the collection's id, the number of the connector call, and a keyed hash of both. Every node can
 * therefore find the collection, and nobody can forge a state. Each call has its own state, which works only once.
 */
import { PublicUrl, Sealer } from "@sheaf/ports"
import type { CollectionState, PageReturn } from "@sheaf/ports"
import { Effect } from "effect"

const pattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,9})\.[\w-]{20,100}$/

type Named = Pick<CollectionState, "clientId" | "collectionId">

const indexOf = ({ clientId, collectionId }: Named, readable: string) =>
  Effect.map(Sealer, ({ blindIndex }) =>
    blindIndex({ tenant: clientId, record: `${collectionId}/return state` }, readable)
  )

/**
 * If this step of the collection shows a page of the company, returns the URL to which that page sends the person back.
 */
export const pageReturnOf = Effect.fnUntraced(function* (
  collection: Named & Pick<CollectionState, "company" | "step">
) {
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

/** Returns true if this return state, or a newer one of the same collection, has been used. */
export const isUsed = ({ visit }: Pick<CollectionState, "visit">, state: string): boolean =>
  visit !== undefined && Number(stepIn(state)) <= visit.usedUntil

/**
 * Returns a key that differs for each collection and for each of the person's returns from a page. The confirmation
 * code is derived from this key, so a code from one page cannot confirm the person who used the next page.
 */
export const returnKeyOf = ({ collectionId, visit }: Pick<CollectionState, "collectionId" | "visit">): string =>
  `${collectionId}.${visit?.usedUntil ?? ""}`

const stepIn = (state: string): string => pattern.exec(state)?.[2] ?? ""

export const collectionIdIn = (state: string): string | undefined => pattern.exec(state)?.[1]
