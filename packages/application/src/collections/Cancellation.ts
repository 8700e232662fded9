/**
 * Closes what an ended or superseded collection left open at its company, such as a one-time consent or an
 * electronic-ID order. The collection's row lists everything that the company has not yet confirmed as closed, so a
 * crash or an outage loses nothing.
 */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { CollectionStore, Instrument } from "@sheaf/ports"
import type { CompanyCleanup, CollectionState, ConnectedCompany } from "@sheaf/ports"
import { Cause, Clock, Effect, Metric, Option } from "effect"
import * as Outcome from "./Outcome.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as ConnectorCall from "./calls/ConnectorCall.ts"
import type { StepBatch } from "../process/Runner.ts"

/** The time limit, in milliseconds, for closing everything that superseded collections left open at the company. */
const waitMillis = 5_000

/**
 * Repeats the superseded collection's calls, with the same idempotency keys, up to the collection's next pause. The
 * company answers as before, so the session in its last answer names every order that the original calls placed.
 */
const lastSession = Effect.fnUntraced(function* (
  company: ConnectedCompany,
  collection: CollectionState,
  { order, ...cleanup }: CompanyCleanup,
  until: number
) {
  if (order === undefined) return cleanup.session
  const { session: _, pending: __, ...rest } = collection
  let next: CollectionState = { ...rest, ...cleanup }
  while ((yield* Clock.currentTimeMillis) < until) {
    const step = yield* ConnectorCall.nextStep(company, next, order, until)
    if (step._tag === "End") return undefined
    next = { ...next, session: step.session, step: next.step + 1, answers: [] }
    if (step._tag === "Ask" || step.afterMillis > 0 || step.status === "COLLECTING") break
  }
  return next.session
})

const atOnce = 5

/**
 * Closes what a superseded collection left open at the company, and logs failures. Returns false if the caller should
 * try again.
 */
const closeOne = Effect.fnUntraced(function* (
  company: ConnectedCompany,
  collection: CollectionState,
  cleanup: CompanyCleanup,
  until: number
) {
  const { isKnown, session } = yield* lastSession(company, collection, cleanup, until).pipe(
    Effect.map((last) => ({ isKnown: true, session: last })),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.as(
            Effect.logWarning("could not repeat the connector calls of an ended collection").pipe(
              withFailureAnnotations(cause)
            ),
            { isKnown: false, session: cleanup.session }
          )
    )
  )
  return (session === undefined || (yield* ConnectorCall.cancel(company.connector, session))) && isKnown
})

/**
 * Closes what superseded collections left open at the company. Returns the cleanups that are not done yet. Stops when
 * `isCurrent` returns false: a newer collection has then superseded this collection too, and takes over the remaining
 * cleanups.
 */
export const closeSuperseded = Effect.fnUntraced(function* <E = never, R = never>(
  company: ConnectedCompany,
  collection: CollectionState,
  isCurrent: Effect.Effect<boolean, E, R>
) {
  const until = (yield* Clock.currentTimeMillis) + waitMillis
  return yield* Effect.filter(
    collection.cleanups ?? [],
    (cleanup) =>
      Effect.flatMap(isCurrent, (is) =>
        is ? Effect.map(closeOne(company, collection, cleanup, until), (isClosed) => !isClosed) : Effect.succeed(true)
      ),
    { concurrency: atOnce }
  )
})

/**
 * The shortest and longest pause between attempts, in milliseconds. Pauses grow with the time since the collection
 * ended.
 */
const pauses = { shortest: 1_000, longest: 1_800_000 }

/** How long after the collection's end Sheaf keeps trying to close its sessions at the company, in milliseconds. */
const maxMillis = dayMillis

/**
 * How long a call may be repeated after the collection's end, in milliseconds. After that, the company may have
 * forgotten the idempotency key, and a repeated call could place a second order. There is no need to repeat the call
 * either, because the first order has expired by then.
 */
const repeatMillis = 60_000

const abandoned = Instrument.counter({
  name: "sheaf.cancellations.abandoned",
  unit: "{collection}",
  description: "Ended collections whose company did not confirm within a day that it closed their sessions.",
  labels: []
})

/**
 * Returns what a collection leaves open at its company when it ends. `open` is the collection's current session at the
 * company.
 */
export const cleanupsOf = (collection: CollectionState, open: string | undefined): ReadonlyArray<CompanyCleanup> =>
  open === undefined || collection.order?._tag === "StoredConsent"
    ? []
    : [{ collectionId: collection.collectionId, step: collection.step, answers: [], session: open }]

const closable = ({ cleanups = [], statusChangedAt }: CollectionState, now: number): ReadonlyArray<CompanyCleanup> =>
  now < statusChangedAt + repeatMillis ? cleanups : Outcome.sessionsOf(cleanups)

const pauseAfter = ({ statusChangedAt }: CollectionState, now: number): number =>
  Math.min(Math.max(now - statusChangedAt, pauses.shortest), pauses.longest)

export const runCleanups = Effect.fnUntraced(
  function* (collection: CollectionState) {
    const company = yield* ConnectorCall.companyOf(collection)
    const cleanups = closable(collection, yield* Clock.currentTimeMillis)
    const left = Option.isNone(company)
      ? cleanups
      : yield* closeSuperseded(company.value, { ...collection, cleanups }, Effect.succeed(true))
    const now = yield* Clock.currentTimeMillis
    const dueAt = now + pauseAfter(collection, now)
    const isOvertaken = !(yield* (yield* CollectionStore).close(collection, left, dueAt))
    const row =
      left.length === 0 ? Option.none<CollectionState>() : Option.some({ ...collection, cleanups: left, dueAt })
    return { taken: 1, row, isOvertaken } satisfies StepBatch<CollectionState>
  },
  (taking, collection) => ConnectorCall.provideCallContext(collection)(taking)
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

/** Gives up on the calls, sessions and orders that a company has not confirmed as closed within a day. */
export const giveUpCleanups = Effect.gen(function* () {
  const count = yield* (yield* CollectionStore).eraseCleanups((yield* Clock.currentTimeMillis) - maxMillis)
  yield* Metric.update(abandoned({}), count)
  if (count > 0) {
    yield* Effect.logWarning("companies did not confirm that they closed sessions within a day").pipe(
      Effect.annotateLogs({ collections: count })
    )
  }
})
