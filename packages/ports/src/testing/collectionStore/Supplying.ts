/** An answer is accepted once, while its question is pending (decisions 5). */
import { assert } from "@effect/vitest"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../CollectionStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

/** One answer of each kind. */
const answers: ReadonlyArray<SupplementInfo> = [
  Sample.code,
  { type: "TWO_FACTOR_CHOICE", methodId: "sms-1" },
  { type: "COLLECTION_INPUT", inputs: { EMAIL: "maja.lind@example.com", MOBILE_PHONE_NUMBER: "46701740605" } },
  {
    type: "RESPONSE_OBJECT",
    etag: "e-1",
    statusCode: 200,
    headers: { "Set-Cookie": ["a=1", "b=2"] },
    response: { nested: [null, true, 1.5, "text", { empty: {}, list: [] }] }
  }
]

const codeOf = (value: number): SupplementInfo => ({ type: "TWO_FACTOR_CODE", value: String(value) })

export const supplying = (it: Suite): void => {
  it.effect.each(answers)("hands the answer to the next step, and shows the question no more ($type)", (answer) =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      const collectionId = yield* Sample.waiting(clientId)
      const before = Option.getOrThrow(yield* store.status(clientId, collectionId))
      assert.isTrue(yield* store.supply(collectionId, 2, answer, Sample.answered))
      const { revision, shown } = Sample.answered
      const view = { ...before, revision, shown }
      assert.deepStrictEqual(yield* store.status(clientId, collectionId), Option.some(view))
      const after = Option.getOrThrow(yield* store.work(collectionId))
      assert.deepStrictEqual(after.input, answer)
      assert.notProperty(after, "pending")
      assert.strictEqual(after.step, 2)
      assert.strictEqual(after.session, "session-3")
    })
  )

  it.effect("is refused the second time, and the first answer stays", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      assert.isTrue(yield* store.supply(collectionId, 2, codeOf(111_111), Sample.answered))
      assert.isFalse(yield* store.supply(collectionId, 2, codeOf(222_222), Sample.answered))
      assert.isFalse(yield* store.supply(collectionId, 2, codeOf(222_222), { ...Sample.answered, revision: 5 }))
      const after = Option.getOrThrow(yield* store.work(collectionId))
      assert.deepStrictEqual(after.input, codeOf(111_111))
      assert.strictEqual(after.revision, 4)
    })
  )

  it.effect("is accepted from exactly one of many posts at the same time", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      const posts = Array.from({ length: 8 }, (_, i) => codeOf(100_000 + i))
      const accepted = yield* Effect.forEach(posts, (post) => store.supply(collectionId, 2, post, Sample.answered), {
        concurrency: "unbounded"
      })
      assert.lengthOf(accepted.filter(Boolean), 1)
      const after = Option.getOrThrow(yield* store.work(collectionId))
      assert.deepStrictEqual(after.input, posts[accepted.indexOf(true)])
      assert.lengthOf(yield* store.history(collectionId), 4)
    })
  )

  it.effect("and the timeout of its question: one of the two comes through, whoever is first", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const clientId = yield* Sample.newClient
      for (const inputFirst of [true, false, true, false]) {
        const collectionId = yield* Sample.waiting(clientId)
        const supply = store.supply(collectionId, 2, Sample.code, Sample.answered)
        const timeout = store.advance(collectionId, 2, false, [Sample.stepTo("AUTHENTICATION_TIMEOUT", 4)])
        const both = inputFirst ? [supply, timeout] : [timeout, supply]
        const results = yield* Effect.all(both, { concurrency: "unbounded" })
        assert.lengthOf(results.filter(Boolean), 1)
        const after = Option.getOrThrow(yield* store.work(collectionId))
        const supplied = results[inputFirst ? 0 : 1]
        assert.strictEqual(after.status, supplied ? "TWO_FACTOR_PENDING" : "AUTHENTICATION_TIMEOUT")
        assert.strictEqual("input" in after, supplied)
      }
    })
  )

  it.effect.each([
    { moment: "just before its time is over", at: Sample.until - 1, accepted: true },
    { moment: "when its time is over", at: Sample.until, accepted: false },
    { moment: "later", at: Sample.until + 1, accepted: false }
  ])("is accepted: $accepted, $moment", ({ accepted, at }) =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      assert.strictEqual(yield* store.supply(collectionId, 2, Sample.code, { ...Sample.answered, at }), accepted)
      assert.strictEqual("input" in Option.getOrThrow(yield* store.work(collectionId)), accepted)
    })
  )

  it.effect("is refused for the question of another step", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const collectionId = yield* Sample.waiting(yield* Sample.newClient)
      for (const step of [0, 1, 3]) {
        assert.isFalse(yield* store.supply(collectionId, step, Sample.code, Sample.answered))
      }
      assert.notProperty(Option.getOrThrow(yield* store.work(collectionId)), "input")
    })
  )

  it.effect("is refused where nothing was asked", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).head
      assert.isFalse(yield* store.supply(collectionId, 0, Sample.code, Sample.answered))
      yield* store.advance(collectionId, 0, false, [Sample.stepTo("LOGIN", 2)])
      assert.isFalse(yield* store.supply(collectionId, 1, Sample.code, Sample.answered))
    })
  )
}
