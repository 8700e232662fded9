/** Contract tests for returns from a bank: each return state belongs to one consent, and works once (spec 2.4). */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { ConsentProgress } from "../../consents/ConsentProgress.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { runConcurrently, newId, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const describeReturnAddress = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)
  const returnTo = { returnUrl: "https://app.example/done?x=1", state: "a&b" }

  const awaiting = Effect.fnUntraced(function* () {
    const returnState = yield* newId
    const owner = yield* Sample.newOwner()
    const returns = { _tag: "Client", state: returnState, codeHash: "hash" } as const
    const { view } = yield* Sample.acceptConsent(owner, {}, { authorization: returns }, returnTo)
    const store = yield* ConsentStore
    const grant = { scope: view.scope, expiresAt: Sample.expiresAt, until: Sample.startTime + 600_000 }
    const progress: ConsentProgress = {
      ...Sample.sharedProgress,
      _tag: "Granted",
      bank: Sample.bankReference,
      returns,
      grant
    }
    const more = { progress }
    yield* store.advance(Sample.precondition(view, 0, 1), Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, more))
    const { clientId, consentId } = view
    return { owner, view, returnState, returned: Option.some({ clientId, consentId, returnTo }), ...more }
  })

  test("returns a consent with its return address until the authorization", function* (store) {
    const { progress, returnState, returned, view } = yield* awaiting()
    assert.deepStrictEqual((yield* Sample.loadState(view.consentId)).progress, progress)
    for (const _ of [1, 2]) assert.deepStrictEqual(yield* store.takeReturn(returnState), returned)
    yield* store.advance(
      Sample.precondition(view, 1, 2),
      Sample.changeToStatus("AUTHORIZED", 3, { progress: Sample.authorizedProgress })
    )
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
  })

  for (const closed of [false, true]) {
    test(`returns an ended consent once with its address: ${closed ? "closed" : "not closed"}`, function* (store) {
      const { returnState, returned, view } = yield* awaiting()
      yield* store.advance(
        Sample.precondition(view, 1, 2),
        Sample.changeToStatus("FAILED", 3, { closed, progress: Sample.endedProgress })
      )
      assert.deepStrictEqual(yield* store.takeReturn(returnState), returned)
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    })
  }

  test("forgets the return address of an erased or abandoned consent", function* (store) {
    const [erased, left] = [yield* awaiting(), yield* awaiting()]
    yield* store.advance(Sample.precondition(erased.view, 1, 2), Sample.changeToStatus("FAILED", 3, { closed: true }))
    yield* store.eraseOfUser(erased.owner.clientId, erased.owner.userId)
    const outline = Option.getOrThrow(yield* store.outline(left.view.consentId))
    yield* store.abandon(outline, Sample.changeToStatus("FAILED", 3))
    for (const { returnState } of [erased, left]) {
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    }
  })
}

export const bankReturnTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("returns the consent once, even if a later change repeats the return state", function* (store) {
    const returnState = yield* newId
    const { view } = yield* Sample.acceptConsent(
      yield* Sample.newOwner(),
      {},
      Sample.redirectAuthorization(returnState)
    )
    const progress = Sample.redirectedProgress(returnState)
    yield* Sample.acceptConsent(yield* Sample.newOwner(), {}, Sample.redirectAuthorization(yield* newId))
    const { clientId, consentId } = view
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.some({ clientId, consentId }))
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    yield* store.advance(
      Sample.precondition(view, 0, 1),
      Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, { progress })
    )
    assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
  })

  test("can be found without using the return state up, until a change removes the state", function* (store) {
    const returnState = yield* newId
    const { view } = yield* Sample.acceptConsent(
      yield* Sample.newOwner(),
      {},
      Sample.redirectAuthorization(returnState)
    )
    const { clientId, consentId } = view
    for (const _ of [1, 2]) {
      assert.deepStrictEqual(yield* store.findReturn(returnState), Option.some({ clientId, consentId }))
    }
    const bank = { ...Sample.bankReference, credentials: { value: "a code", codeHash: "a hash" } }
    const used: ConsentProgress = { ...Sample.sharedProgress, _tag: "Redirected", bank, returns: { _tag: "Page" } }
    const change = { progress: used }
    yield* store.advance(Sample.precondition(view, 0, 1), Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, change))
    assert.deepStrictEqual((yield* Sample.loadState(consentId)).progress, change.progress)
    for (const find of [store.findReturn, store.takeReturn]) {
      assert.deepStrictEqual(yield* find(returnState), Option.none())
    }
  })

  test("does not change the consent", function* (store) {
    const returnState = yield* newId
    const { view } = yield* Sample.acceptConsent(
      yield* Sample.newOwner(),
      {},
      Sample.redirectAuthorization(returnState)
    )
    const before = yield* Sample.loadState(view.consentId)
    yield* store.takeReturn(returnState)
    assert.deepStrictEqual(yield* Sample.loadState(view.consentId), before)
  })

  test("accepts only the latest return state", function* (store) {
    const [first, second] = [yield* newId, yield* newId]
    const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner(), {}, Sample.redirectAuthorization(first))
    const progress = Sample.redirectedProgress(second)
    yield* store.advance(
      Sample.precondition(view, 0, 1),
      Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, { progress })
    )
    assert.deepStrictEqual(yield* store.takeReturn(first), Option.none())
    const { clientId, consentId } = view
    assert.deepStrictEqual(yield* store.takeReturn(second), Option.some({ clientId, consentId }))
  })

  test("succeeds for only one of several concurrent returns", function* (store) {
    const returnState = yield* newId
    yield* Sample.acceptConsent(yield* Sample.newOwner(), {}, Sample.redirectAuthorization(returnState))
    const takes = Array.from({ length: 8 }, () => store.takeReturn(returnState))
    const taken = yield* runConcurrently(takes)
    assert.lengthOf(taken.filter(Option.isSome), 1)
  })

  describeReturnAddress(it)

  test("finds nothing for an unknown return state", function* (store) {
    yield* Sample.acceptConsent(yield* Sample.newOwner())
    for (const text of ["", "' OR 1=1 --", "\u0000", "x".repeat(10_000)]) {
      assert.deepStrictEqual(yield* store.takeReturn(text), Option.none())
    }
  })
}
