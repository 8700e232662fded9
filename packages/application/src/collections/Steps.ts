/**
 * The steps of a collection: ask ({@link NextStep}), decide ({@link Decision}, {@link Outcome}), record. Steps without
 * a pause between them share one commit, but only for {@link togetherMillis}, so that clients see each status promptly.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { CollectionStore, MemoryBudget, MemoryBudgets } from "@sheaf/ports"
import type { CollectionChange, StoreError, CollectionState } from "@sheaf/ports"
import { Clock, Effect, Fiber, Option } from "effect"
import * as AdapterCall from "../process/AdapterCall.ts"
import type { TimedWait } from "../process/Process.ts"
import * as SingleUse from "../process/SingleUse.ts"
import * as StepLoop from "../process/StepLoop.ts"
import type { StepBatch } from "../process/StepLoop.ts"
import * as StartLimits from "../limits/StartLimits.ts"
import * as NextStep from "./NextStep.ts"
import * as Cancellation from "./Cancellation.ts"
import * as CollectionMetrics from "./CollectionMetrics.ts"
import * as Decision from "./Decision.ts"
import * as Outcome from "./Outcome.ts"

const togetherMillis = 20

interface RecordOptions {
  /** True if the steps must survive a power cut, and must be recorded even if the store is unavailable for a while. */
  readonly isLasting?: true
}

/** Takes one step. Returns the change, the session that remains open, and whether the next step repeats the attempt. */
const changeBy = Effect.fnUntraced(function* (collection: CollectionState, attempt?: NextStep.SingleAttempt) {
  const {
    afterMillis,
    at,
    isRepeated = false,
    open,
    outcome,
    unclosed = []
  } = yield* NextStep.nextStep(collection, attempt)
  const { change, refusal } = Outcome.applyOutcome(collection, outcome, at)
  if (refusal !== undefined) {
    yield* Effect.logWarning(refusal).pipe(
      Effect.annotateLogs({ company: collection.company, from: collection.status, to: outcome.status })
    )
  }
  if (change.status === "INCORRECT_CREDENTIALS") yield* StartLimits.countFailure(collection)
  // Data under a stored consent is recorded only while the consent is valid.
  const consent = collection.order?._tag === "StoredConsent" && change.data !== undefined && collection.order.consent
  const dueAt = Math.min(at + afterMillis, Decision.statusDeadline({ ...collection, ...change }, change.status))
  const cleanups = [...unclosed, ...(isFinal(change.status) ? Cancellation.cleanupsOf(collection, open) : [])]
  return {
    change: {
      ...change,
      ...(consent && { under: consent.consentId }),
      ...(cleanups.length > 0 && { cleanups }),
      dueAt
    },
    open,
    isRepeated
  }
})

const after = (
  { authenticateUntil: _, cleanups: __, once: _____, pending: ___, session: ____, ...collection }: CollectionState,
  { at: _at, data: _data, documents: _documents, renewal: _renewal, under: _under, ...change }: CollectionChange
): CollectionState => ({ ...collection, ...change, answers: [], step: collection.step + 1 })

/** Returns a collection's wait for its next step. */
export const waitFor = ({ dueAt = 0, pending, status, visit }: CollectionState, now: number): TimedWait =>
  pending === undefined
    ? { _tag: visit?.state === "GRANTED" || isFinal(status) ? "Idle" : "Pause", millis: Math.max(0, dueAt - now) }
    : { _tag: "Idle", millis: Math.max(0, pending.until - now) }

const hasStepsLeft = ({ cleanups, status }: CollectionState): boolean => !isFinal(status) || cleanups !== undefined

/** Reads a collection. Returns nothing if no step is left. */
export const readCollection = Effect.fnUntraced(function* (collectionId: string) {
  return Option.filter(yield* (yield* CollectionStore).loadState(collectionId), hasStepsLeft)
})

/**
 * Reloads the row after another writer won the race: client input, a concurrent run of these steps, or an erasure. If
 * the collection has ended, its next step cancels the session that the discarded steps left open. The recorded session
 * belongs to the other writer, as the cleanups do.
 */
