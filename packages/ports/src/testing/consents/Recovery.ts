/**
 * Contract tests for recovery: which consents a restart starts or continues, and which it ends because their user was
 * erased.
 */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { isDue, processContract } from "../samples/ProcessContract.ts"
import { testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const accepted = Effect.map(Effect.flatMap(Sample.newOwner(), Sample.acceptConsent), ({ view }) => view)

export const recoveryTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  processContract(it, {
    kind: "consent",
    store: ConsentStore,
    accepted: Effect.map(accepted, ({ consentId }) => consentId),
    started: Effect.gen(function* () {
      const view = yield* accepted
      yield* (yield* ConsentStore).advance(Sample.precondition(view, 0, 1), Sample.changeToStatus("REVOKED", 2))
      return view.consentId
    }),
    ended: (at) => Effect.flatMap(Sample.newOwner(), (owner) => Sample.acceptClosedConsent(owner, { at })),
    at: Sample.startTime + 5_000
  })

  test("is due and outlined until it is closed, even after its end", function* (store) {
    const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
    const { consentId } = view
    const isFound = (before: number) => isDue("consent", consentId, before)
    const { clientId, expiresAt, userId } = view
    const known = { consentId, clientId, userId, expiresAt }
    const outline = Effect.map(store.outline(consentId), Option.getOrThrow)
    const fresh = {
      status: "INITIATED",
      step: 0,
      revision: 1,
      statusChangedAt: Sample.startTime,
      dueAt: Sample.startTime
    }
    assert.deepEqual<object>(yield* outline, { ...known, ...fresh })
    assert.isTrue(yield* isFound(Sample.startTime + 1))
    assert.isFalse(yield* isFound(Sample.startTime))
    const due = Sample.startTime + 60_000
    const change = Sample.changeToStatus("REVOKED", 2, { dueAt: due })
    yield* store.advance(Sample.precondition(view, 0, 1), change)
    assert.isFalse(yield* isFound(due))
    assert.isTrue(yield* isFound(due + 1))
    const ended = { status: "REVOKED", step: 1, revision: 2, statusChangedAt: change.at, dueAt: due }
    assert.deepEqual<object>(yield* outline, { ...known, ...ended })
    yield* store.advance(
      Sample.precondition(view, 1, 2),
      Sample.changeToStatus("REVOKED", 2, { dueAt: due, closed: true })
    )
    assert.isFalse(yield* isFound(due + 1))
    assert.deepStrictEqual(yield* store.outline(consentId), Option.none())
  })

  test("lists a user's consents that have not ended", function* (store) {
    const owner = yield* Sample.newOwner()
    const { clientId, userId } = owner
    const fresh = (yield* Sample.acceptConsent(owner)).view
    const [waiting, authorized, ended] = [
      (yield* Sample.acceptConsent(owner)).view,
      (yield* Sample.acceptConsent(owner)).view,
      (yield* Sample.acceptConsent(owner)).view
    ]
    yield* Sample.acceptClosedConsent(owner)
    yield* Sample.acceptConsent(yield* Sample.newOwner(clientId))
    yield* store.advance(Sample.precondition(waiting, 0, 1), Sample.changeToStatus("AWAITING_AUTHORIZATION", 2))
    yield* store.advance(Sample.precondition(authorized, 0, 1), Sample.changeToStatus("AUTHORIZED", 2))
    yield* store.advance(Sample.precondition(ended, 0, 1), Sample.changeToStatus("FAILED", 2))
    assert.sameMembers(
      [...(yield* store.live(clientId, userId))],
      [fresh, waiting, authorized].map(({ consentId }) => consentId)
    )
  })
}
