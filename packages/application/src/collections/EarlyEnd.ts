/** Ends running collections early, together with their user or with the monitor that started them. */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { CollectionStore } from "@sheaf/ports"
import type { CollectionState, CompanyCleanup } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as Outcome from "./Outcome.ts"
import { CollectionRunner } from "./Process.ts"

type Reason = "USER_ERASED" | "MONITOR_STOPPED"

/**
 * Ends a running collection. `cleanupsOf` returns what is still open at the company, and the collection's next step
 * closes it.
 */
export const endRunningCollection = Effect.fnUntraced(function* (
  collectionId: string,
  reason: Reason,
  cleanupsOf: (collection: CollectionState, now: number) => ReadonlyArray<CompanyCleanup> = Outcome.cleanupsAt
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  const outcome = Outcome.endOutcome("FAILED", FailureReason.make(reason))
  for (;;) {
    const found = yield* store.loadState(collectionId)
    if (Option.isNone(found) || isFinal(found.value.status)) return
    const collection = found.value
    const now = yield* Clock.currentTimeMillis
    const { change } = Outcome.applyOutcome(collection, outcome, now)
    const end = { ...change, cleanups: cleanupsOf(collection, now), dueAt: now }
    if (yield* runner.advance(collectionId, store.advance(collection, [end]))) return
  }
})
