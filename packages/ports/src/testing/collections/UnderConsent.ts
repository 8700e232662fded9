/** Contract tests for data under a consent: the store records the data only while the consent is valid (decisions 9). */
import { assert } from "@effect/vitest"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Effect, Option } from "effect"
import { CollectionStore } from "../../collections/CollectionStore.ts"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import * as ConsentSample from "../consents/Sample.ts"
import { newId, testsOf } from "../Fixture.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

/** Accepts a collection, and a consent that reaches this status. */
const collecting = Effect.fnUntraced(function* (status: ConsentStatus) {
  const owner = yield* ConsentSample.newOwner()
  const { view } = yield* ConsentSample.accepted(owner)
  const change = ConsentSample.changeTo(status, 2)
  assert.isTrue(yield* (yield* ConsentStore).advance(ConsentSample.found(view, 0, 1), change))
  const { collectionId } = (yield* Sample.accepted(owner.clientId)).identity
  return { collectionId, consentId: view.consentId, expiresAt: change.expiresAt }
})

const read = (under: string) => Sample.stepTo("COMPLETED", 2, { data: { WEALTH: [Sample.pension] }, under })

const isKept = Effect.fnUntraced(function* (collectionId: string) {
  return Option.isSome(yield* (yield* CollectionStore).wealthData(collectionId))
})

export const underConsent = (it: Suite): void => {
  const test = testsOf(it, CollectionStore)

  test("records data while the consent is authorized", function* (store) {
    const { collectionId, consentId } = yield* collecting("AUTHORIZED")
    assert.isTrue(yield* store.advance(Sample.found(collectionId, 0, 1), [read(consentId)]))
    assert.isTrue(yield* isKept(collectionId))
  })

  for (const status of ["REVOKED", "EXPIRED", "FAILED"] as const) {
    test(`records nothing once the consent is ${status}`, function* (store) {
      const { collectionId, consentId } = yield* collecting(status)
      const before = yield* store.work(collectionId)
      assert.isFalse(yield* store.advance(Sample.found(collectionId, 0, 1), [read(consentId)]))
      assert.isFalse(yield* isKept(collectionId))
      assert.deepStrictEqual(yield* store.work(collectionId), before)
    })
  }

  test("records nothing once the consent has expired", function* (store) {
    const { collectionId, consentId, expiresAt } = yield* collecting("AUTHORIZED")
    const late = { ...read(consentId), at: expiresAt }
    assert.isFalse(yield* store.advance(Sample.found(collectionId, 0, 1), [late]))
    assert.isTrue(yield* store.advance(Sample.found(collectionId, 0, 1), [{ ...late, at: expiresAt - 1 }]))
  })

  test("records nothing under an unknown consent", function* (store) {
    const { collectionId } = (yield* Sample.accepted(yield* Sample.newClient)).identity
    assert.isFalse(yield* store.advance(Sample.found(collectionId, 0, 1), [read(yield* newId)]))
  })
}
