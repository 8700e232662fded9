/** Contract tests for timeouts that clients trigger early (spec 12). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { Advance } from "../../collections/CollectionStore.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { Suite } from "../samples/CollectionSample.ts"

const now = Sample.start + 20_000

/** Accepts a collection that waits for an authentication before step 1. */
const authenticating = Effect.fnUntraced(function* (more: Partial<Advance> = {}) {
  const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).identity
  const step = Sample.stepTo("WAITING_FOR_USER_ACTION", 2, { authenticateUntil: Sample.until, ...more })
  yield* (yield* CollectionStore).advance(Sample.found(collectionId, 0, 1), [step])
  return { collectionId, step }
})

export const timingOut = (it: Suite): void => {
  const test = testsOf(it, CollectionStore)

  test("ends a question's timeout, so that answers are rejected", function* (store) {
    const collectionId = yield* Sample.waiting(yield* Sample.newClient)
    assert.isTrue(yield* store.timeOut(Sample.found(collectionId, 2, 3), Sample.timedOut(4, now)))
    const after = yield* Sample.workOf(collectionId)
    assert.strictEqual(after.pending?.until, now)
    assert.strictEqual(after.dueAt, now)
    assert.strictEqual(after.step, 2)
    const answered = Sample.answeredWith(Sample.code, { at: now, revision: 5 })
    assert.isFalse(yield* store.supply(Sample.found(collectionId, 2, 4), answered))
    assert.deepStrictEqual((yield* store.history(collectionId)).at(-1), Sample.timedOut(4, now))
  })

  test("rejects a concurrent step", function* (store) {
    const { collectionId, step } = yield* authenticating()
    yield* store.timeOut(Sample.found(collectionId, 1, 2), { status: step.status, revision: 3, at: now })
    const before = yield* Sample.workOf(collectionId)
    assert.isFalse(yield* store.advance(Sample.found(collectionId, 1, 2), [step]))
    assert.deepStrictEqual(yield* Sample.workOf(collectionId), before)
  })

  test("ends an authentication's timeout", function* (store) {
    const { collectionId, step } = yield* authenticating({ dueAt: Sample.until })
    const entry = { status: step.status, revision: 3, at: now }
    assert.isTrue(yield* store.timeOut(Sample.found(collectionId, 1, 2), entry))
    const after = yield* Sample.workOf(collectionId)
    assert.strictEqual(after.authenticateUntil, now)
    assert.strictEqual(after.dueAt, now)
    assert.notProperty(after, "pending")
  })

  test("does not change an elapsed timeout", function* (store) {
    const collectionId = yield* Sample.waiting(yield* Sample.newClient)
    yield* store.timeOut(Sample.found(collectionId, 2, 3), Sample.timedOut(4, Sample.until + 5_000))
    assert.strictEqual((yield* Sample.workOf(collectionId)).pending?.until, Sample.until)
  })

  test("has no effect after another step or change", function* (store) {
    const collectionId = yield* Sample.waiting(yield* Sample.newClient)
    const before = yield* Sample.workOf(collectionId)
    for (const [step, revision] of [
      [1, 3],
      [2, 2]
    ] as const) {
      assert.isFalse(yield* store.timeOut(Sample.found(collectionId, step, revision), Sample.timedOut(4, now)))
    }
    assert.deepStrictEqual(yield* Sample.workOf(collectionId), before)
  })
}
