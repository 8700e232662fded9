/** Contract tests for timeouts that clients trigger early (spec 12). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { CollectionChange } from "../../collections/CollectionStore.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const now = Sample.startTime + 20_000

const authenticating = Effect.fnUntraced(function* (more: Partial<CollectionChange> = {}) {
  const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
  const step = Sample.changeToStatus("WAITING_FOR_USER_ACTION", 2, {
    authenticateUntil: Sample.questionDeadline,
    ...more
  })
  yield* (yield* CollectionStore).advance(Sample.precondition(collectionId, 0, 1), [step])
  return { collectionId, step }
})

export const timeoutTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("ends a question's timeout, so that answers are rejected", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    assert.isTrue(yield* store.timeOut(Sample.precondition(collectionId, 2, 3), Sample.timeoutEntry(4, now)))
    const after = yield* Sample.loadState(collectionId)
    assert.strictEqual(after.pending?.until, now)
    assert.strictEqual(after.dueAt, now)
    assert.strictEqual(after.step, 2)
    const answered = Sample.answerChange(Sample.codeAnswer, { at: now, revision: 5 })
    assert.isFalse(yield* store.supply(Sample.precondition(collectionId, 2, 4), answered))
    assert.deepStrictEqual((yield* store.history(collectionId)).at(-1), Sample.timeoutEntry(4, now))
  })

  test("rejects a concurrent step", function* (store) {
    const { collectionId, step } = yield* authenticating()
    yield* store.timeOut(Sample.precondition(collectionId, 1, 2), { status: step.status, revision: 3, at: now })
    const before = yield* Sample.loadState(collectionId)
    assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 1, 2), [step]))
    assert.deepStrictEqual(yield* Sample.loadState(collectionId), before)
  })

  test("ends an authentication's timeout", function* (store) {
    const { collectionId, step } = yield* authenticating({ dueAt: Sample.questionDeadline })
    const entry = { status: step.status, revision: 3, at: now }
    assert.isTrue(yield* store.timeOut(Sample.precondition(collectionId, 1, 2), entry))
    const after = yield* Sample.loadState(collectionId)
    assert.strictEqual(after.authenticateUntil, now)
    assert.strictEqual(after.dueAt, now)
    assert.notProperty(after, "pending")
  })

  test("does not change an elapsed timeout", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    yield* store.timeOut(
      Sample.precondition(collectionId, 2, 3),
      Sample.timeoutEntry(4, Sample.questionDeadline + 5_000)
    )
    assert.strictEqual((yield* Sample.loadState(collectionId)).pending?.until, Sample.questionDeadline)
  })

  test("has no effect after another step or change", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    const before = yield* Sample.loadState(collectionId)
    for (const [step, revision] of [
      [1, 3],
      [2, 2]
    ] as const) {
      assert.isFalse(
        yield* store.timeOut(Sample.precondition(collectionId, step, revision), Sample.timeoutEntry(4, now))
      )
    }
    assert.deepStrictEqual(yield* Sample.loadState(collectionId), before)
  })
}
