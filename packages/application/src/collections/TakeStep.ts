/** The steps of a collection: read where it stands, ask the connector, record what came of it. Each runs at least once. */
import * as AuthenticationMismatch from "@sheaf/domain/AuthenticationMismatch"
import { isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import * as FailureReason from "@sheaf/domain/FailureReason"
import { statusWhenUnanswered } from "@sheaf/domain/SupplementInfo"
import { CollectionStore, Connectors, failuresOf, StoreError } from "@sheaf/ports"
import type {
  AccountHoldingBanks,
  Advance,
  ConnectedCompany,
  ConnectorError,
  ConsentStore,
  ElectronicId,
  PlacedOrder,
  PublicAddress,
  Step,
  Work
} from "@sheaf/ports"
import { Cause, Clock, Effect, Fiber, Option, Schema } from "effect"
import type { SecureRandom } from "effect/crypto"
import * as CollectedData from "./CollectedData.ts"
import * as ConnectorCall from "./ConnectorCall.ts"
import type { ConsentEngine } from "../consents/ConsentEngine.ts"
import * as StoredConsentReading from "../consents/StoredConsentReading.ts"
import { dateOf } from "../Day.ts"
import * as Settlement from "./Settlement.ts"
import type { Settled } from "./Settlement.ts"
import { Timeouts, forQuestion } from "../Timeouts.ts"

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

/**
 * A connector that never pauses, or hardly, is made to, so that it cannot keep the service busy with itself. A few steps may
 * follow each other at once; who takes more is slowed down to so many in a second.
 */
const stepsAtOnce = 20
const breathMillis = 1000
const shortestPause = breathMillis / stepsAtOnce
const fewSteps = 4

/** The wait after some steps that were taken at once. */
const paced = (wait: Exclude<Wait, { _tag: "End" }>, taken: number): Wait =>
  wait._tag === "Poll" && taken > fewSteps ? { ...wait, millis: Math.max(wait.millis, taken * shortestPause) } : wait

/** A pause that is none. */
const pauseOf = (answer: Exclude<Step, { _tag: "End" }>): number =>
  answer._tag === "Poll" && answer.afterMillis >= shortestPause ? answer.afterMillis : 0

/**
 * Steps without a pause between them are recorded together, in one commit. No step waits longer than this for the one
 * behind it, so that a client sees each status when it is reached, also where the connector takes its time.
 */
const togetherMillis = 20

/** What is read under a stored consent was held to its scope where it was read. */
const everything = { type: "PSD2_AIS", balances: true, transactions: true } as const

const collectedBy = Effect.fnUntraced(function* (
  { connector }: ConnectedCompany,
  work: Work,
  order: PlacedOrder,
  step: Extract<Step, { _tag: "End" }>
) {
  if (step.collected === undefined) {
    yield* Effect.logWarning("connector failed: its outcome lacks what was collected").pipe(
      Effect.annotateLogs({ company: work.company })
    )
    return Settlement.connectorFailed
  }
  const source = { connector, session: step.session, deadline: work.deadline }
  const { data, documents, empty, missing } = yield* CollectedData.prepare(
    source,
    order,
    work.products,
    step.collected,
    "login" in order ? order.oneTimeConsent?.scope : everything
  )
  if (missing.length > 0) {
    const reason = FailureReason.make("PARTIAL_DATA", { missing })
    const partial: Settled = { _tag: "End", status: "COMPLETED_PARTIAL", data, documents, reason }
    return partial
  }
  const complete: Settled =
    empty && step.status === "COMPLETED"
      ? Settlement.ended("COMPLETED_EMPTY")
      : { _tag: "End", status: step.status, data, documents, ...(step.reason && { reason: step.reason }) }
  return complete
})

/**
 * What a step says of the person who authenticated. An electronic ID that was verified is not overruled by the company
 * (spec 3.2); what the client's own device says can only speak against it.
 */
const personOf = ({ identified }: Work, order: PlacedOrder, { authenticated }: Step, today: string) => {
  if (authenticated === undefined || !("login" in order) || order.login.type !== "SWEDISH_EID") return "UNKNOWN"
  const { login } = order
  const { fromCompany, fromDevice, fromElectronicId } = authenticated
  const requested = login.personalNumber
  const verdictOn = (told: AuthenticationMismatch.Known) => AuthenticationMismatch.check({ requested, ...told }, today)
  if (verdictOn({ fromElectronicId: fromDevice }) === "MISMATCH") return "SOMEONE_ELSE"
  if (verdictOn({ fromElectronicId }) === "VERIFIED") return "IDENTIFIED"
  const told = identified ? { fromElectronicId } : { fromCompany, fromElectronicId }
  return verdictOn(told) === "MISMATCH" ? "SOMEONE_ELSE" : "UNKNOWN"
}

/** Until when the collection may be in this status, as far as that does not depend on a question. */
const authenticating = ({ authenticateUntil, deadline }: Work, status: CollectionStatus): number =>
  status === "WAITING_FOR_USER_ACTION" ? Math.min(deadline, authenticateUntil ?? deadline) : deadline

/** The time for an authentication that is going on is over. */
const isUnauthenticated = (work: Work, now: number): boolean =>
  work.status === "WAITING_FOR_USER_ACTION" && work.authenticateUntil !== undefined && now >= work.authenticateUntil

const settledBy = Effect.fnUntraced(function* (company: ConnectedCompany, work: Work, order: PlacedOrder, given: Step) {
  const now = yield* Clock.currentTimeMillis
  const person = personOf(work, order, given, dateOf(now))
  if (person === "SOMEONE_ELSE") return Settlement.mismatched
  const step = person === "IDENTIFIED" ? { ...given, identified: true as const } : given
  if (step._tag === "Poll") return step
  if (step._tag === "End") {
    return step.status === "COMPLETED" || step.status === "COMPLETED_PARTIAL"
      ? yield* collectedBy(company, work, order, step)
      : Settlement.ended(step.status, step.reason)
  }
  const timeouts = yield* Timeouts
  const { question, ...rest } = step
  const until = Math.min(now + forQuestion(timeouts, question), authenticating(work, step.status))
  const asking: Settled = { ...rest, pending: { question, until } }
  return asking
})

const failures = {
  UNREACHABLE: Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE")),
  COMPANY_ERROR: Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_ERROR")),
  BROKEN: Settlement.connectorFailed
} as const satisfies Record<ConnectorError["reason"], Settled>

/** What is decided without asking the connector: times that are over, and companies that cannot be asked. */
const foregone = (company: Option.Option<ConnectedCompany>, work: Work, now: number): Settled | undefined => {
  if (now >= work.deadline) return Settlement.collectionTimedOut
  if (work.pending !== undefined) {
    return Settlement.ended(statusWhenUnanswered[work.pending.question.kind])
  }
  if (isUnauthenticated(work, now)) return Settlement.ended("AUTHENTICATION_TIMEOUT")
  if (Option.isNone(company)) return Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make("COMPANY_UNREACHABLE"))
  if (work.step > 0) return undefined
  const { functional, loginMethods, status } = company.value.availability
  if (!functional || !isFunctional(status)) {
    const code = status === "MAINTENANCE" ? "COMPANY_MAINTENANCE" : "COMPANY_UNREACHABLE"
    return Settlement.ended("THIRD_PARTY_ERROR", FailureReason.make(code))
  }
  // A stored consent stands in place of the login: the method that may come with it is only recorded (decisions 2).
  if (work.order === undefined || !("login" in work.order)) return undefined
  return loginMethods.includes(work.order.loginMethod) ? undefined : Settlement.ended("LOGIN_METHOD_NOT_APPLICABLE")
}

