/**
 * Erases a user (spec 5): ends running collections, erases collected data, idempotency keys and Connect sessions, and
 * revokes live consents. Every part is idempotent, so an interrupted erasure can be repeated.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import {
  CollectionStore,
  ConnectSessionStore,
  ConsentStore,
  IdempotencyKeyStore,
  MonitorStore,
  UserStore
} from "@sheaf/ports"
import type { CompanyCleanup, UserToErase, CollectionState } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { CollectionRunner } from "../collections/Process.ts"
import * as Outcome from "../collections/Outcome.ts"
import * as Supersession from "../collections/Supersession.ts"
import * as Changes from "../consents/Changes.ts"
import * as ConsentProcess from "../consents/Process.ts"
import { abandon, isUnreadable } from "../process/Abandonment.ts"
import { isolateFailure } from "../process/BackgroundTask.ts"

const atOnce = { concurrency: 8, discard: true } as const

const userErased = Outcome.endOutcome("FAILED", FailureReason.make("USER_ERASED"))

/** Ends a running collection. The collection's next step closes what `cleanupsOf` finds open at the company. */
export const endRunningCollection = Effect.fnUntraced(function* (
  collectionId: string,
  cleanupsOf: (collection: CollectionState, now: number) => ReadonlyArray<CompanyCleanup>
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  for (;;) {
    const found = yield* store.loadState(collectionId)
    if (Option.isNone(found) || isFinal(found.value.status)) return
    const collection = found.value
    const now = yield* Clock.currentTimeMillis
    const { change } = Outcome.applyOutcome(collection, userErased, now)
    const end = { ...change, cleanups: cleanupsOf(collection, now), dueAt: now }
    if (yield* runner.advance(collectionId, store.advance(collection, [end]))) return
  }
})

/** Ends a running collection and its session at the company. */
const end = (collectionId: string) => endRunningCollection(collectionId, Supersession.cleanupsOf)

/** Revokes a consent. An unreadable collection is abandoned, because the erasure cannot wait until it expires. */
const revoke = (consentId: string) =>
  Effect.catchCauseIf(Changes.revokeConsent(consentId), isUnreadable, (cause) =>
    abandon(ConsentProcess.abandonable, consentId, cause)
  )

/**
 * Erases the remaining data of a user who has become a tombstone. Skips collections that are unreadable or have
 * something left to close, and consents that the bank must still end. Until a later call has erased those, too, the
 * erasure counts as unfinished.
 */
export const finishErasure = Effect.fnUntraced(function* ({ clientId, userId }: UserToErase) {
  const users = yield* UserStore
  const collections = yield* CollectionStore
  const consents = yield* ConsentStore
  const monitors = yield* MonitorStore
  const running = collections.running(clientId, userId)
  yield* Effect.forEach(yield* running, (collectionId) => isolateFailure({ collectionId })(end(collectionId)), atOnce)
  // Collections that end after this read are erased by the next call.
  const left = yield* running
  const live = yield* consents.live(clientId, userId)
  yield* Effect.forEach(live, (consentId) => isolateFailure({ consentId })(revoke(consentId)), atOnce)
  // Keys first, because they are found through the user's collections and consents.
  yield* (yield* IdempotencyKeyStore).eraseOfUser(clientId, userId)
  // Before the events, because a running monitor could add one after their erasure.
  yield* monitors.eraseOfUser(clientId, userId)
  const isClosed = yield* collections.eraseOfUser(clientId, userId, yield* Clock.currentTimeMillis)
  if (!(yield* consents.eraseOfUser(clientId, userId)) || !isClosed || left.length > 0) return
  // After the data, because data whose session has no row counts as confirmed.
  yield* (yield* ConnectSessionStore).eraseOfUser(clientId, userId)
  yield* users.erased({ clientId, userId })
})
