/**
 * Erases a user: ends running collections, erases collected data, idempotency keys and Connect sessions, and revokes live consents
 * (spec 5). Every part is idempotent, so that Sheaf can repeat an interrupted erasure.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { CollectionStore, ConnectSessionStore, ConsentStore, IdempotencyKeyStore, UserStore } from "@sheaf/ports"
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

/** Ends a running collection. Its next step closes what `cleanupsOf` returns at the company. */
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

/** Ends a running collection, and its session at the company. */
const end = (collectionId: string) => endRunningCollection(collectionId, Supersession.cleanupsOf)

/**
 * Revokes a consent. Abandons the consent if it is unreadable, because the erasure would otherwise wait until the
 * consent expires.
 */
const revoke = (consentId: string) =>
  Effect.catchCauseIf(Changes.revokeConsent(consentId), isUnreadable, (cause) =>
    abandon(ConsentProcess.abandonable, consentId, cause)
  )

/**
 * Erases the remaining data of a user with a tombstone. Skips unreadable collections, and what a company or a bank has yet
 * to close. The user's erasure stays unfinished until a later call has erased the skipped data.
 */
export const finishErasure = Effect.fnUntraced(function* ({ clientId, userId }: UserToErase) {
  const users = yield* UserStore
  const collections = yield* CollectionStore
  const consents = yield* ConsentStore
  const running = collections.running(clientId, userId)
  yield* Effect.forEach(yield* running, (collectionId) => isolateFailure({ collectionId })(end(collectionId)), atOnce)
  // The next call erases collections that end after this read.
  const left = yield* running
  const live = yield* consents.live(clientId, userId)
  yield* Effect.forEach(live, (consentId) => isolateFailure({ consentId })(revoke(consentId)), atOnce)
  // Keys are found by the user's collections and consents, so the keys must be erased first.
  yield* (yield* IdempotencyKeyStore).eraseOfUser(clientId, userId)
  const isClosed = yield* collections.eraseOfUser(clientId, userId, yield* Clock.currentTimeMillis)
  if (!(yield* consents.eraseOfUser(clientId, userId)) || !isClosed || left.length > 0) return
  // Data whose session has no row counts as confirmed, so the sessions must outlive the data.
  yield* (yield* ConnectSessionStore).eraseOfUser(clientId, userId)
  yield* users.erased({ clientId, userId })
})