const connectorFailure = Effect.fnUntraced(function* (
  work: Work,
  failure: ConnectorError | undefined,
  cause: Cause.Cause<unknown>
) {
  const { company, status } = work
  yield* Effect.logWarning("connector failed").pipe(
    Effect.annotateLogs({ company, after: status, failures: failuresOf(cause) })
  )
  // Time that has run out in the middle of a call is not the company's fault.
  const now = yield* Clock.currentTimeMillis
  if (now >= work.deadline) return Settlement.collectionTimedOut
  if (isUnauthenticated(work, now)) return Settlement.ended("AUTHENTICATION_TIMEOUT")
  return failures[failure?.reason ?? "BROKEN"]
})

interface Taken {
  readonly settled: Settled
  readonly afterMillis: number
  /** The session in which the connector may still hold something open. */
  readonly open?: string | undefined
}

/** The next step, by the connector, or by the service itself where a consent stands in place of a login. */
const answerTo = (company: ConnectedCompany, work: Work, order: PlacedOrder) =>
  "login" in order
    ? ConnectorCall.nextStep(company.connector, work, order, authenticating(work, work.status))
    : StoredConsentReading.nextStep(work, order)

/** What the steps of a collection stand on. */
export type Surroundings =
  | AccountHoldingBanks
  | CollectionStore
  | Connectors
  | ConsentEngine
  | ConsentStore
  | ElectronicId
  | PublicAddress
  | SecureRandom.SecureRandom

