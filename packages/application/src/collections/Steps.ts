/**
 * The steps of a collection: ask the connector (or a stored consent's bank), decide ({@link Decision}, {@link Outcome})
 * and record. Steps without a pause between them are committed together. If the next step takes longer than {@link
 * togetherMillis}, the steps before it are committed first, so clients see every status promptly.
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { RenewableSession } from "@sheaf/domain/StartCollection"
import { CollectionStore, MemoryBudget, MemoryBudgets, StoreError } from "@sheaf/ports"
import type {
  CollectionChange,
  CollectionState,
  CompanyCleanup,
  Connectors,
  ConnectorError,
  Counters,
  PublicUrl,
  RecordIds,
  Sealer,
  Step,
  CollectionRequest
} from "@sheaf/ports"
import { Clock, Effect, Fiber, Option, Cause, Result } from "effect"
import type { TimedWait } from "../process/Process.ts"
import * as SingleUse from "../process/SingleUse.ts"
import * as CompanyFigures from "../companies/CompanyFigures.ts"
import * as Cancellation from "./Cancellation.ts"
import * as CompanyMetrics from "../companies/CompanyMetrics.ts"
import * as Decision from "./Decision.ts"
import * as Outcome from "./Outcome.ts"
import * as StartLimits from "../limits/StartLimits.ts"
import type { SecureRandom } from "effect/crypto"
import type { StepServices as ConsentSurroundings } from "../consents/NextStep.ts"
import type { ConsentRunner } from "../consents/Process.ts"
import * as StoredConsentReading from "../consents/StoredConsentReading.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as CollectedData from "./data/CollectedData.ts"
import * as DocumentFetcher from "./calls/DocumentFetcher.ts"
import type { StepOutcome } from "./Outcome.ts"
import * as StableIds from "./data/StableIds.ts"
import * as ConnectorCall from "./calls/ConnectorCall.ts"
import * as AdapterCall from "../process/AdapterCall.ts"
import * as Runner from "../process/Runner.ts"
import { minPauseMillis } from "../process/Runner.ts"
import type { StepBatch } from "../process/Runner.ts"

export type StepServices =
  | CollectionStore
  | Connectors
  | ConsentRunner
  | ConsentSurroundings
  | Counters
  | PublicUrl
  | RecordIds
  | Sealer
  | SecureRandom.SecureRandom

export interface StepResult {
  readonly outcome: StepOutcome
  /** When the decision was made, in milliseconds since 1970. A question's deadline counts from this time. */
  readonly at: number
  readonly afterMillis: number
  /** The session that may still be open at the connector. */
  readonly open?: string | undefined
  /** True if the attempt failed and the next step will repeat it. */
  readonly isRepeated?: boolean
  readonly unclosed?: ReadonlyArray<CompanyCleanup>
}

/** Limits a step to one attempt, because each attempt needs its own lease. Each retry is a separate step. */
export interface SingleAttempt {
  /** The maximum duration of an attempt, in milliseconds. */
  readonly maxMillis: number
  /** Returns the pause before the next attempt, in milliseconds, or nothing if no attempts are left. */
  readonly nextPause: Effect.Effect<Option.Option<number>>
}

const answerTo = (collection: CollectionState, { company, order }: Decision.StepCall, attempt?: SingleAttempt) =>
  order._tag === "StoredConsent"
    ? StoredConsentReading.takeNextStep(collection, order)
    : ConnectorCall.nextStep(
        company,
        collection,
        order,
        Decision.statusDeadline(collection, collection.status),
        attempt?.maxMillis
      )

/**
 * The scope to apply under a stored consent: everything, because {@link StoredConsentReading} has already filtered the
 * data.
 */
const everything = { type: "PSD2_AIS", balances: true, transactions: true } as const

const scopeOf = (order: CollectionRequest) => {
  if (order._tag === "StoredConsent") return everything
  return order._tag === "Login" ? order.oneTimeConsent?.scope : undefined
}

const collect = Effect.fnUntraced(function* (
  collection: CollectionState,
  { company, order }: Decision.StepCall,
  { collected, step }: Decision.CompletionDecision
) {
  const fetch = yield* DocumentFetcher.make(company.connector, step.session, collection.deadline)
  const scope = scopeOf(order)
  const ids = yield* StableIds.make(collection, order)
  const { availability } = company
  const { products } = collection
  const prepared = yield* CollectedData.prepareData(fetch, ids, order, availability, products, collected, scope)
  yield* CompanyFigures.observeRecords(collection, prepared.data)
  return Decision.onDataPrepared(step, order, prepared)
})

/** Returns the pause that a step asks for. A pause shorter than {@link minPauseMillis} counts as zero. */
const pauseOf = (answer: Step): number =>
  answer._tag === "Poll" && answer.afterMillis >= minPauseMillis ? answer.afterMillis : 0

