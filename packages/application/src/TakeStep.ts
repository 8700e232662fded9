/** The steps of a collection: read where it stands, ask the connector, record what came of it. Each runs at least once. */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import type { Order } from "@sheaf/domain/StartCollection"
import { CollectionStore, ConnectorError, Connectors, Step } from "@sheaf/ports"
import type { Advance, ConnectedCompany, StoreError, Work } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted, Schedule, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"
import * as CollectedData from "./CollectedData.ts"
import * as Settlement from "./Settlement.ts"
import type { Outcome } from "./Settlement.ts"
import { Timeouts, forQuestion, statusWhenUnanswered } from "./Timeouts.ts"

/** Why a step is taken: the collection starts, its pause is over, its client answered, or nobody did in time. */
export const StepCause = Schema.Literals(["START", "TICK", "INPUT", "TIMEOUT"])
export type StepCause = typeof StepCause.Type

/** What the workflow waits for next. Holds nothing personal: the engine keeps it in clear. */
export const Wait = Schema.Union([
  Schema.TaggedStruct("End", {}),
  /** Take step number `step` after this many milliseconds. */
  Schema.TaggedStruct("Poll", { step: Schema.Finite, millis: Schema.Finite }),
  /** Take step number `step` when input comes, or after this many milliseconds. */
  Schema.TaggedStruct("Ask", { step: Schema.Finite, millis: Schema.Finite })
])
export type Wait = typeof Wait.Type

const ended: Wait = { _tag: "End" }

/** An attempt may fail in passing; it is repeated within the time that the collection has left. */
const backoff = Schedule.exponential("250 millis", 2).pipe(Schedule.upTo({ times: 4 }))

/** A connector that never pauses is made to, so that it cannot keep the service busy with itself. */
const stepsAtOnce = 20
const breathMillis = 1000

const decodeStep = Schema.decodeUnknownEffect(Schema.toType(Step))

const broken = (cause: unknown) => new ConnectorError({ reason: "BROKEN", cause })

/** Asks the connector for its next step. Whatever it does, the answer is a step or a {@link ConnectorError}. */
const callConnector = Effect.fnUntraced(function* (
  { connector }: ConnectedCompany,
  work: Work,
  order: Order,
  step: number
) {
  const { connectorCall } = yield* Timeouts
  const left = work.deadline - (yield* Clock.currentTimeMillis)
  const key = `${work.collectionId}/${step}`
  const attempt = Effect.suspend(() =>
    work.session === undefined
      ? connector.begin(
          {
            company: work.company,
            products: work.products,
            loginMethod: order.loginMethod,
            login: Redacted.make(order.login)
          },
          key
        )
      : connector.resume(
          work.session,
          work.input === undefined ? { _tag: "Tick" } : { _tag: "Input", input: Redacted.make(work.input) },
          key
        )
  ).pipe(
    Effect.timeoutOrElse({
      duration: Math.max(1, Math.min(connectorCall, left)),
      orElse: () => Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    }),
    Effect.catchDefect((defect) => Effect.fail(broken(defect)))
  )
  const answer = yield* attempt.pipe(
    Effect.retry({ schedule: backoff, while: ({ reason }) => reason !== "BROKEN" }),
    Effect.timeoutOrElse({
      duration: Math.max(1, left),
      orElse: () => Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    })
  )
  return yield* Effect.mapError(decodeStep(answer), broken)
})

const needsData = (status: CollectionStatus): boolean => status === "COMPLETED" || status === "COMPLETED_PARTIAL"

const toOutcome = Effect.fnUntraced(function* (company: ConnectedCompany, work: Work, order: Order, step: Step) {
  const timeouts = yield* Timeouts
  if (step._tag === "Poll") return step
  if (step._tag === "Ask") {
    const now = yield* Clock.currentTimeMillis
    const until = Math.min(now + forQuestion(timeouts, step.question), work.deadline)
    const { question, ...rest } = step
    const asking: Outcome = { ...rest, pending: { question, until } }
    return asking
  }
  if (!needsData(step.status)) return Settlement.ended(step.status, step.reason)
  if (step.collected === undefined) return Settlement.connectorFailed
  const source = { connector: company.connector, session: step.session }
  const { data, documents, empty, missing } = yield* CollectedData.prepare(source, order, work.products, step.collected)
  if (missing.length > 0) {
    const reason = FailureReason.make("PARTIAL_DATA", { missing })
    const partial: Outcome = { _tag: "End", status: "COMPLETED_PARTIAL", data, documents, reason }
    return partial
  }
  const complete: Outcome = empty
    ? Settlement.ended("COMPLETED_EMPTY")
    : { _tag: "End", status: step.status, data, documents, ...(step.reason && { reason: step.reason }) }
  return complete
})

const failures = {
  UNREACHABLE: Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE")),
  COMPANY_ERROR: Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_ERROR")),
  BROKEN: Settlement.connectorFailed
} as const satisfies Record<ConnectorError["reason"], Outcome>