/** What comes of the next step. Whatever goes wrong on the way to it, except for the store, is the connector's failure. */
const take = (work: Work): Effect.Effect<Taken, StoreError, Surroundings> =>
  Effect.gen(function* () {
    const connectors = yield* Connectors
    const company = yield* connectors.find(work.company)
    const already = foregone(company, work, yield* Clock.currentTimeMillis)
    if (already !== undefined) return { settled: already, afterMillis: 0, open: work.session }
    if (Option.isNone(company) || work.order === undefined) {
      return { settled: Settlement.connectorFailed, afterMillis: 0, open: work.session }
    }
    const answer = yield* answerTo(company.value, work, work.order)
    const settled = yield* settledBy(company.value, work, work.order, answer)
    return answer._tag === "End"
      ? { settled, afterMillis: 0 }
      : { settled, afterMillis: pauseOf(answer), open: answer.session }
  }).pipe(
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (failure instanceof StoreError) return Effect.fail(failure)
      return Effect.map(connectorFailure(work, failure, cause), (settled) => ({
        settled,
        afterMillis: 0,
        open: work.session
      }))
    })
  )

/** Closes what an ended collection left open at its company. */
const close = Effect.fnUntraced(function* ({ company: id, order }: Work, open: string) {
  if (order !== undefined && !("login" in order)) return
  const company = yield* (yield* Connectors).find(id)
  if (Option.isSome(company)) yield* ConnectorCall.cancel(company.value.connector, open)
})

/**
 * Steps were overtaken that stand in the session `open`. What they opened is closed where the collection has ended
 * meanwhile, for nobody else knows of it; the session that was recorded is the affair of whoever ended it.
 */
const abandon = Effect.fnUntraced(function* (recorded: Work, open: string | undefined) {
  if (open === undefined || open === recorded.session) return
  const found = yield* (yield* CollectionStore).work(recorded.collectionId)
  if (Option.isNone(found) || isFinal(found.value.status)) yield* close(recorded, open)
})

/** The time at which a collection is to go on by itself. */
const dueAt = (work: Work, change: Advance, afterMillis: number): number =>
  Math.min(change.at + afterMillis, authenticating({ ...work, ...change }, change.status))

const waitFor = (work: Work, now: number): Exclude<Wait, { _tag: "End" }> =>
  work.pending !== undefined
    ? { _tag: "Ask", step: work.step, millis: Math.max(0, work.pending.until - now) }
    : { _tag: "Poll", step: work.step, millis: Math.max(0, (work.dueAt ?? now) - now) }

