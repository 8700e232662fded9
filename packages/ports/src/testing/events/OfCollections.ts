/** Contract tests: the events that changes of collections add. */
import { assert } from "@effect/vitest"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import * as Sample from "../collections/Sample.ts"
import { testsOf } from "../Fixture.ts"
import { allOf } from "./Read.ts"
import type { Suite } from "./Read.ts"

export const ofCollections = (it: Suite): void => {
  const test = testsOf(it, CollectionStore)

  test("a collection that asks and completes adds two events with its facts", function* () {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.waiting(clientId)
    const store = yield* CollectionStore
    yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
    yield* store.advance(Sample.found(collectionId, 2, 4), [Sample.stepTo("COMPLETED", 5, { data: {} })])
    const facts = {
      collectionId,
      company: "se-nordhem",
      products: ["INSURANCE", "WEALTH"],
      createdAt: Sample.start
    } as const
    const events = yield* allOf(clientId)
    assert.deepStrictEqual(
      events.map(({ at, clientId, facts, type }) => ({ at, clientId, facts, type })),
      [
        {
          type: "collection.input_required",
          clientId,
          at: Sample.start + 3000,
          facts: {
            ...facts,
            status: "TWO_FACTOR_PENDING",
            statusChangedAt: Sample.start + 3000,
            openQuestion: { inputId: "question-1", type: "TWO_FACTOR_CODE", until: Sample.until }
          }
        },
        {
          type: "collection.completed",
          clientId,
          at: Sample.start + 5000,
          facts: { ...facts, status: "COMPLETED", statusChangedAt: Sample.start + 5000 }
        }
      ]
    )
  })
}