const ask = Effect.fnUntraced(function* (
  collection: CollectionState,
  question: Decision.StepCall,
  attempt?: SingleAttempt
) {
  const answer = yield* answerTo(collection, question, attempt)
  const now = yield* Clock.currentTimeMillis
  const decided = Decision.onConnectorStep(collection, question, answer, now, yield* Timeouts)
  const outcome = decided._tag === "Collect" ? yield* collect(collection, question, decided) : decided
  const proof = Decision.proofOf(decided, answer)
  return {
    outcome: { ...outcome, ...(proof && { proof }) },
    at: decided._tag === "Collect" ? yield* Clock.currentTimeMillis : now,
    afterMillis: Decision.awaitsConfirmation(decided) ? Infinity : pauseOf(answer),
    ...(answer._tag !== "End" && { open: answer.session })
  }
})

/**
 * Returns the session that this collection takes over from an earlier one, or `undefined` once the company has
 * answered. The next call uses up this session, because it may contain a single-use token.
 */
const unusedSession = ({ order, session }: CollectionState): RenewableSession | undefined =>
  order?._tag === "Renewal" && order.renewal._tag === "Session" && session === undefined ? order.renewal : undefined

/**
 * Returns how a collection ends if the company has not answered. If an earlier collection's session is still unused,
 * adds it to the outcome, so that a later collection can use it.
 */
const unansweredEnd = (collection: CollectionState, outcome: StepOutcome): StepOutcome => {
  const renewal = unusedSession(collection)
  return renewal === undefined ? outcome : { ...outcome, renewal }
}

/** Returns false if something else has changed the row, such as a newer collection that supersedes this one. */
const isCurrent = ({ collectionId, revision, step }: CollectionState) =>
  Effect.flatMap(CollectionStore, (store) =>
    Effect.map(
      store.loadState(collectionId),
      Option.exists((row) => row.revision === revision && row.step === step)
    )
  )

const pauseAfter = Effect.fnUntraced(function* (
  collection: CollectionState,
  { nextPause }: SingleAttempt,
  reason: ConnectorError["reason"],
  now: number
) {
  return reason === "BROKEN" || now >= Decision.statusDeadline(collection, collection.status)
    ? Option.none()
    : yield* nextPause
})

/**
 * Asks for the next step, and treats any failure except the store's as a failure of the connector. If `attempt` is
 * given, a temporary failure leaves the collection unchanged, and the next step tries again.
 */
const nextStep = (
  collection: CollectionState,
  attempt?: SingleAttempt
): Effect.Effect<StepResult, StoreError, StepServices> => {
  const without = (outcome: StepOutcome, at: number): StepResult => ({
    outcome,
    at,
    afterMillis: 0,
    open: collection.session
  })
  let unclosed = Outcome.sessionsOf(collection.cleanups)
  return Effect.gen(function* () {
    const company = yield* ConnectorCall.companyOf(collection)
    // Only the first step closes the open orders of superseded collections, so that later steps stay fast. Orders that
    // it cannot close are closed when the collection ends.
    if (Option.isSome(company) && collection.cleanups !== undefined && collection.step === 0) {
      const left = yield* Cancellation.closeSuperseded(company.value, collection, isCurrent(collection))
      unclosed = Outcome.sessionsOf(left)
      // This step would be discarded, so it must not place an order.
      if (!(yield* isCurrent(collection)))
        return without(Decision.onCallFailure(collection, "UNREACHABLE", 0), yield* Clock.currentTimeMillis)
    }
    const now = yield* Clock.currentTimeMillis
    const question = Decision.decideCall(collection, company, now)
    return Result.isFailure(question)
      ? without(unansweredEnd(collection, question.failure), now)
      : yield* ask(collection, question.success, attempt)
  }).pipe(
    Effect.catchCause(
      Effect.fnUntraced(function* (cause) {
        if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
        const error = Option.getOrUndefined(Cause.findErrorOption(cause))
        if (error instanceof StoreError) return yield* error
        const { company, session, status } = collection
        const reason = error?.reason ?? "BROKEN"
        const now = yield* Clock.currentTimeMillis
        const pause = attempt === undefined ? Option.none() : yield* pauseAfter(collection, attempt, reason, now)
        if (Option.isSome(pause)) {
          return {
            ...without(Outcome.unchangedOutcome(collection, session), now),
            afterMillis: pause.value,
            isRepeated: true
          }
        }
        yield* Effect.logWarning("connector failed").pipe(withFailureAnnotations(cause, { company, after: status }))
        const failure = Decision.onCallFailure(collection, reason, now)
        return without(reason === "BROKEN" ? failure : unansweredEnd(collection, failure), now)
      })
    ),
    Effect.map((result) => (unclosed.length === 0 ? result : { ...result, unclosed })),
    ConnectorCall.provideCallContext(collection)
  )
}

