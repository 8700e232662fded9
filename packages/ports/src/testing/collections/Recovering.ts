/** Contract tests for recovery: the collections to start, continue or abandon after a restart. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { isDue, processes } from "../samples/Processes.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { Suite } from "../samples/CollectionSample.ts"

export const recovering = (it: Suite): void => {
  const test = testsOf(it, CollectionStore)

  processes(it, {
    kind: "collection",
    store: CollectionStore,
    accepted: Effect.map(Effect.flatMap(Sample.newClient, Sample.accepted), ({ identity }) => identity.collectionId),
    started: Effect.flatMap(Sample.newClient, Sample.waiting),
    ended: (at) => Effect.flatMap(Sample.newClient, (clientId) => Sample.ended(clientId, "FAILED", { at })),
    at: Sample.start + 5_000
  })

  test("is due while its answers wait for a step", function* (store) {
    const collectionId = yield* Sample.waiting(yield* Sample.newClient)
    const isFound = isDue("collection", collectionId, Sample.until)
    assert.isFalse(yield* isFound)
    yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
    assert.isTrue(yield* isFound)
    yield* store.advance(Sample.found(collectionId, 2, 4), [Sample.stepTo("COLLECTING", 5, { dueAt: Sample.until })])
    assert.isFalse(yield* isFound)
  })

  test("is outlined until it has ended", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.waiting(clientId)
    const known = { status: "TWO_FACTOR_PENDING", dueAt: Sample.until, deadline: Sample.deadline } as const
    const outline = Option.getOrThrow(yield* store.outline(collectionId))
    assert.deepEqual(outline, { ...Sample.found(collectionId, 2, 3), ...known })
    assert.deepStrictEqual(yield* store.outline(yield* Sample.ended(clientId, "FAILED")), Option.none())
  })

  test("ends when it is abandoned, and loses the input of its steps", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.waiting(clientId)
    const at = Sample.start + 5_000
    assert.isTrue(yield* Sample.abandoned(collectionId, at))
    const work = Option.getOrThrow(yield* store.work(collectionId))
    assert.deepInclude(work, { status: "FAILED", revision: 4, statusChangedAt: at, shown: {}, answers: [] })
    for (const erased of ["order", "session", "pending"]) assert.notProperty(work, erased)
    assert.deepStrictEqual((yield* store.history(collectionId)).at(-1), { status: "FAILED", revision: 4, at })
    assert.isFalse(yield* store.advance(work, [Sample.stepTo("LOGIN", 5)]))
  })

  test("is not abandoned after a change", function* (store) {
    const collectionId = yield* Sample.waiting(yield* Sample.newClient)
    const outline = Option.getOrThrow(yield* store.outline(collectionId))
    yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
    const before = yield* store.work(collectionId)
    assert.isFalse(yield* store.abandon(outline, Sample.timedOut(4, Sample.until)))
    assert.isFalse(yield* store.abandon({ ...outline, step: 1, revision: 4 }, Sample.timedOut(5, Sample.until)))
    assert.deepStrictEqual(yield* store.work(collectionId), before)
  })
}
