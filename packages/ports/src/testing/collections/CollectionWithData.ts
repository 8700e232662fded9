/** Ended collections with data and documents, for the erasure suites. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionChange } from "../../collections/CollectionStore.ts"
import { newId } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"

export const acceptEndedWithData = Effect.fnUntraced(function* (
  clientId: string,
  more: Partial<CollectionChange> = {},
  identity: Sample.IdentityOverrides = {}
) {
  const terms = Sample.makeDocument(yield* newId)
  const data = { INSURANCE: [Sample.carInsuranceRecord], WEALTH: [Sample.pensionRecord] }
  const end = { data, documents: [terms], ...more }
  const collectionId = yield* Sample.acceptEndedCollection(clientId, "COMPLETED_PARTIAL", end, identity)
  return { clientId, collectionId, documentId: terms.documentId }
})

type WithData = Effect.Success<ReturnType<typeof acceptEndedWithData>>

/** Returns true if a collection still has all of its data, and false if it has none. Fails if it has only some. */
export const hasData = Effect.fnUntraced(function* ({ clientId, collectionId, documentId }: WithData) {
  const store = yield* CollectionStore
  const kept = [
    Option.isSome(yield* store.insuranceData(collectionId)),
    Option.isSome(yield* store.wealthData(collectionId)),
    Option.isSome(yield* store.document(collectionId, "INSURANCE", documentId)),
    !Option.getOrThrow(yield* store.dataFacts(clientId, collectionId)).expired
  ]
  assert.lengthOf([...new Set(kept)], 1)
  return kept.every(Boolean)
})
