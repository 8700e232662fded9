/**
 * Closes what an ended collection left open at its company, such as a one-time consent or an electronic-ID order. What
 * is open stays in the collection's row until the company has confirmed that it is closed, so Sheaf forgets nothing in
 * a crash or an outage.
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { CollectionStore, Instrument } from "@sheaf/ports"
import type { CompanyCleanup, CollectionState } from "@sheaf/ports"
import { Clock, Effect, Metric, Option } from "effect"
import * as Supersession from "./Supersession.ts"
import { provideCallContext, companyOf } from "./calls/ConnectorCall.ts"
import type { StepBatch } from "../process/Runner.ts"

/** The pauses between attempts, in milliseconds, which grow with the time since the collection ended. */
const pauses = { shortest: 1_000, longest: 1_800_000 }

/** How long Sheaf keeps trying after the collection's end, in milliseconds. */
const maxMillis = dayMillis

/**
 * How long a call may be repeated after the collection's end, in milliseconds. After that, the company may have
 * forgotten the idempotency key, and a repeated call could place a second order. The first order has expired by then.
 */
const repeatMillis = 60_000

const abandoned = Instrument.counter({
  name: "sheaf.cancellations.abandoned",
  unit: "{collection}",
  description: "Ended collections whose company did not confirm within a day that it closed their sessions.",
  labels: []
})

/** Returns what an ending collection leaves open at its company. `open` is its current session there. */
export const cleanupsOf = (collection: CollectionState, open: string | undefined): ReadonlyArray<CompanyCleanup> =>
  open === undefined || collection.order?._tag === "StoredConsent"
    ? []
    : [{ collectionId: collection.collectionId, step: collection.step, answers: [], session: open }]

/** Returns what can still be closed. */
const closable = ({ cleanups = [], statusChangedAt }: CollectionState, now: number): ReadonlyArray<CompanyCleanup> =>
  now < statusChangedAt + repeatMillis ? cleanups : Supersession.sessionsOf(cleanups)

const pauseAfter = ({ statusChangedAt }: CollectionState, now: number): number =>
  Math.min(Math.max(now - statusChangedAt, pauses.shortest), pauses.longest)

/** Closes what an ended collection left open, and records what needs another attempt. */
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

/**
 * Adds a session to an ended collection's cleanups. The step that opened the session was discarded because the
 * collection had ended in the meantime.
 */
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

/** Gives up on everything that companies have not confirmed as closed within a day. */
export const giveUpCleanups = Effect.gen(function* () {
  const count = yield* (yield* CollectionStore).eraseCleanups((yield* Clock.currentTimeMillis) - maxMillis)
  yield* Metric.update(abandoned({}), count)
  if (count > 0) {
    yield* Effect.logWarning("companies did not confirm that they closed sessions within a day").pipe(
      Effect.annotateLogs({ collections: count })
    )
  }
})