const onOvertaken = Effect.fnUntraced(function* (recorded: CollectionState, open: string | undefined, taken: number) {
  const row = yield* readCollection(recorded.collectionId)
  if (!Option.exists(row, ({ status }) => !isFinal(status)) && open !== recorded.session) {
    yield* Cancellation.addCleanup(recorded, open)
  }
  return { taken, row, isRepeated: false, isOvertaken: true }
})

/** Takes and records the steps of a collection from `start` until the next wait. Their data has a room until then. */
const takeFrom = (...given: Parameters<typeof stepsFrom>) =>
  Effect.flatMap(MemoryBudgets, ({ within }) => within(given[0].clientId)(stepsFrom(...given)))

const stepsFrom = Effect.fnUntraced(function* (
  start: CollectionState,
  most: number,
  options: RecordOptions = {},
  attempt?: NextStep.SingleAttempt
) {
  const store = yield* CollectionStore
  // The session of a one-time consent contains the accounts.
  yield* (yield* MemoryBudget).reserve(start.session?.length ?? 0)
  let recorded = start
  let collection = start
  let changes: Array<CollectionChange> = []
  for (let taken = 1; ; taken++) {
    const next = yield* Effect.forkChild(changeBy(collection, attempt), { startImmediately: true })
    const isSlow = changes.length > 0 && next.pollUnsafe() === undefined
    if (isSlow && Option.isNone(yield* Effect.timeoutOption(Fiber.await(next), togetherMillis))) {
      if (!(yield* store.advance(recorded, changes, options))) {
        yield* Fiber.interrupt(next)
        return yield* onOvertaken(recorded, collection.session, taken)
      }
      recorded = collection
      changes = []
    }
    const { change, isRepeated, open } = yield* Fiber.join(next)
    changes.push(change)
    collection = after(collection, change)
    const hasEnded = isFinal(change.status)
    const continues = !hasEnded && collection.once === undefined
    if (continues && waitFor(collection, change.at).millis === 0 && taken < most) continue
    const record = store.advance(recorded, changes, options)
    if (!(yield* options.isLasting ? SingleUse.recordWithRetry(record) : record))
      return yield* onOvertaken(recorded, open, taken)
    if (hasEnded) yield* CollectionMetrics.countEnd(collection, change.status)
    return { taken, row: Option.liftPredicate(collection, hasStepsLeft), isRepeated }
  }
})

/**
 * Takes a step that uses up a code or a token that works once (an exchange). Leases the exchange first. The row is due
 * again only when the lease ends, so no other run of the step can make a second exchange. While the company is
 * unreachable, repeats the step under new leases.
 */
const exchange = Effect.fnUntraced(function* (collection: CollectionState) {
  const store = yield* CollectionStore
  const options = { isLasting: true } as const
  const attempt = { maxMillis: SingleUse.maxExchangeMillis, nextPause: yield* AdapterCall.retryDelays }
  for (let row = collection; ;) {
    const now = yield* Clock.currentTimeMillis
    const dueAt = Math.min(now + SingleUse.leaseMillis, Decision.statusDeadline(row, row.status))
    const lease = { ...Outcome.sessionChange(row, now), dueAt }
    if (!(yield* store.advance(row, [lease], options))) return yield* onOvertaken(row, row.session, 1)
    const turn = yield* SingleUse.runUninterruptibly(takeFrom(after(row, lease), 1, options, attempt))
    if (!turn.isRepeated || Option.isNone(turn.row)) return turn
    row = turn.row.value
    yield* Effect.sleep(waitFor(row, yield* Clock.currentTimeMillis).millis)
  }
})

/** Returns true if the next call uses up the session of an earlier collection, which can hold a token that works once. */
const beginsInSession = ({ order, session }: CollectionState): boolean =>
  order?._tag === "Renewal" && session === undefined

/** Takes the due steps. */
const take = (
  collection: CollectionState,
  most: number
): Effect.Effect<StepBatch<CollectionState>, StoreError, NextStep.StepServices> => {
  if (isFinal(collection.status)) return Cancellation.runCleanups(collection)
  return collection.once || beginsInSession(collection) ? exchange(collection) : takeFrom(collection, most)
}

/** Takes the steps of a collection that are due, and returns the next wait. */
export const takeSteps = StepLoop.takeSteps("collectionId", { read: readCollection, take, waitFor })
