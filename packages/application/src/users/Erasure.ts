/**
 * What is left of an erased user goes: running collections end, what was collected is erased, live consents are revoked
 * (decisions 8). Every part may be done again, so that a process which dies in between loses nothing.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { CollectionStore, ConsentStore, UserStore } from "@sheaf/ports"
import type { Erasure } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as Asking from "../collections/Asking.ts"
import { CollectionEngine } from "../collections/Process.ts"
import * as Settlement from "../collections/Settlement.ts"
import * as Changes from "../consents/Changes.ts"
import * as ConsentProcess from "../consents/Process.ts"
import { announced } from "../durable/Engine.ts"
import { giveUp, isUnreadable } from "../durable/Recovery.ts"
import { alone } from "../durable/Recurring.ts"
import { Timeouts } from "../Timeouts.ts"

const atOnce = 8

const userErased = Settlement.ended("FAILED", FailureReason.make("USER_ERASED"))

const end = Effect.fnUntraced(function* (collectionId: string) {
  const store = yield* CollectionStore
  const engine = yield* CollectionEngine
  const { electronicId } = yield* Timeouts
  for (;;) {
    const found = yield* store.work(collectionId)
    if (Option.isNone(found) || isFinal(found.value.status)) return
    const work = found.value
    const now = yield* Clock.currentTimeMillis
    const { change } = Settlement.settle(work, userErased, now, electronicId)
    if (yield* announced(store.advance(work, [{ ...change, dueAt: now }]), engine.wake(collectionId, work.step))) {
      // Nobody waits for its company.
      yield* Effect.forkDetach(Asking.close(work, work.session))
      return
    }
  }
})

/** A consent that cannot be read must not keep what is left of its user for as long as it would have held. */
const revoke = (consentId: string) =>
  Effect.catchCauseIf(Changes.revoke(consentId), isUnreadable, (cause) => giveUp(ConsentProcess.rows, consentId, cause))

/**
 * Erases all that is left of a user with a tombstone. What cannot be ended now, because a bank has still to be told, or a
 * collection cannot be read, holds up nothing else, and is waited for by asking again.
 */
export const finish = Effect.fnUntraced(function* ({ clientId, userId }: Erasure) {
  const users = yield* UserStore
  const collections = yield* CollectionStore
  const consents = yield* ConsentStore
  const running = collections.running(clientId, userId)
  yield* Effect.forEach(yield* running, (collectionId) => alone({ collectionId }, end(collectionId)), {
    concurrency: atOnce,
    discard: true
  })
  // Read before what has ended is erased: what ends meanwhile is erased the next time.
  const left = yield* running
  yield* collections.eraseOfUser(clientId, userId, yield* Clock.currentTimeMillis)
  yield* Effect.forEach(
    yield* consents.live(clientId, userId),
    (consentId) => alone({ consentId }, revoke(consentId)),
    { concurrency: atOnce, discard: true }
  )
  if ((yield* consents.eraseOfUser(clientId, userId)) && left.length === 0) yield* users.erased(userId)
})
