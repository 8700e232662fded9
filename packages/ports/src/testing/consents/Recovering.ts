/** What a process that starts again asks for, and what an erasure does: consents that are still to be seen to. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import * as Sample from "./Sample.ts"
import type { Suite } from "./Sample.ts"

const everything = 1_000_000

export const recovering = (it: Suite): void => {
  it.effect("names an accepted consent until its first step was recorded", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const { view } = yield* Sample.accepted(yield* Sample.newOwner())
      assert.include(yield* store.unstarted, view.consentId)
      yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2))
      assert.notInclude(yield* store.unstarted, view.consentId)
    })
  )

  it.effect("names and outlines a consent that was due before a time, also after its end, until it is closed", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const { view } = yield* Sample.accepted(yield* Sample.newOwner())
      const { consentId } = view
      const isOverdue = (before: number) => Effect.map(store.overdue(before), (ids) => ids.includes(consentId))
      const { clientId, expiresAt, userId } = view
      const known = { consentId, clientId, userId, expiresAt }
      const outline = Effect.map(store.outline(consentId), Option.getOrThrow)
      const fresh = { status: "INITIATED", step: 0, revision: 1, statusChangedAt: Sample.start, dueAt: Sample.start }
      assert.deepEqual<object>(yield* outline, { ...known, ...fresh })
      assert.isTrue(yield* isOverdue(Sample.start + 1))
      assert.isFalse(yield* isOverdue(Sample.start))
      const due = Sample.start + 60_000
      const change = Sample.changeTo("REVOKED", 2, { dueAt: due })
      yield* store.advance(Sample.found(view, 0, 1), change)
      assert.isFalse(yield* isOverdue(due))
      assert.isTrue(yield* isOverdue(due + 1))
      const ended = { status: "REVOKED", step: 1, revision: 2, statusChangedAt: change.at, dueAt: due }
      assert.deepEqual<object>(yield* outline, { ...known, ...ended })
      yield* store.advance(Sample.found(view, 1, 2), Sample.changeTo("REVOKED", 2, { dueAt: due, closed: true }))
      assert.isFalse(yield* isOverdue(due + 1))
      assert.deepStrictEqual(yield* store.outline(consentId), Option.none())
      assert.notInclude(yield* store.unstarted, consentId)
    })
  )

  it.effect("names a user's consents that have not ended", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const { clientId, userId } = owner
      const fresh = (yield* Sample.accepted(owner)).view
      const [waiting, authorized, ended] = [
        (yield* Sample.accepted(owner)).view,
        (yield* Sample.accepted(owner)).view,
        (yield* Sample.accepted(owner)).view
      ]
      yield* Sample.closed(owner)
      yield* Sample.accepted(yield* Sample.newOwner(clientId))
      yield* store.advance(Sample.found(waiting, 0, 1), Sample.changeTo("AWAITING_AUTHORIZATION", 2))
      yield* store.advance(Sample.found(authorized, 0, 1), Sample.changeTo("AUTHORIZED", 2))
      yield* store.advance(Sample.found(ended, 0, 1), Sample.changeTo("FAILED", 2))
      assert.sameMembers(
        [...(yield* store.live(clientId, userId))],
        [fresh, waiting, authorized].map(({ consentId }) => consentId)
      )
    })
  )

  it.effect("names a consent whose journal is to be forgotten, from its closing on until it was", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const { view } = yield* Sample.accepted(owner)
      yield* store.advance(Sample.found(view, 0, 1), Sample.changeTo("REVOKED", 2))
      const at = Sample.start + 5_000
      const over = yield* Sample.closed(owner, { at })
      assert.notInclude(yield* store.journaled(at, everything), over)
      const due = yield* store.journaled(at + 1, everything)
      assert.include(due, over)
      assert.notInclude(due, view.consentId)
      yield* store.journalForgotten([over])
      assert.notInclude(yield* store.journaled(at + 1, everything), over)
    })
  )

  it.effect("names no more journals than it was asked for, and takes it that none was forgotten", () =>
    Effect.gen(function* () {
      const store = yield* ConsentStore
      const owner = yield* Sample.newOwner()
      const ids = yield* Effect.forEach([1, 2, 3], () => Sample.closed(owner))
      assert.lengthOf(yield* store.journaled(Sample.expiresAt, 2), 2)
      yield* store.journalForgotten([])
      assert.includeMembers([...(yield* store.journaled(Sample.expiresAt, everything))], ids)
    })
  )
}
