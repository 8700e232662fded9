/** Contract tests for recovery: which collections a restart starts, continues or abandons. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { isDue, processContract } from "../samples/ProcessContract.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

export const recoveryTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  processContract(it, {
    kind: "collection",
    store: CollectionStore,
    accepted: Effect.map(
      Effect.flatMap(Sample.newClient, Sample.acceptCollection),
      ({ identity }) => identity.collectionId
    ),
    started: Effect.flatMap(Sample.newClient, Sample.acceptWaitingCollection),
    ended: (at) =>
      Effect.flatMap(Sample.newClient, (clientId) => Sample.acceptEndedCollection(clientId, "FAILED", { at })),
    at: Sample.startTime + 5_000
  })

  test("is due while its answers wait for a step", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    const isFound = isDue("collection", collectionId, Sample.questionDeadline)
    assert.isFalse(yield* isFound)
    yield* store.supply(Sample.precondition(collectionId, 2, 3), Sample.answerChange(Sample.codeAnswer))
    assert.isTrue(yield* isFound)
    yield* store.advance(Sample.precondition(collectionId, 2, 4), [
      Sample.changeToStatus("COLLECTING", 5, { dueAt: Sample.questionDeadline })
    ])
    assert.isFalse(yield* isFound)
  })

  test("is outlined until it has ended", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    const known = { status: "TWO_FACTOR_PENDING", dueAt: Sample.questionDeadline, deadline: Sample.deadline } as const
    const outline = Option.getOrThrow(yield* store.outline(collectionId))
    assert.deepEqual(outline, { ...Sample.precondition(collectionId, 2, 3), ...known })
    assert.deepStrictEqual(yield* store.outline(yield* Sample.acceptEndedCollection(clientId, "FAILED")), Option.none())
  })

  test("ends when it is abandoned, and loses the input of its steps", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    const at = Sample.startTime + 5_000
    assert.isTrue(yield* Sample.abandonCollection(collectionId, at))
    const collection = Option.getOrThrow(yield* store.loadState(collectionId))
    assert.deepInclude(collection, { status: "FAILED", revision: 4, statusChangedAt: at, shown: {}, answers: [] })
    for (const erased of ["order", "session", "pending"]) assert.notProperty(collection, erased)
    assert.deepStrictEqual((yield* store.history(collectionId)).at(-1), { status: "FAILED", revision: 4, at })
    assert.isFalse(yield* store.advance(collection, [Sample.changeToStatus("LOGIN", 5)]))
  })

  test("is not abandoned after a change", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    const outline = Option.getOrThrow(yield* store.outline(collectionId))
    yield* store.supply(Sample.precondition(collectionId, 2, 3), Sample.answerChange(Sample.codeAnswer))
    const before = yield* store.loadState(collectionId)
    assert.isFalse(yield* store.abandon(outline, Sample.timeoutEntry(4, Sample.questionDeadline)))
    assert.isFalse(
      yield* store.abandon({ ...outline, step: 1, revision: 4 }, Sample.timeoutEntry(5, Sample.questionDeadline))
    )
    assert.deepStrictEqual(yield* store.loadState(collectionId), before)
  })
}
