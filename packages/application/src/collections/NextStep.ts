/** Asks for a collection's next step, either from the company's connector or from the bank of a stored consent. */
import { CollectionStore, StoreError } from "@sheaf/ports"
import type {
  CompanyCleanup,
  Connectors,
  ConnectorError,
  Counters,
  PublicUrl,
  RecordIds,
  Sealer,
  Step,
  CollectionRequest,
  CollectionState
} from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { StepServices as ConsentSurroundings } from "../consents/NextStep.ts"
import type { ConsentRunner } from "../consents/Process.ts"
import * as StoredConsentReading from "../consents/StoredConsentReading.ts"
import { minPause } from "../process/StepLoop.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { Timeouts } from "../settings/Timeouts.ts"
import * as CallContexts from "./CallContexts.ts"
import * as CalledCompany from "./calls/CalledCompany.ts"
import * as CollectedData from "./data/CollectedData.ts"
import * as ConnectorCall from "./calls/ConnectorCall.ts"
import * as Decision from "./Decision.ts"
import * as DocumentFetcher from "./calls/DocumentFetcher.ts"
import * as Supersession from "./Supersession.ts"
import * as Outcome from "./Outcome.ts"
import type { StepOutcome } from "./Outcome.ts"
import * as StableIds from "./data/StableIds.ts"

/** The services for a collection's steps. */
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

/** The result of asking for a step, after the service has checked it. */
export interface StepResult {
  readonly outcome: StepOutcome
  /** The time of the decision, in milliseconds since 1970. The deadline of a question counts from it. */
  readonly at: number
  /** The pause between this step and the next step, in milliseconds. */
  readonly afterMillis: number
  /** The session that the connector may still have open. */
  readonly open?: string | undefined
  /** True if the attempt failed, and the next step repeats it. */
  readonly isRepeated?: boolean
  /** What the company has yet to close for superseded collections. */
  readonly unclosed?: ReadonlyArray<CompanyCleanup>
}

/** A single attempt at a step. The steps after it repeat it, because each attempt needs a lease of its own. */
export interface SingleAttempt {
  /** The longest time for the attempt, in milliseconds. */
  readonly maxMillis: number
  /** Returns the pause before the next attempt, in milliseconds, or nothing if no attempt is left. */
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
 * The scope for data under a stored consent. It covers everything, because {@link StoredConsentReading} has already
 * filtered the data.
 */
const everything = { type: "PSD2_AIS", balances: true, transactions: true } as const

const scopeOf = (order: CollectionRequest) => {
  if (order._tag === "StoredConsent") return everything
  return order._tag === "Login" ? order.oneTimeConsent?.scope : undefined
}

const collect = Effect.fnUntraced(function* (
  collection: CollectionState,
  { company, order }: Decision.StepCall,
  { collected, step }: Decision.CollectDecision
) {
  const fetch = yield* DocumentFetcher.make(company.connector, step.session, collection.deadline)
  const scope = scopeOf(order)
  const ids = yield* StableIds.make(collection, order)
  return Decision.onDataPrepared(
    step,
    yield* CollectedData.prepareData(fetch, ids, order, collection.products, collected, scope)
  )
})

/** Returns the pause that a step requests. Pauses shorter than {@link minPause} count as zero. */
const pauseOf = (answer: Step): number =>
  answer._tag === "Poll" && answer.afterMillis >= minPause ? answer.afterMillis : 0

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

/** Returns false if another writer has changed the collection's row, such as a start that superseded it. */
const isCurrent = ({ collectionId, revision, step }: CollectionState) =>
  Effect.flatMap(CollectionStore, (store) =>
    Effect.map(
      store.loadState(collectionId),
      Option.exists((row) => row.revision === revision && row.step === step)
    )
  )

/** Returns the pause before the next attempt, unless the failure is final or the collection has timed out. */
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
 * Asks for the next step. Blames every failure on the connector, except for failures of the store. With `attempt`, a
 * failure that can pass changes nothing, and the next step repeats the attempt.
 */
export const nextStep = (
  collection: CollectionState,
  attempt?: SingleAttempt
): Effect.Effect<StepResult, StoreError, StepServices> => {
  const without = (outcome: StepOutcome, at: number): StepResult => ({
    outcome,
    at,
    afterMillis: 0,
    open: collection.session
  })
  let unclosed = Supersession.sessionsOf(collection.cleanups)
  return Effect.gen(function* () {
    const company = yield* CalledCompany.companyOf(collection)
    // The cleanups of later steps wait for the end, so that they delay no step.
    if (Option.isSome(company) && collection.cleanups !== undefined && collection.step === 0) {
      const left = yield* Supersession.closeSuperseded(company.value, collection, isCurrent(collection))
      unclosed = Supersession.sessionsOf(left)
      // The step is then discarded, so it must not place an order.
      if (!(yield* isCurrent(collection)))
        return without(Decision.onCallFailure(collection, "UNREACHABLE", 0), yield* Clock.currentTimeMillis)
    }
    const now = yield* Clock.currentTimeMillis
    const question = Decision.decideCall(collection, company, now)
    return Result.isFailure(question)
      ? without(question.failure, now)
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
        return without(Decision.onCallFailure(collection, reason, now), now)
      })
    ),
    Effect.map((result) => (unclosed.length === 0 ? result : { ...result, unclosed })),
    CallContexts.provideCallContext(collection)
  )
}