const togetherMillis = 20

interface RecordOptions {
  /** True if the steps must be recorded durably, and recording must be retried while the store is unavailable. */
  readonly isLasting?: true
}

const changeBy = Effect.fnUntraced(function* (collection: CollectionState, attempt?: SingleAttempt) {
  const { afterMillis, at, isRepeated = false, open, outcome, unclosed = [] } = yield* nextStep(collection, attempt)
  const { change, refusal } = Outcome.applyOutcome(collection, outcome, at)
  if (refusal !== undefined) {
    yield* Effect.logWarning(refusal).pipe(
      Effect.annotateLogs({ company: collection.company, from: collection.status, to: outcome.status })
    )
  }
  if (change.status === "INCORRECT_CREDENTIALS") yield* StartLimits.countFailure(collection)
  // Data under a stored consent may be recorded only while the consent is valid.
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

export const waitFor = ({ dueAt = 0, pending, status, visit }: CollectionState, now: number): TimedWait =>
  pending === undefined
    ? { _tag: visit?.state === "GRANTED" || isFinal(status) ? "Idle" : "Pause", millis: Math.max(0, dueAt - now) }
    : { _tag: "Idle", millis: Math.max(0, pending.until - now) }

const hasStepsLeft = ({ cleanups, status }: CollectionState): boolean => !isFinal(status) || cleanups !== undefined

/** Reads a collection. Returns nothing if it has no steps left. */
export const readCollection = Effect.fnUntraced(function* (collectionId: string) {
  return Option.filter(yield* (yield* CollectionStore).loadState(collectionId), hasStepsLeft)
})

/**
 * Reloads the row after another writer has changed it, so that this node's steps are discarded. The other writer is a
 * client's request, an erasure, or another node that ran the same steps. If the collection has ended, the session that
 * the discarded steps opened must still be closed. The other writer takes care of the session and the cleanups that
 * were already in the row.
 */
const onOvertaken = Effect.fnUntraced(function* (recorded: CollectionState, open: string | undefined, taken: number) {
  const row = yield* readCollection(recorded.collectionId)
  if (!Option.exists(row, ({ status }) => !isFinal(status)) && open !== recorded.session) {
    yield* Cancellation.addCleanup(recorded, open)
  }
  return { taken, row, isRepeated: false, isOvertaken: true }
})

/**
 * Takes and records steps from `start` until the next wait. The steps' data counts toward the memory budget until they
 * are recorded.
 */
const takeFrom = (...given: Parameters<typeof stepsFrom>) =>
  Effect.flatMap(MemoryBudgets, ({ within }) => within(given[0].clientId)(stepsFrom(...given)))

const stepsFrom = Effect.fnUntraced(function* (
  start: CollectionState,
  most: number,
  options: RecordOptions = {},
  attempt?: SingleAttempt
) {
  const store = yield* CollectionStore
  // Reserves memory for the session, because under a one-time consent it contains the accounts.
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
    if (hasEnded) yield* CompanyMetrics.countFinishedCollection(collection, change.status)
    return { taken, row: Option.liftPredicate(collection, hasStepsLeft), isRepeated }
  }
})

/**
 * Takes a step that exchanges a single-use code or token. The step first leases the exchange: the row is not due until
 * the lease ends, so no other step can make a second exchange. While the company is unreachable, the step tries again,
 * each time under a new lease.
 */
const exchange = Effect.fnUntraced(function* (collection: CollectionState) {
  const store = yield* CollectionStore
  const options = { isLasting: true } as const
  const attempt = { maxMillis: SingleUse.maxExchangeMillis, nextPause: yield* AdapterCall.retryDelays }
  for (let row = collection; ;) {
    const now = yield* Clock.currentTimeMillis
    const dueAt = Math.min(now + SingleUse.leaseMillis, Decision.statusDeadline(row, row.status))
    const lease = { ...Outcome.partialChange(row, now), dueAt }
    if (!(yield* store.advance(row, [lease], options))) return yield* onOvertaken(row, row.session, 1)
    const turn = yield* SingleUse.runUninterruptibly(takeFrom(after(row, lease), 1, options, attempt))
    if (!turn.isRepeated || Option.isNone(turn.row)) return turn
    row = turn.row.value
    yield* Effect.sleep(waitFor(row, yield* Clock.currentTimeMillis).millis)
  }
})

const take = (
  collection: CollectionState,
  most: number
): Effect.Effect<StepBatch<CollectionState>, StoreError, StepServices> => {
  if (isFinal(collection.status)) return Cancellation.runCleanups(collection)
  return collection.once || unusedSession(collection) ? exchange(collection) : takeFrom(collection, most)
}

export const takeSteps = Runner.takeSteps("collectionId", { read: readCollection, take, waitFor })
