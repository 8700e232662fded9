/** Contract tests for the consent list, in addition to the tests for all lists (spec 2.4, 11). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import type { ConsentView } from "../../consents/ConsentStore.ts"
import { listContract } from "../samples/ListContract.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

export const listTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  listContract(it, {
    companies: ["se-fjallbanken", "se-granbanken", "se-tallbanken"],
    statuses: { initial: "INITIATED", one: "AUTHORIZED", another: "FAILED", third: "REVOKED", unused: "EXPIRED" },
    start: Sample.startTime,
    newOwner: Sample.newOwner(),
    add: Effect.fnUntraced(function* (owner, entry, status) {
      const { view } = yield* Sample.acceptConsent(owner, entry)
      if (status !== undefined) {
        yield* (yield* ConsentStore).advance(Sample.precondition(view, 0, 1), Sample.changeToStatus(status, 2))
      }
      return { ...view, shown: {} }
    }),
    list: Sample.listConsents,
    positionOf: ({ consentId, createdAt }: ConsentView) => ({ createdAt, id: consentId })
  })

  test("shows the current state of each consent", function* (store) {
    const owner = yield* Sample.newOwner()
    const { view } = yield* Sample.acceptConsent(owner)
    yield* store.advance(
      Sample.precondition(view, 0, 1),
      Sample.changeToStatus("AWAITING_AUTHORIZATION", 2, { shown: Sample.instructions })
    )
    const { dueAt: _, progress: __, step: ___, ...expected } = yield* Sample.loadState(view.consentId)
    assert.deepStrictEqual(yield* Sample.listConsents(owner), [expected])
  })
}
