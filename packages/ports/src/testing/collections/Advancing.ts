/** Steps are recorded once, as a whole, and none after the end. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import type { Shown } from "../../collections/CollectionStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const work = (collectionId: string) =>
  Effect.gen(function* () {
    return Option.getOrThrow(yield* (yield* CollectionStore).work(collectionId))
  })

const qr: Shown = { animatedQr: { startToken: "token", startSecret: "secret", startedAt: Sample.start } }

export const advancing = (it: Suite): void => {
  it.effect("shows where the step has led, and hands the next step what it needs", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const accepted = yield* Sample.accepted(yield* Sample.newClient)
      const { clientId, collectionId } = accepted.head
      const change = Sample.stepTo("WAITING_FOR_USER_ACTION", 2, { shown: qr, authenticateUntil: Sample.until })
      assert.isTrue(yield* store.advance(Sample.found(collectionId, 0, 1), [change]))
      const { revision, shown, status, statusChangedAt } = change
      const view = { ...accepted.head, products: accepted.products, status, revision, statusChangedAt, shown }
      assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.some(view))
      assert.deepStrictEqual(yield* work(collectionId), {
        ...view,
        dueAt: change.at,
        order: accepted.order,
        deadline: accepted.deadline,
        step: 1,
        session: "session-2",
        ...Sample.unanswered,
        authenticateUntil: Sample.until
      })
    })
  )

  it.effect("is recorded together with those that were taken without a pause, each in the history", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      const steps = [Sample.stepTo("LOGIN", 2), Sample.stepTo("LOGIN", 2), Sample.stepTo("COLLECTING", 3)]
      assert.isTrue(yield* store.advance(Sample.found(collectionId, 0, 1), steps))
      assert.isFalse(yield* store.advance(Sample.found(collectionId, 1, 3), [Sample.stepTo("COMPLETED_EMPTY", 4)]))
      assert.strictEqual((yield* work(collectionId)).step, 3)
      const history = yield* store.history(collectionId)
      assert.deepStrictEqual(
        history.map(({ status }) => status),
        ["RUNNING", "LOGIN", "COLLECTING"]
      )
    })
  )

  it.effect("keeps of the step before only what the new one says again", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      const first = Sample.stepTo("WAITING_FOR_USER_ACTION", 2, {
        shown: { ...qr, ...Sample.shownQuestion },
        pending: { question: Sample.question, until: Sample.until },
        authenticateUntil: Sample.until
      })
      yield* store.advance(Sample.found(collectionId, 0, 1), [first])
      yield* store.advance(Sample.found(collectionId, 1, 2), [Sample.stepTo("COLLECTING", 3)])
      const after = yield* work(collectionId)
      assert.deepStrictEqual(after.shown, {})
      assert.strictEqual(after.session, "session-3")
      assert.notProperty(after, "pending")
      assert.notProperty(after, "authenticateUntil")
    })
  )

  it.effect("records a step once: the second run of it changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("LOGIN", 2)])
      const before = yield* work(collectionId)
      assert.isFalse(
        yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("COLLECTING", 3, { shown: qr })])
      )
      assert.deepStrictEqual(yield* work(collectionId), before)
      assert.lengthOf(yield* store.history(collectionId), 2)
    })
  )

  it.effect("records no step before its turn", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      assert.isFalse(yield* store.advance(Sample.found(collectionId, 1, 2), [Sample.stepTo("LOGIN", 2)]))
      assert.strictEqual((yield* work(collectionId)).step, 0)
    })
  )

  it.effect("records one of many runs of a step at the same time", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      const runs = Array.from({ length: 8 }, (_, i) => Sample.stepTo("LOGIN", 2, { session: `run-${i}` }))
      const recorded = yield* Effect.forEach(
        runs,
        (change) => store.advance(Sample.found(collectionId, 0, 1), [change]),
        {
          concurrency: "unbounded"
        }
      )
      assert.lengthOf(recorded.filter(Boolean), 1)
      const after = yield* work(collectionId)
      assert.strictEqual(after.session, `run-${recorded.indexOf(true)}`)
      assert.strictEqual(after.step, 1)
    })
  )

  it.effect("remembers that the electronic ID told who authenticated", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      yield* store.advance(Sample.found(collectionId, 0, 1), [Sample.stepTo("LOGIN", 2, { identified: true })])
      assert.isTrue((yield* work(collectionId)).identified)
    })
  )

  it.effect("records no step that did not know of the input that was accepted", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
      const before = yield* work(collectionId)
      const timedOut = Sample.stepTo("AUTHENTICATION_TIMEOUT", 5)
      assert.isFalse(yield* store.advance(Sample.found(collectionId, 2, 3), [timedOut]))
      assert.deepStrictEqual(yield* work(collectionId), before)
    })
  )

  it.effect("erases the input that a step has consumed, and nothing else that is still needed", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
      assert.isTrue(yield* store.advance(Sample.found(collectionId, 2, 4), [Sample.stepTo("COLLECTING", 5)]))
      const after = yield* work(collectionId)
      assert.isEmpty(after.answers)
      assert.deepStrictEqual(after.order, Sample.order)
      assert.strictEqual(after.session, "session-5")
    })
  )

  it.effect("erases order, session, question and input when the collection ends", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
      const end = Sample.stepTo("INCORRECT_TWO_FACTOR_CODE", 5, {
        session: "what is left of the session",
        pending: { question: Sample.question, until: Sample.until }
      })
      assert.isTrue(yield* store.advance(Sample.found(collectionId, 2, 4), [end]))
      const after = yield* work(collectionId)
      assert.strictEqual(after.status, "INCORRECT_TWO_FACTOR_CODE")
      for (const erased of ["order", "session", "pending"]) assert.notProperty(after, erased)
      assert.isEmpty(after.answers)
    })
  )

  it.effect("takes neither step nor input after the end", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.ended(yield* Sample.newClient, "FAILED")
      const before = yield* work(collectionId)
      assert.isFalse(yield* store.advance(before, [Sample.stepTo("COMPLETED", 9)]))
      assert.isFalse(yield* store.supply(before, Sample.answeredWith(Sample.code)))
      assert.isFalse(yield* store.expire(before, Sample.expired(9, Sample.start)))
      assert.deepStrictEqual(yield* work(collectionId), before)
      assert.lengthOf(yield* store.history(collectionId), 2)
    })
  )

  it.effect("has an entry in the history for each revision, in their order", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      yield* store.supply(Sample.found(collectionId, 2, 3), Sample.answeredWith(Sample.code))
      yield* store.advance(Sample.found(collectionId, 2, 4), [Sample.stepTo("COLLECTING", 5)])
      // Nothing that a client sees has changed: the session is another, the revision is not.
      yield* store.advance(Sample.found(collectionId, 3, 5), [
        Sample.stepTo("COLLECTING", 5, { at: Sample.start + 60_000 })
      ])
      yield* store.advance(Sample.found(collectionId, 4, 5), [Sample.stepTo("COMPLETED_EMPTY", 6)])
      const at = (revision: number) => Sample.start + revision * 1000
      assert.deepStrictEqual(yield* store.history(collectionId), [
        { revision: 1, status: "RUNNING", at: Sample.start },
        { revision: 2, status: "LOGIN", at: at(2) },
        { revision: 3, status: "TWO_FACTOR_PENDING", at: at(3) },
        { revision: 4, status: "TWO_FACTOR_PENDING", at: Sample.answeredWith(Sample.code).at },
        { revision: 5, status: "COLLECTING", at: at(5) },
        { revision: 6, status: "COMPLETED_EMPTY", at: at(6) }
      ])
    })
  )
}
