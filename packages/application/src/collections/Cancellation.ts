/**
 * Cancellation of what an ended collection has left open at its company, such as a one-time consent or an electronic-ID
 * order. The ended row keeps it until the company has confirmed, so neither a crash nor an outage leaves it open.
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { CollectionStore, Instrument } from "@sheaf/ports"
import type { CompanyCleanup, CollectionState } from "@sheaf/ports"
import { Clock, Effect, Metric, Option } from "effect"
import * as Supersession from "./Supersession.ts"
import { provideCallContext, companyOf } from "./calls/ConnectorCall.ts"
import type { StepBatch } from "../process/Runner.ts"

/** The pauses between attempts, in milliseconds. They double with the time since the end. */
const pauses = { shortest: 1_000, longest: 1_800_000 }

/** The time after the end in which Sheaf attempts to cancel, in milliseconds. */
const maxMillis = dayMillis

/**
 * The time after the end in which calls are repeated, in milliseconds. Later, the company may have forgotten the key and
 * place another order, and the order that the call may have placed has expired.
 */
const repeatMillis = 60_000

const abandoned = Instrument.counter({
  name: "sheaf.cancellations.abandoned",
  unit: "{collection}",
  description: "Ended collections whose company did not confirm within a day that it closed their sessions.",
  labels: []
})

/** Returns the cleanups of a collection whose last step leaves the session `open`. */
export const cleanupsOf = (collection: CollectionState, open: string | undefined): ReadonlyArray<CompanyCleanup> =>
  open === undefined || collection.order?._tag === "StoredConsent"
    ? []
    : [{ collectionId: collection.collectionId, step: collection.step, answers: [], session: open }]

/** Returns what can still be closed at a time. */
const closable = ({ cleanups = [], statusChangedAt }: CollectionState, now: number): ReadonlyArray<CompanyCleanup> =>
  now < statusChangedAt + repeatMillis ? cleanups : Supersession.sessionsOf(cleanups)

const pauseAfter = ({ statusChangedAt }: CollectionState, now: number): number =>
  Math.min(Math.max(now - statusChangedAt, pauses.shortest), pauses.longest)

/** Runs the cleanups of an ended collection, and records those for which another attempt can succeed. */
export const runCleanups = Effect.fnUntraced(
  function* (collection: CollectionState) {
    const company = yield* companyOf(collection)
    const cleanups = closable(collection, yield* Clock.currentTimeMillis)
    const left = Option.isNone(company)
      ? cleanups
      : yield* Supersession.closeSuperseded(company.value, { ...collection, cleanups }, Effect.succeed(true))
    const now = yield* Clock.currentTimeMillis
    const dueAt = now + pauseAfter(collection, now)
    const isOvertaken = !(yield* (yield* CollectionStore).close(collection, left, dueAt))
    const row =
      left.length === 0 ? Option.none<CollectionState>() : Option.some({ ...collection, cleanups: left, dueAt })
    return { taken: 1, row, isOvertaken } satisfies StepBatch<CollectionState>
  },
  (taking, collection) => provideCallContext(collection)(taking)
)

/** Adds the session that a discarded step has left open to the cleanups of a collection that has ended in the meantime. */
export const addCleanup = Effect.fnUntraced(function* (collection: CollectionState, open: string | undefined) {
  const store = yield* CollectionStore
  const added = cleanupsOf(collection, open)
  if (added.length === 0) return
  for (;;) {
    const row = Option.getOrUndefined(yield* store.loadState(collection.collectionId))
    if (row === undefined) return
    const cleanups = [...(row.cleanups ?? []), ...added]
    if (yield* store.close(row, cleanups, yield* Clock.currentTimeMillis)) return
  }
})

/** Gives up cancellations that no company has confirmed in time. */
export const giveUpCleanups = Effect.gen(function* () {
  const count = yield* (yield* CollectionStore).eraseCleanups((yield* Clock.currentTimeMillis) - maxMillis)
  yield* Metric.update(abandoned({}), count)
  if (count > 0) {
    yield* Effect.logWarning("companies did not confirm that they closed sessions within a day").pipe(
      Effect.annotateLogs({ collections: count })
    )
  }
})