/** What is decided without asking the connector: times that are over, and companies that cannot be asked. */
const foregone = (
  company: Option.Option<ConnectedCompany>,
  work: Work,
  cause: StepCause,
  now: number
): Outcome | undefined => {
  if (now >= work.deadline) return Settlement.collectionTimedOut
  if (cause === "TIMEOUT" && work.pending !== undefined && work.input === undefined) {
    return Settlement.ended(statusWhenUnanswered[work.pending.question.kind])
  }
  if (work.authenticateUntil !== undefined && now >= work.authenticateUntil) {
    return Settlement.ended("AUTHENTICATION_TIMEOUT")
  }
  if (Option.isNone(company)) return Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE"))
  if (work.step > 0) return undefined
  const { functional, loginMethods, status } = company.value.availability
  if (!functional || !isFunctional(status)) {
    const code = status === "MAINTENANCE" ? "COMPANY_MAINTENANCE" : "COMPANY_UNREACHABLE"
    return Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make(code))
  }
  return loginMethods.includes(work.loginMethod) ? undefined : Settlement.ended("LOGIN_METHOD_NOT_APPLICABLE")
}

const describeFailure = (error: ConnectorError) =>
  Effect.logWarning("connector failed").pipe(
    Effect.annotateLogs({
      reason: error.reason,
      // Only what kind of thing went wrong: messages of a connector may hold anything.
      cause: error.cause instanceof Error ? error.cause.name : typeof error.cause
    })
  )

const outcomeOf = Effect.fnUntraced(function* (
  company: Option.Option<ConnectedCompany>,
  work: Work,
  cause: StepCause,
  step: number
) {
  const now = yield* Clock.currentTimeMillis
  const already = foregone(company, work, cause, now)
  if (already !== undefined) return { outcome: already, afterMillis: 0 }
  if (Option.isNone(company) || work.order === undefined) {
    return { outcome: Settlement.connectorFailed, afterMillis: 0 }
  }
  const { order } = work
  return yield* callConnector(company.value, work, order, step).pipe(
    Effect.flatMap((answer) =>
      Effect.map(toOutcome(company.value, work, order, answer), (outcome) => ({
        outcome,
        afterMillis: answer._tag === "Poll" ? answer.afterMillis : 0
      }))
    ),
    Effect.catchTag("ConnectorError", (error) =>
      Effect.as(describeFailure(error), { outcome: failures[error.reason], afterMillis: 0 })
    )
  )
})

/** What a collection waits for that stands as `work` says, when its last step is not known any more. */
const waitOf = (work: Work, now: number): Wait => {
  if (work.input !== undefined || work.pending === undefined) return { _tag: "Poll", step: work.step, millis: 0 }
  return { _tag: "Ask", step: work.step, millis: Math.max(0, work.pending.until - now) }
}

const nextWait = (work: Work, outcome: Outcome, change: Advance, afterMillis: number): Wait => {
  if (isFinal(change.status)) return ended
  const step = work.step + 1
  if (outcome._tag === "Ask") return { _tag: "Ask", step, millis: Math.max(0, outcome.pending.until - change.at) }
  const until = Math.min(work.deadline, change.authenticateUntil ?? work.deadline)
  return { _tag: "Poll", step, millis: Math.max(0, Math.min(afterMillis, until - change.at)) }
}

const takeStep: (
  collectionId: string,
  step: number,
  cause: StepCause
) => Effect.Effect<Wait, StoreError, CollectionStore | Connectors | SecureRandom.SecureRandom> = Effect.fnUntraced(
  function* (collectionId, step, cause) {
    const store = yield* CollectionStore
    const connectors = yield* Connectors
    const found = yield* store.work(collectionId)
    if (Option.isNone(found) || isFinal(found.value.status)) return ended
    const work = found.value
    if (work.step > step) return waitOf(work, yield* Clock.currentTimeMillis)
    const company = yield* connectors.find(work.company)
    const { afterMillis, outcome } = yield* outcomeOf(company, work, cause, step)
    const { electronicId } = yield* Timeouts
    const at = yield* Clock.currentTimeMillis
    const { allowed, change } = Settlement.settle(work, outcome, at, electronicId)
    if (!allowed) {
      yield* Effect.logWarning("status may not follow").pipe(
        Effect.annotateLogs({ from: work.status, to: outcome.status })
      )
    }
    const recorded = yield* store.advance(collectionId, step, work.input !== undefined, change)
    // Somebody was faster: the client with its input, or a second run of this step. The row tells what to do now.
    return recorded ? nextWait(work, outcome, change, afterMillis) : yield* takeStep(collectionId, step, cause)
  }
)

/**
 * Takes step number `step` of a collection, and those behind it that no pause comes before; tells what to wait for.
 * A step that was recorded before is not taken again: its answer is read from the row.
 */
export const takeSteps = Effect.fnUntraced(
  function* (collectionId: string, step: number, cause: StepCause) {
    let wait = yield* takeStep(collectionId, step, cause)
    for (let taken = 1; wait._tag === "Poll" && wait.millis === 0; taken++) {
      if (taken === stepsAtOnce) return { ...wait, millis: breathMillis }
      wait = yield* takeStep(collectionId, wait.step, "TICK")
    }
    return wait
  },
  (effect, collectionId) => Effect.annotateLogs(effect, { collectionId })
)
