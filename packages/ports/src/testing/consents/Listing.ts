/** The list of consents (decisions 9, 11). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentListQuery, ConsentView } from "../../consents/ConsentStore.ts"
import { listed } from "../Listed.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const list = (owner: Sample.Owner, query: Partial<ConsentListQuery> = {}) =>
  Effect.flatMap(ConsentStore, (store) => store.list({ ...owner, latest: false, limit: 100, ...query }))

export const listing = (it: Suite): void => {
  listed(it, {
    companies: ["se-fjallbanken", "se-granbanken", "se-tallbanken"],
    statuses: { initial: "INITIATED", one: "AUTHORIZED", another: "FAILED", third: "REVOKED", unused: "EXPIRED" },
    start: Sample.start,
    newOwner: Sample.newOwner(),
    add: Effect.fnUntraced(function* (owner, entry, status) {
      const { view } = yield* Sample.accepted(owner, entry)
      if (status !== undefined) {
        yield* (yield* ConsentStore).advance(Sample.found(view, 0, 1), Sample.changeTo(status, 2))
      }
      return { ...view, shown: {} }
    }),
    list,
    positionOf: ({ consentId, createdAt }: ConsentView) => ({ createdAt, id: consentId })
  })

  it.effect("shows each consent as it stands", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const { view } = yield* Sample.accepted(owner)
      yield* store.advance(
        Sample.found(view, 0, 1),
        Sample.changeTo("AWAITING_AUTHORIZATION", 2, { shown: Sample.instructions })
      )
      const { dueAt: _, progress: __, step: ___, ...expected } = yield* Sample.workOf(view.consentId)
      assert.deepStrictEqual(yield* list(owner), [expected])
    })
  )
}
