/** What is kept of a consent that was accepted, and who sees it. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import { newId } from "../Fixture.ts"
import * as Text from "../Text.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

/** Texts that are the id of no consent. */
const strangeIds = ["", "../consents", "' OR 1=1 --", "019a9f0e", "%", "\u0000", "x".repeat(10_000)]

const expectNothing = Effect.fnUntraced(function* (owner: Sample.Owner, consentId: string) {
  const store = yield* ConsentStore
  assert.deepStrictEqual(yield* store.find(owner.clientId, consentId), Option.none())
  assert.deepStrictEqual(yield* store.work(consentId), Option.none())
  const standing = Sample.found({ ...owner, consentId }, 0, 1)
  assert.isFalse(yield* store.advance(standing, Sample.changeTo("AWAITING_AUTHORIZATION", 2)))
  assert.isFalse(yield* store.countUnattended(consentId, "2026-04-01", 4))
})

export const accepting = (it: Suite): void => {
  it.effect("shows a consent to its client as it was accepted", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const consent = yield* Sample.make(yield* Sample.newOwner())
      assert.isTrue(yield* store.accept(consent))
      const { clientId, consentId } = consent.view
      assert.deepStrictEqual(yield* store.find(clientId, consentId), Option.some({ ...consent.view, shown: {} }))
    })
  )

  it.effect("hands the first step all that it needs", () =>
    Effect.gen(function* () {
      const { progress, view } = yield* Sample.accepted(yield* Sample.newOwner())
      const work = yield* Sample.workOf(view.consentId)
      assert.deepStrictEqual(work, { ...view, shown: {}, progress, step: 0, dueAt: view.createdAt })
    })
  )

  it.effect("hides a consent from every other client, and lists it to its user alone", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const { view } = yield* Sample.accepted(owner)
      const [stranger, other] = [yield* Sample.newOwner(), yield* Sample.newOwner(owner.clientId)]
      assert.deepStrictEqual(yield* store.find(stranger.clientId, view.consentId), Option.none())
      for (const somebody of [stranger, other, { ...owner, clientId: stranger.clientId }]) {
        assert.deepStrictEqual(yield* store.list({ ...somebody, latest: false, limit: 100 }), [])
        assert.deepStrictEqual(yield* store.live(somebody.clientId, somebody.userId), [])
      }
    })
  )

  it.effect("knows nothing of a consent that was never accepted, whatever text its id is", () =>
    Effect.gen(function* () {
      const owner = yield* Sample.newOwner()
      yield* Sample.accepted(owner)
      for (const id of [yield* newId, ...strangeIds]) yield* expectNothing(owner, id)
    })
  )

  it.effect("accepts none of a user who was erased, who is another client's, or who never was", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const [erased, stranger] = [yield* Sample.newOwner(), yield* Sample.newOwner()]
      yield* (yield* UserStore).erase(erased.clientId, erased.userId, Sample.start)
      const others = [
        erased,
        { ...erased, userId: stranger.userId },
        { clientId: erased.clientId, userId: yield* newId }
      ]
      for (const owner of others) {
        const consent = yield* Sample.make(owner)
        assert.isFalse(yield* store.accept(consent))
        yield* expectNothing(owner, consent.view.consentId)
      }
    })
  )

  it.effect("accepts what comes before the user is erased, and names it to the erasure", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const users = yield* UserStore
      const owner = yield* Sample.newOwner()
      const consents = yield* Effect.forEach(Array.from({ length: 12 }), () => Sample.make(owner))
      const [results] = yield* Effect.all(
        [
          Effect.forEach(consents, (consent) => Effect.andThen(Effect.yieldNow, store.accept(consent)), {
            concurrency: "unbounded"
          }),
          Effect.andThen(Effect.yieldNow, users.erase(owner.clientId, owner.userId, Sample.start))
        ],
        { concurrency: "unbounded" }
      )
      const kept = consents.filter((_, i) => results[i]).map(({ view }) => view.consentId)
      assert.sameMembers([...(yield* store.live(owner.clientId, owner.userId))], kept)
    })
  )

  it.effect.prop(
    "keeps any text of accounts, persons and instructions as it is",
    { account: Text.any, reference: Text.any, token: Text.any },
    ({ account, reference, token }) =>
      Effect.gen(function* () {
        const store = yield* ConsentStore
        const scope = { type: "PSD2_AIS", accountIds: [account, "acc-2"], balances: true, transactions: false } as const
        const terms = { ...Sample.progress.terms, scope, psuIpAddress: reference }
        const { view } = yield* Sample.accepted(
          yield* Sample.newOwner(),
          { scope },
          { terms, bankConsentId: reference }
        )
        const before = yield* Sample.workOf(view.consentId)
        assert.deepStrictEqual(before.scope, scope)
        assert.deepStrictEqual(before.progress.terms, terms)
        const shown = { redirectUrl: token, autoStartToken: account }
        const progress = { ...before.progress, orderRef: token }
        const change = Sample.changeTo("AWAITING_AUTHORIZATION", 2, { scope, shown, progress })
        assert.isTrue(yield* store.advance(before, change))
        const after = yield* Sample.workOf(view.consentId)
        assert.deepStrictEqual(after.shown, shown)
        assert.deepStrictEqual(after.progress, progress)
      }),
    { arbitrary: { runs: 50 } }
  )
}
