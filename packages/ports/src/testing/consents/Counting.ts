/** Readings without the person are counted by consent and day (decisions 9). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const today = "2026-04-01"
const tomorrow = "2026-04-02"

export const counting = (it: Suite): void => {
  it.effect("counts up to the limit, on each day and for each consent anew", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const [one, other] = [
        (yield* Sample.accepted(owner)).view.consentId,
        (yield* Sample.accepted(owner)).view.consentId
      ]
      for (let i = 0; i < 4; i++) assert.isTrue(yield* store.countUnattended(one, today, 4))
      assert.isFalse(yield* store.countUnattended(one, today, 4))
      assert.isFalse(yield* store.countUnattended(one, today, 4))
      assert.isTrue(yield* store.countUnattended(one, tomorrow, 4))
      assert.isTrue(yield* store.countUnattended(other, today, 4))
    })
  )

  it.effect("counts nothing that it refuses: a higher limit finds as many as were counted", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const { consentId } = (yield* Sample.accepted(yield* Sample.newOwner())).view
      assert.isFalse(yield* store.countUnattended(consentId, today, 0))
      assert.isTrue(yield* store.countUnattended(consentId, today, 1))
      for (let i = 0; i < 3; i++) assert.isFalse(yield* store.countUnattended(consentId, today, 1))
      assert.isTrue(yield* store.countUnattended(consentId, today, 2))
    })
  )

  it.effect("counts no more than the limit of many that come at the same moment", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const { consentId } = (yield* Sample.accepted(yield* Sample.newOwner())).view
      const counts = Array.from({ length: 12 }, () =>
        Effect.andThen(Effect.yieldNow, store.countUnattended(consentId, today, 4))
      )
      const counted = yield* Effect.all(counts, { concurrency: "unbounded" })
      assert.lengthOf(counted.filter(Boolean), 4)
    })
  )
}
