/**
 * Erases a user (spec 5): ends running collections, erases collected data, idempotency keys and Connect sessions, and
 * revokes live consents. Every part is idempotent, so an interrupted erasure can be repeated.
 */
import {
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  IdempotencyKeyStore,
  MonitorStore,
  UserStore
} from "@sheaf/ports"
import type { UserToErase } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import * as EarlyEnd from "../collections/EarlyEnd.ts"
import * as Changes from "../consents/Changes.ts"
import * as ConsentProcess from "../consents/Process.ts"
import { abandon, isUnreadable } from "../process/Abandonment.ts"
import { isolateFailure } from "../process/BackgroundTask.ts"

const atOnce = { concurrency: 8, discard: true } as const

const end = (collectionId: string) => EarlyEnd.endRunningCollection(collectionId, "USER_ERASED")

/**
 * Revokes a consent. If the consent cannot be read, abandons it, because the erasure cannot wait until the consent
 * expires.
 */
const revoke = (consentId: string) =>
  Effect.catchCauseIf(Changes.revokeConsent(consentId), isUnreadable, (cause) =>
    abandon(ConsentProcess.abandonable, consentId, cause)
  )

/**
 * Erases the remaining data of a user who has become a tombstone. Skips collections that are unreadable or that Sheaf
 * must still close at the company, and consents that the bank must still end. The erasure stays unfinished until a
 * later call has erased those, too.
 */
export const finishErasure = Effect.fnUntraced(function* ({ clientId, userId }: UserToErase) {
  const users = yield* UserStore
  const collections = yield* CollectionStore
  const consents = yield* ConsentStore
  const monitors = yield* MonitorStore
  const running = collections.running(clientId, userId)
  yield* Effect.forEach(yield* running, (collectionId) => isolateFailure({ collectionId })(end(collectionId)), atOnce)
  // The next call erases collections that end after this read.
  const left = yield* running
  const live = yield* consents.live(clientId, userId)
  yield* Effect.forEach(live, (consentId) => isolateFailure({ consentId })(revoke(consentId)), atOnce)
  // Erases idempotency keys first, because they are found through the user's collections and consents.
  yield* (yield* IdempotencyKeyStore).eraseOfUser(clientId, userId)
  // Erases monitors before events, because a running monitor could otherwise add an event after the events have been
  // erased.
  yield* monitors.eraseOfUser(clientId, userId)
  const isClosed = yield* collections.eraseOfUser(clientId, userId, yield* Clock.currentTimeMillis)
  if (!(yield* consents.eraseOfUser(clientId, userId)) || !isClosed || left.length > 0) return
  // Erases Connect sessions after the data, because data counts as confirmed once its session's row is gone.
  yield* (yield* ConnectSessionStore).eraseOfUser(clientId, userId)
  yield* users.erased({ clientId, userId })
})
