/** Contract tests for answers: each is accepted only once, and only while its question is pending (spec 2.5). */
import { assert } from "@effect/vitest"
import type { Question, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { runConcurrently, testsOf } from "../samples/Fixture.ts"
import { isDue } from "../samples/ProcessContract.ts"
import * as Sample from "../samples/CollectionSample.ts"
import type { CollectionTestMethods } from "../samples/CollectionSample.ts"

const responseTo = (etag: string): SupplementInfo => ({
  type: "RESPONSE_OBJECT",
  etag,
  statusCode: 200,
  headers: { "Set-Cookie": ["a=1", "b=2"] },
  response: { nested: [null, true, 1.5, "text", { empty: {}, list: [] }] }
})

const answers: ReadonlyArray<SupplementInfo> = [
  Sample.codeAnswer,
  { type: "TWO_FACTOR_CHOICE", methodId: "sms-1" },
  { type: "COLLECTION_INPUT", inputs: { EMAIL: "maja.lind@example.com", MOBILE_PHONE_NUMBER: "46701740605" } },
  responseTo("e-1")
]

const codeOf = (value: number): SupplementInfo => ({ type: "TWO_FACTOR_CODE", value: String(value) })

const asked = (collectionId: string) => Sample.precondition(collectionId, 2, 3)

export const answerTests = (it: CollectionTestMethods): void => {
  const test = testsOf(it, CollectionStore)

  test.each(answers)("reaches the next step and removes the question ($type)", function* (store, answer) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    const before = Option.getOrThrow(yield* store.status(clientId, collectionId))
    const answered = Sample.answerChange(answer)
    assert.isTrue(yield* store.supply(asked(collectionId), answered))
    const { openQuestion, ...rest } = before
    assert.deepStrictEqual(openQuestion, {
      inputId: "question-1",
      type: "TWO_FACTOR_CODE",
      until: Sample.questionDeadline
    })
    const view = { ...rest, revision: answered.revision, shown: answered.shown }
    assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.some(view))
    const after = yield* Sample.loadState(collectionId)
    assert.deepStrictEqual(after.answers, [answer])
    assert.notProperty(after, "pending")
    assert.strictEqual(after.step, 2)
    assert.strictEqual(after.session, "session-3")
  })

  test("is accepted from only one of several concurrent posts", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    const posts = Array.from({ length: 8 }, (_, i) => codeOf(100_000 + i))
    const accepted = yield* runConcurrently(
      posts.map((post) => store.supply(asked(collectionId), Sample.answerChange(post)))
    )
    assert.lengthOf(accepted.filter(Boolean), 1)
    assert.deepStrictEqual(
      (yield* Sample.loadState(collectionId)).answers,
      posts.filter((_, index) => accepted[index])
    )
    assert.lengthOf(yield* store.history(collectionId), 4)
  })

  test("leaves the rest of the question pending, with the same timeout", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    const remaining: Question = { kind: "RESPONSE_OBJECT", etags: ["e-2"] }
    const first = Sample.answerChange(responseTo("e-1"), { remaining, answeredEtags: ["e-1"] })
    assert.isTrue(yield* store.supply(asked(collectionId), first))
    const between = yield* Sample.loadState(collectionId)
    assert.deepStrictEqual(between.pending, { ...Sample.pendingQuestion, question: remaining })
    assert.deepStrictEqual(between.answers, [responseTo("e-1")])
    const isFound = isDue("collection", collectionId, Sample.questionDeadline)
    assert.isFalse(yield* isFound, "the step waits for the other response")
    const both = [responseTo("e-1"), responseTo("e-2")]
    const second = Sample.answerChange(both, { revision: 5, answeredEtags: ["e-1", "e-2"] })
    assert.isTrue(yield* store.supply(Sample.precondition(collectionId, 2, 4), second))
    const after = yield* Sample.loadState(collectionId)
    assert.notProperty(after, "pending")
    assert.deepStrictEqual(after.answers, both)
    assert.isTrue(yield* isFound)
  })

  test("records the answered requests and questions, and keeps them after the step and the collection", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    const { inputId, question } = Sample.pendingQuestion
    const answered = { answeredEtags: ["e-1"], answeredQuestions: [{ inputId, question, answerHash: "hash" }] }
    const kept = function* () {
      const { answeredEtags, answeredQuestions } = yield* Sample.loadState(collectionId)
      assert.deepStrictEqual({ answeredEtags, answeredQuestions }, answered)
    }
    yield* store.supply(asked(collectionId), Sample.answerChange(responseTo("e-1"), answered))
    yield* store.advance(Sample.precondition(collectionId, 2, 4), [Sample.changeToStatus("COLLECTING", 5)])
    yield* kept()
    yield* store.advance(Sample.precondition(collectionId, 3, 5), [Sample.changeToStatus("COMPLETED_EMPTY", 6)])
    yield* kept()
    assert.notProperty(yield* Sample.loadState(collectionId), "lapsed")
  })

  test("races the timeout, and exactly one of the two takes effect", function* (store) {
    const clientId = yield* Sample.newClient
    for (const inputFirst of [true, false, true, false]) {
      const collectionId = yield* Sample.acceptWaitingCollection(clientId)
      const supply = store.supply(asked(collectionId), Sample.answerChange(Sample.codeAnswer))
      const timeout = store.advance(asked(collectionId), [Sample.changeToStatus("AUTHENTICATION_TIMEOUT", 4)])
      const both = inputFirst ? [supply, timeout] : [timeout, supply]
      const results = yield* Effect.all(both, { concurrency: "unbounded" })
      assert.lengthOf(results.filter(Boolean), 1)
      const after = yield* Sample.loadState(collectionId)
      const supplied = results[inputFirst ? 0 : 1]
      assert.strictEqual(after.status, supplied ? "TWO_FACTOR_PENDING" : "AUTHENTICATION_TIMEOUT")
      assert.strictEqual(after.answers.length > 0, supplied)
    }
  })

  test.each([
    { outcome: "is accepted until just before the timeout", at: Sample.questionDeadline - 1, accepted: true },
    { outcome: "is rejected at the timeout", at: Sample.questionDeadline, accepted: false },
    { outcome: "is rejected after the timeout", at: Sample.questionDeadline + 1, accepted: false }
  ])("$outcome", function* (store, { accepted, at }) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    const answered = Sample.answerChange(Sample.codeAnswer, { at })
    assert.strictEqual(yield* store.supply(asked(collectionId), answered), accepted)
    assert.strictEqual((yield* Sample.loadState(collectionId)).answers.length > 0, accepted)
  })

  test("can be recognized as too late after the collection has ended", function* (store) {
    const clientId = yield* Sample.newClient
    const collectionId = yield* Sample.acceptWaitingCollection(clientId)
    yield* store.advance(asked(collectionId), [Sample.changeToStatus("AUTHENTICATION_TIMEOUT", 4)])
    const { inputId, until } = Sample.pendingQuestion
    assert.deepStrictEqual((yield* Sample.loadState(collectionId)).lapsed, { inputId, until })
    assert.notProperty(Option.getOrThrow(yield* store.status(clientId, collectionId)), "openQuestion")
  })

  test("is rejected for another step", function* (store) {
    const collectionId = yield* Sample.acceptWaitingCollection(yield* Sample.newClient)
    for (const step of [0, 1, 3]) {
      const answered = Sample.answerChange(Sample.codeAnswer)
      assert.isFalse(yield* store.supply(Sample.precondition(collectionId, step, 3), answered))
    }
    assert.isEmpty((yield* Sample.loadState(collectionId)).answers)
  })

  test("is rejected if no question is pending", function* (store) {
    const { collectionId } = (yield* Sample.acceptCollection(yield* Sample.newClient)).identity
    const answered = Sample.answerChange(Sample.codeAnswer)
    assert.isFalse(yield* store.supply(Sample.precondition(collectionId, 0, 1), answered))
    yield* store.advance(Sample.precondition(collectionId, 0, 1), [Sample.changeToStatus("LOGIN", 2)])
    assert.isFalse(yield* store.supply(Sample.precondition(collectionId, 1, 2), answered))
  })
}
