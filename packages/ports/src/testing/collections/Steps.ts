/** Contract tests for steps: each is recorded once and completely, and none after the collection has ended. */
import { assert } from "@effect/vitest"
import { Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { StatusInformation } from "../../collections/CollectionStore.ts"
import { runConcurrently, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const qr: StatusInformation = {
  display: [{ _tag: "AnimatedCode", startToken: "token", startSecret: "secret", startedAt: Sample.startTime }]
}

export const stepTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test("changes the status and provides the input of the next step", function* (store) {
    const accepted = yield* Sample.acceptCollection(yield* Sample.newClient)
    const { clientId, collectionId } = accepted.identity
    const change = Sample.changeToStatus("WAITING_FOR_USER_ACTION", 2, {
      shown: qr,
      authenticateUntil: Sample.questionDeadline
    })
    assert.isTrue(yield* store.advance(Sample.precondition(collectionId, 0, 1), [change]))
    const { revision, shown, status, statusChangedAt } = change
    const view = { ...accepted.identity, products: accepted.products, status, revision, statusChangedAt, shown }
    assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.some(view))
    assert.deepStrictEqual(yield* Sample.loadState(collectionId), {
      ...view,
      dueAt: change.at,
      order: accepted.order,
      deadline: accepted.deadline,
      step: 1,
      session: "session-2",
      ...Sample.noAnswers,
      authenticateUntil: Sample.questionDeadline
    })
  })

  test("records steps without pauses together, with a history entry for each", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    const steps = [
      Sample.changeToStatus("LOGIN", 2),
      Sample.changeToStatus("LOGIN", 2),
      Sample.changeToStatus("COLLECTING", 3)
    ]
    assert.isTrue(yield* store.advance(Sample.precondition(collectionId, 0, 1), steps))
    assert.isFalse(
      yield* store.advance(Sample.precondition(collectionId, 1, 3), [Sample.changeToStatus("COMPLETED_EMPTY", 4)])
    )
    assert.strictEqual((yield* Sample.loadState(collectionId)).step, 3)
    const history = yield* store.history(collectionId)
    assert.deepStrictEqual(
      history.map(({ status }) => status),
      ["RUNNING", "LOGIN", "COLLECTING"]
    )
  })

  test("replaces everything from the previous step", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    const first = Sample.changeToStatus("WAITING_FOR_USER_ACTION", 2, {
      shown: { ...qr, ...Sample.codeQuestionInformation },
      pending: Sample.pendingQuestion,
      authenticateUntil: Sample.questionDeadline
    })
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [first])
    yield* store.advance(Sample.precondition(collectionId, 1, 2), [Sample.changeToStatus("COLLECTING", 3)])
    const after = yield* Sample.loadState(collectionId)
    assert.deepStrictEqual(after.shown, {})
    assert.strictEqual(after.session, "session-3")
    assert.notProperty(after, "pending")
    assert.notProperty(after, "authenticateUntil")
  })

  test("rejects a step before its turn", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    assert.isFalse(yield* store.advance(Sample.precondition(collectionId, 1, 2), [Sample.changeToStatus("LOGIN", 2)]))
    assert.strictEqual((yield* Sample.loadState(collectionId)).step, 0)
  })

  test("records only one of several concurrent runs of a step", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    const runs = Array.from({ length: 8 }, (_, i) => Sample.changeToStatus("LOGIN", 2, { session: `run-${i}` }))
    const recorded = yield* runConcurrently(
      runs.map((change) => store.advance(Sample.precondition(collectionId, 0, 1), [change]))
    )
    assert.lengthOf(recorded.filter(Boolean), 1)
    const after = yield* Sample.loadState(collectionId)
    assert.strictEqual(after.session, `run-${recorded.indexOf(true)}`)
    assert.strictEqual(after.step, 1)
  })

  test("keeps the result of the identification", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [
      Sample.changeToStatus("LOGIN", 2, { identified: true })
    ])
    assert.isTrue((yield* Sample.loadState(collectionId)).identified)
  })

  test("erases only the consumed answers", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    yield* store.supply(Sample.precondition(collectionId, 2, 3), Sample.answerChange(Sample.codeAnswer))
    assert.isTrue(
      yield* store.advance(Sample.precondition(collectionId, 2, 4), [Sample.changeToStatus("COLLECTING", 5)])
    )
    const after = yield* Sample.loadState(collectionId)
    assert.isEmpty(after.answers)
    assert.deepStrictEqual(after.order, Sample.loginOrder)
    assert.strictEqual(after.session, "session-5")
  })

  test("erases order, session, question and answers at the end", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    yield* store.supply(Sample.precondition(collectionId, 2, 3), Sample.answerChange(Sample.codeAnswer))
    const end = Sample.changeToStatus("INCORRECT_TWO_FACTOR_CODE", 5, {
      session: "what is left of the session",
      pending: Sample.pendingQuestion
    })
    assert.isTrue(yield* store.advance(Sample.precondition(collectionId, 2, 4), [end]))
    const after = yield* Sample.loadState(collectionId)
    assert.strictEqual(after.status, "INCORRECT_TWO_FACTOR_CODE")
    for (const erased of ["order", "session", "pending"]) assert.notProperty(after, erased)
    assert.isEmpty(after.answers)
  })

  test("accepts no step, answer or timeout after the end", function* (store) {
    const collectionId = yield* Sample.acceptEndedCollection(yield* Sample.newClient, "FAILED")
    const before = yield* Sample.loadState(collectionId)
    assert.isFalse(yield* store.advance(before, [Sample.changeToStatus("COMPLETED", 9)]))
    assert.isFalse(yield* store.supply(before, Sample.answerChange(Sample.codeAnswer)))
    assert.isFalse(yield* store.timeOut(before, Sample.timeoutEntry(9, Sample.startTime)))
    assert.deepStrictEqual(yield* Sample.loadState(collectionId), before)
    assert.lengthOf(yield* store.history(collectionId), 2)
  })

  test("adds one history entry per revision, in order", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    yield* store.supply(Sample.precondition(collectionId, 2, 3), Sample.answerChange(Sample.codeAnswer))
    yield* store.advance(Sample.precondition(collectionId, 2, 4), [Sample.changeToStatus("COLLECTING", 5)])
    // This step changes only the session, which clients cannot see, so the revision stays the same.
    yield* store.advance(Sample.precondition(collectionId, 3, 5), [
      Sample.changeToStatus("COLLECTING", 5, { at: Sample.startTime + 60_000 })
    ])
    yield* store.advance(Sample.precondition(collectionId, 4, 5), [Sample.changeToStatus("COMPLETED_EMPTY", 6)])
    const at = (revision: number) => Sample.startTime + revision * 1000
    assert.deepStrictEqual(yield* store.history(collectionId), [
      { revision: 1, status: "RUNNING", at: Sample.startTime },
      { revision: 2, status: "LOGIN", at: at(2) },
      { revision: 3, status: "TWO_FACTOR_PENDING", at: at(3) },
      { revision: 4, status: "TWO_FACTOR_PENDING", at: Sample.answerChange(Sample.codeAnswer).at },
      { revision: 5, status: "COLLECTING", at: at(5) },
      { revision: 6, status: "COMPLETED_EMPTY", at: at(6) }
    ])
  })
}
