/** Contract tests for returns from a bank: each return state identifies one consent and works once (decisions 9). */
import { assert } from "@effect/vitest"
import { Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { atOnce, newId, testsOf } from "../Fixture.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

export const returning = (it: Suite): void => {
  const test = testsOf(it, ConsentStore)

  test("returns the consent once, even if a later change repeats the return state", function* (store) {
    const returnState = yield* newId
    const { progress, view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
    yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState: yield* newId })
    const { clientId, consentId } = view
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.some({ clientId, consentId }))
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2, { progress }))
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
  })

  test("does not change the consent", function* (store) {
    const returnState = yield* newId
    const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
    const before = yield* Sample.workOf(view.consentId)
    yield* store.takeReturn(returnState)
    assert.deepStrictEqual(yield* Sample.workOf(view.consentId), before)
  })

  test("accepts only the latest return state", function* (store) {
    const [first, second] = [yield* newId, yield* newId]
    const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState: first })
    const progress = { ...Sample.progress, returnState: second }
    yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2, { progress }))
    assert.deepStrictEqual(yield* store.takeReturn(first), Option.none())
    const { clientId, consentId } = view
    assert.deepStrictEqual(yield* store.takeReturn(second), Option.some({ clientId, consentId }))
  })

  for (const closed of [false, true]) {
    test(`returns an ended consent once: ${closed ? "closed" : "not closed"}`, function* (store) {
      const returnState = yield* newId
      const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
      yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("FAILED", 2, { closed }))
      const { clientId, consentId } = view
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.some({ clientId, consentId }))
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    })
  }

  test("finds no erased consent", function* (store) {
    const returnState = yield* newId
    const owner = yield* Sample.newOwner()
    const { view } = yield* Sample.accepted(owner, {}, { returnState })
    yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("FAILED", 2, { closed: true }))
    assert.isTrue(yield* store.eraseOfUser(owner.clientId, owner.userId))
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
  })

  test("succeeds for only one of several concurrent returns", function* (store) {
    const returnState = yield* newId
    yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
    const takes = Array.from({ length: 8 }, () => store.takeReturn(returnState))
    const taken = yield* atOnce(takes)
    assert.lengthOf(taken.filter(Option.isSome), 1)
  })

  test("finds nothing by an unknown return state", function* (store) {
    yield* Sample.accepted(yield* Sample.newOwner())
    for (const text of ["", "' OR 1=1 --", "\u0000", "x".repeat(10_000)]) {
      assert.deepStrictEqual(yield* store.takeReturn(text), Option.none())
    }
  })
}
