/** A bank sends a person back once, with a text that tells which consent it is about (decisions 9). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { newId } from "../Fixture.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

export const returning = (it: Suite): void => {
  it.effect("names the consent once, though its progress says the text again", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const returnState = yield* newId
      const { progress, view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
      yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState: yield* newId })
      const { clientId, consentId } = view
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.some({ clientId, consentId }))
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
      yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2, { progress }))
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    })
  )

  it.effect("does not change the consent", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const returnState = yield* newId
      const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
      const before = yield* Sample.workOf(view.consentId)
      yield* store.takeReturn(returnState)
      assert.deepStrictEqual(yield* Sample.workOf(view.consentId), before)
    })
  )

  it.effect("knows the text that a later step brought, and not the one that it replaced", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const [first, second] = [yield* newId, yield* newId]
      const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState: first })
      const progress = { ...Sample.progress, returnState: second }
      yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2, { progress }))
      assert.deepStrictEqual(yield* store.takeReturn(first), Option.none())
      const { clientId, consentId } = view
      assert.deepStrictEqual(yield* store.takeReturn(second), Option.some({ clientId, consentId }))
    })
  )

  for (const closed of [false, true]) {
    it.effect(`names the consent that has ended meanwhile, once: ${closed ? "closed" : "not closed yet"}`, () =>
      Effect.gen(function* () {
        const store = yield* ConsentStore
        const returnState = yield* newId
        const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
        yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("FAILED", 2, { closed }))
        const { clientId, consentId } = view
        assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.some({ clientId, consentId }))
        assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
      })
    )
  }

  it.effect("names no consent that was erased", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const returnState = yield* newId
      const owner = yield* Sample.newOwner()
      const { view } = yield* Sample.accepted(owner, {}, { returnState })
      yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("FAILED", 2, { closed: true }))
      assert.isTrue(yield* store.eraseOfUser(owner.clientId, owner.userId))
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    })
  )

  it.effect("is told to one of many who come with the text at the same moment", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const returnState = yield* newId
      yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
      const takes = Array.from({ length: 8 }, () => Effect.andThen(Effect.yieldNow, store.takeReturn(returnState)))
      const taken = yield* Effect.all(takes, { concurrency: "unbounded" })
      assert.lengthOf(taken.filter(Option.isSome), 1)
    })
  )

  it.effect("names nothing by a text that nobody has", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      yield* Sample.accepted(yield* Sample.newOwner())
      for (const text of ["", "' OR 1=1 --", "\u0000", "x".repeat(10_000)]) {
        assert.deepStrictEqual(yield* store.takeReturn(text), Option.none())
      }
    })
  )
}