/** A collection as it stands after a change that is not recorded yet. */
const after = ({ authenticateUntil: _, pending: __, session: ___, ...work }: Work, change: Advance): Work => ({
  ...work,
  answers: [],
  identified: change.identified,
  status: change.status,
  revision: change.revision,
  statusChangedAt: change.statusChangedAt,
  shown: change.shown,
  step: work.step + 1,
  ...(change.dueAt !== undefined && { dueAt: change.dueAt }),
  ...(change.session !== undefined && { session: change.session }),
  ...(change.pending !== undefined && { pending: change.pending }),
  ...(change.authenticateUntil !== undefined && { authenticateUntil: change.authenticateUntil })
})

/** What was read under a consent counts as long as it holds: it may end until the very moment of recording. */
const condition = ({ order }: Work, { data }: Advance): Pick<Advance, "under"> =>
  order === undefined || "login" in order || data === undefined ? {} : { under: order.consent.consentId }

/** Takes the next step, and says what it changes. */
const changeBy = Effect.fnUntraced(function* (work: Work) {
  const { electronicId } = yield* Timeouts
  const { afterMillis, open, settled } = yield* take(work)
  const at = yield* Clock.currentTimeMillis
  const { change, refusal } = Settlement.settle(work, settled, at, electronicId)
  if (refusal !== undefined) {
    yield* Effect.logWarning(refusal).pipe(
      Effect.annotateLogs({ company: work.company, from: work.status, to: settled.status })
    )
  }
  return { change: { ...change, ...condition(work, change), dueAt: dueAt(work, change, afterMillis) }, open }
})

/** Takes the steps of a collection from where `start` says that it stands, until there is something to wait for. */
const takeFrom: (start: Work) => Effect.Effect<Wait, StoreError, Surroundings> = Effect.fnUntraced(function* (start) {
  const store = yield* CollectionStore
  let recorded = start
  let work = start
  let changes: Array<Advance> = []
  // Somebody may be faster: the client with its input, a second run of these steps, or the erasure of the user. Then the
  // row tells what to do.
  const overtaken = (open: string | undefined) =>
    Effect.as(abandon(recorded, open), { _tag: "Poll", step: recorded.step, millis: 0 } satisfies Wait)
  for (let taken = 1; ; taken++) {
    const next = yield* Effect.forkChild(changeBy(work))
    if (changes.length > 0 && Option.isNone(yield* Effect.timeoutOption(Fiber.await(next), togetherMillis))) {
      if (!(yield* store.advance(recorded, changes))) {
        yield* Fiber.interrupt(next)
        return yield* overtaken(work.session)
      }
      recorded = work
      changes = []
    }
    const { change, open } = yield* Fiber.join(next)
    changes.push(change)
    work = after(work, change)
    const goesOn = !isFinal(change.status) && change.pending === undefined && change.dueAt <= change.at
    if (goesOn && taken < stepsAtOnce) continue
    if (!(yield* store.advance(recorded, changes))) return yield* overtaken(open)
    if (isFinal(change.status)) {
      if (open !== undefined) yield* close(work, open)
      return ended
    }
    if (!goesOn) return paced(waitFor(work, change.at), taken)
    return { _tag: "Poll", step: work.step, millis: breathMillis }
  }
})

/**
 * Takes the steps of a collection that are due, and tells what to wait for. Where the row stands decides which those
 * are, so that it does no harm to come early, late or twice.
 */
export const takeSteps = Effect.fnUntraced(
  function* (collectionId: string) {
    const store = yield* CollectionStore
    for (;;) {
      const found = yield* store.work(collectionId)
      if (Option.isNone(found) || isFinal(found.value.status)) return ended
      const now = yield* Clock.currentTimeMillis
      const standing = waitFor(found.value, now)
      const wait: Wait = standing.millis > 0 ? standing : yield* takeFrom(found.value)
      if (wait._tag !== "Poll" || wait.millis > 0) return wait
    }
  },
  (effect, collectionId) => Effect.annotateLogs(effect, { collectionId })
)
