/**
 * What is left of an erased user goes: running collections end, what was collected is erased, live consents are revoked
 * (decisions 8). Every part may be done again, so that a process which dies in between loses nothing.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { CollectionStore, Connectors, ConsentStore, UserStore } from "@sheaf/ports"
import type { Erasure, Work } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { announce } from "../durable/Announcement.ts"
import { CollectionEngine } from "../collections/CollectionEngine.ts"
import * as ConnectorCall from "../collections/ConnectorCall.ts"
import * as ConsentChanges from "../consents/ConsentChanges.ts"
import { alone } from "../durable/Recurring.ts"
import * as Settlement from "../collections/Settlement.ts"
import { Timeouts } from "../Timeouts.ts"

const atOnce = 8

/** What an ended collection left open at its company is closed in the background: nobody waits for it. */
const close = Effect.fnUntraced(function* ({ company: id, order, session }: Work) {
  const company = yield* (yield* Connectors).find(id)
  if (Option.isNone(company) || session === undefined || order === undefined || !("login" in order)) return
  yield* Effect.forkDetach(ConnectorCall.cancel(company.value.connector, session))
})

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
    if (yield* store.advance(work, [{ ...change, dueAt: now }])) {
      yield* announce(engine.wake(collectionId, work.step))
      return yield* close(work)
    }
  }
})

/** A consent that cannot be read must not keep what is left of its user for as long as it would have held. */
const revoke = (consentId: string) =>
  Effect.catchCause(ConsentChanges.revoke(consentId), (cause) =>
    ConsentChanges.isUnreadable(cause) ? ConsentChanges.giveUp(consentId, cause) : Effect.failCause(cause)
  )

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
