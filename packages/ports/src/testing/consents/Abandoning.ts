/** A consent that cannot be gone on with is given up, whatever it holds. */
import { assert } from "@effect/vitest"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { newId } from "../Fixture.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const at = Sample.start + 3_600_000
const everything = 1_000_000

/** A consent in this status, of which something is left to be done. */
const standing = Effect.fnUntraced(function* (status: ConsentStatus) {
  const { view } = yield* Sample.accepted(yield* Sample.newOwner())
  if (status !== "INITIATED") {
    const change = Sample.changeTo(status, 2, { shown: Sample.instructions })
    assert.isTrue(yield* (yield* ConsentStore).advance(Sample.found(view, 0, 1), change))
  }
  return view
})

const read = Effect.fnUntraced(function* ({
  clientId,
  consentId
}: {
  readonly clientId: string
  readonly consentId: string
}) {
  return Option.getOrThrow(yield* (yield* ConsentStore).find(clientId, consentId))
})

const ends: ReadonlyArray<readonly [ConsentStatus, object]> = [
  ["INITIATED", { status: "FAILED", failure: "BANK_UNAVAILABLE" }],
  ["AWAITING_AUTHORIZATION", { status: "FAILED", failure: "BANK_UNAVAILABLE" }],
  ["AUTHORIZED", { status: "EXPIRED", expiresAt: at }]
]

export const abandoning = (it: Suite): void => {
  for (const [status, end] of ends) {
    it.effect(`ends one that is ${status}, and closes it`, () =>
      Effect.gen(function* () {
        const store = yield* ConsentStore
        const view = yield* standing(status)
        const before = yield* read(view)
        yield* store.abandon(view.consentId, at)
        const shown = { shown: {}, statusChangedAt: at, revision: before.revision + 1 }
        assert.deepStrictEqual(yield* read(view), { ...before, ...shown, ...end })
        assert.deepStrictEqual(yield* store.work(view.consentId), Option.none())
        assert.notInclude(yield* store.live(view.clientId, view.userId), view.consentId)
        assert.notInclude(yield* store.unstarted, view.consentId)
        assert.include(yield* store.journaled(at + 1, everything), view.consentId)
        assert.isTrue(yield* store.eraseOfUser(view.clientId, view.userId))
      })
    )
  }

  it.effect("leaves its end to one whose time was over before", () =>
    Effect.gen(function* () {
      const view = yield* standing("AUTHORIZED")
      yield* (yield* ConsentStore).abandon(view.consentId, Sample.expiresAt + 1)
      assert.strictEqual((yield* read(view)).expiresAt, Sample.expiresAt)
    })
  )

  it.effect("closes one that has ended, as it is", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const view = yield* standing("REVOKED")
      const before = yield* read(view)
      yield* store.abandon(view.consentId, at)
      assert.deepStrictEqual(yield* read(view), { ...before, shown: {} })
      assert.deepStrictEqual(yield* store.work(view.consentId), Option.none())
    })
  )

  it.effect("does nothing to one that is closed, or that there is not", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const closedAt = Sample.start + 60_000
      const consentId = yield* Sample.closed(owner, { at: closedAt })
      const before = yield* read({ ...owner, consentId })
      yield* store.abandon(consentId, at)
      yield* store.abandon("nobody", at)
      assert.deepStrictEqual(yield* read({ ...owner, consentId }), before)
      assert.include(yield* store.journaled(closedAt + 1, everything), consentId)
    })
  )

  it.effect("leaves nothing to a step that was under way, nor to somebody who comes back", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const returnState = yield* newId
      const { view } = yield* Sample.accepted(yield* Sample.newOwner(), {}, { returnState })
      yield* store.abandon(view.consentId, at)
      assert.isFalse(yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2)))
      assert.deepStrictEqual(yield* store.takeReturn(returnState), Option.none())
    })
  )
}
