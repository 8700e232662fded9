/**
 * Erases a user: ends running collections, erases collected data, request keys and Connect sessions, and revokes live consents
 * (spec 5). Every part is idempotent, so that Sheaf can repeat an interrupted erasure.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { CollectionStore, ConnectSessionStore, ConsentStore, IdempotencyKeyStore, UserStore } from "@sheaf/ports"
import type { UserToErase, CollectionState } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as NextStep from "../collections/NextStep.ts"
import { CollectionRunner } from "../collections/Process.ts"
import * as Outcome from "../collections/Outcome.ts"
import * as Changes from "../consents/Changes.ts"
import * as ConsentProcess from "../consents/Process.ts"
import { abandon, isUnreadable } from "../process/Abandonment.ts"
import { isolateFailure } from "../process/BackgroundTask.ts"

const atOnce = { concurrency: 8, discard: true } as const

const userErased = Outcome.endWith("FAILED", FailureReason.make("USER_ERASED"))

/** Ends a running collection. `close` gets the collection as it was before. */
export const endRunning = Effect.fnUntraced(function* <R>(
  collectionId: string,
  close: (work: CollectionState) => Effect.Effect<void, never, R>
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  for (;;) {
    const found = yield* store.loadState(collectionId)
    if (Option.isNone(found) || isFinal(found.value.status)) return
    const work = found.value
    const now = yield* Clock.currentTimeMillis
    const { change } = Outcome.applyOutcome(work, userErased, now)
    if (yield* runner.advance(collectionId, store.advance(work, [{ ...change, dueAt: now }]))) {
      yield* close(work)
      return
    }
  }
})

/** Ends a running collection, and its session at the company. The erasure does not wait for the companies. */
const end = (collectionId: string) =>
  endRunning(collectionId, (work) => Effect.asVoid(Effect.forkDetach(NextStep.closeSessions(work, work.session))))

/**
 * Revokes a consent. Abandons the consent if it is unreadable, because the erasure would otherwise wait until the
 * consent expires.
 */
const revoke = (consentId: string) =>
  Effect.catchCauseIf(Changes.revoke(consentId), isUnreadable, (cause) =>
    abandon(ConsentProcess.abandonable, consentId, cause)
  )

/**
 * Erases the remaining data of a user with a tombstone. Skips unreadable collections, and ended consents whose bank has
 * not been notified. The user's erasure stays unfinished until a later call has erased the skipped data.
 */
export const finish = Effect.fnUntraced(function* ({ clientId, userId }: UserToErase) {
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
  yield* collections.eraseOfUser(clientId, userId, yield* Clock.currentTimeMillis)
  if (!(yield* consents.eraseOfUser(clientId, userId)) || left.length > 0) return
  // Data whose session has no row counts as confirmed, so the sessions must outlive the data.
  yield* (yield* ConnectSessionStore).eraseOfUser(clientId, userId)
  yield* users.erased({ clientId, userId })
})
