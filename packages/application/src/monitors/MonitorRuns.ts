/**
 * The runs of monitors. Each run starts a collection and compares its records with what the monitor knows from earlier
 * runs (spec 18).
 */
import { isFinal, isOutcome } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import type { MissingData } from "@sheaf/domain/FailureReason"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import { permittedPartOf } from "@sheaf/domain/Sensitive"
import type { Renewal, StartCommand } from "@sheaf/domain/StartCollection"
import { isBankAccount } from "@sheaf/domain/WealthRecord"
import { ClientStore, CollectionStore, Connectors, CurrentIdempotentRequest, MonitorStore, Sealer } from "@sheaf/ports"
import type { MonitorProgress, MonitorUpdate, StoredMonitor, StoreError, UserCaller } from "@sheaf/ports"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import { Cause, Clock, Effect, Option } from "effect"
import * as CollectedData from "../collections/data/CollectedData.ts"
import * as EarlyEnd from "../collections/EarlyEnd.ts"
import * as Start from "../collections/Start.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as MonitorMetrics from "./MonitorMetrics.ts"
import * as MonitorRecords from "./MonitorRecords.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"

const maintenanceMillis = 30 * 60_000

/** How long a run is postponed if its consent or its user is gone, in milliseconds. */
const waitMillis = 3_600_000

/**
 * The pause between checks while the client has yet to confirm the session that created the consent, in milliseconds.
 */
const confirmationMillis = 2_000

/** Spreads postponed runs over this time, in milliseconds. */
const spreadMillis = 15 * 60_000

/**
 * Once a client has used up its daily quota, its postponed runs are spread over this time, in milliseconds, so that
 * they do not all start at the beginning of the next day.
 */
const daySpreadMillis = 6 * 3_600_000

const postponed = (
  monitor: StoredMonitor,
  now: number,
  millis: number,
  { reason, spread = spreadMillis }: { readonly reason: MonitorMetrics.PostponeReason; readonly spread?: number }
) =>
  Effect.as(
    MonitorMetrics.countPostponed(monitor, reason),
    MonitorUpdates.postponeUpdate(
      monitor,
      now,
      millis + Math.floor(MonitorUpdates.spreadFractionOf(monitor.monitorId) * spread)
    )
  )

const requestOf = ({ company, terms: { filter, products } }: StoredMonitor, consentId: string): StartCommand => ({
  company,
  parameters: [
    { type: "STORED_CONSENT", consentId },
    ...(filter === undefined ? [] : [{ type: "COLLECTION_FILTER", ...filter } as const])
  ],
  ...(products && { products }),
  standsAlone: true
})

/**
 * Returns the request that starts a monitor's next run. Its idempotency key ensures that a repeated attempt with the
 * same source gets the same collection.
 */
const idempotentRequestOf = ({ clientId, monitorId, progress, source, userId }: StoredMonitor) => ({
  clientId,
  userId,
  method: "RUN",
  path: `/monitors/${monitorId}`,
  key: IdempotencyKey.make(`${progress.runs + 1}/${progress.failures}/${source.consentId ?? source.collectionId}`),
  markReplayed: Effect.void
})

const startBySource = Effect.fnUntraced(function* (monitor: StoredMonitor, caller: UserCaller, accept: AcceptWrite) {
  const { company, renewal, source, terms } = monitor
  if (source.consentId === undefined) {
    const { filter, products = terms.offered } = terms
    const begun = renewal ?? { _tag: "Session", session: "" }
    return yield* Start.startRenewal(caller, { company, products, renewal: begun, ...(filter && { filter }) }, accept)
  }
  const { identity } = yield* Start.start(caller, requestOf(monitor, source.consentId), accept, {
    // Runs need no queue: they neither supersede nor wait for the user's other collections.
    inTurn: (effect) => effect,
    isMonitorRun: true
  })
  return identity.collectionId
})

const startCollection = Effect.fnUntraced(function* (monitor: StoredMonitor, caller: UserCaller) {
  const once = yield* Idempotency.make
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof startBySource>>>()
  const started = once({
    request: monitor.source,
    make: (accept) => Effect.provideContext(startBySource(monitor, caller, accept), context),
    resultOf: (id) => ({ id, isNew: true }),
    repeat: ({ id }) => Effect.succeed(id)
  })
  return yield* Effect.provideService(started, CurrentIdempotentRequest, idempotentRequestOf(monitor))
})

/** Starts a run's collection. Temporary obstacles postpone the run, and all others make it fail. */
export const start = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const { clientId, company: id, userId } = monitor
  const company = yield* (yield* Connectors).find(id)
  const isReady = Option.exists(company, ({ availability }) => isFunctional(availability.status))
  const client = yield* (yield* ClientStore).findClient(clientId)
  if (!isReady || Option.isNone(client)) {
    return yield* postponed(monitor, now, maintenanceMillis, { reason: "COMPANY_UNAVAILABLE" })
  }
  const caller: UserCaller = { clientId, userId, environment: client.value.environment }
  return yield* startCollection(monitor, caller).pipe(
    Effect.map((collectionId) => MonitorUpdates.startedUpdate(monitor, now, collectionId)),
    Effect.catchTags({
      UnattendedLimitExceeded: ({ retryAfterSeconds }) =>
        postponed(monitor, now, retryAfterSeconds * 1000, { reason: "BANK_LIMIT" }),
      TooManyAttempts: ({ limit, retryAfterSeconds }) =>
        postponed(monitor, now, retryAfterSeconds * 1000, {
          reason: "CLIENT_LIMIT",
          ...(limit === "MONITOR_RUNS" && { spread: daySpreadMillis })
        }),
      ConnectSessionUnconfirmed: () =>
        postponed(monitor, now, confirmationMillis, { reason: "UNCONFIRMED", spread: 0 }),
      // The consent or the user is gone, which the next step will notice.
      ConsentNotUsable: () => postponed(monitor, now, waitMillis, { reason: "ENDED" }),
      UnknownConsent: () => postponed(monitor, now, waitMillis, { reason: "ENDED" }),
      UserErasedError: () => postponed(monitor, now, waitMillis, { reason: "ENDED" })
    }),
    Effect.catch((error) =>
      Effect.logWarning("a monitor could not start a collection").pipe(
        withFailureAnnotations(Cause.fail(error), { monitorId: monitor.monitorId }),
        Effect.as(MonitorUpdates.failedUpdate(monitor, now, undefined))
      )
    )
  )
})

/**
 * Reads the records of a run, but only those that the monitor may know. The first run can be a collection that covers
 * more than later runs: other products, records outside the monitor's filter, and sensitive data.
 */
const knowableOf = Effect.fnUntraced(function* ({ terms }: StoredMonitor, collectionId: string) {
  const collections = yield* CollectionStore
  const { filter, offered, products = offered } = terms
  const policies = products.includes("INSURANCE") ? yield* collections.insuranceData(collectionId) : Option.none()
  const wealth = Option.getOrElse(yield* collections.wealthData(collectionId), () => [])
  return {
    insurance: Option.getOrElse(policies, () => [])
      .filter((record) => CollectedData.admitsInsurance(filter, record))
      .flatMap((record) => permittedPartOf(record, []) ?? []),
    wealth: wealth.filter(
      (record) =>
        products.includes(isBankAccount(record) ? "PSD2_AIS" : "WEALTH") && CollectedData.admitsWealth(filter, record)
    )
  }
})

/**
 * Returns how the next run begins, or nothing if it would need the person. A run that begins in a company's session
 * uses that session up, so the next run begins with the `renewal` that this run's collection left. Without `renewal`,
 * the next run begins in the same way as this one.
 */
const continuationOf = Effect.fnUntraced(function* (
  { clientId, renewal, source }: StoredMonitor,
  collectionId: string
): Effect.fn.Return<Option.Option<{ readonly renewal?: Renewal }>, StoreError, CollectionStore> {
  const isInSession = source.collectionId !== undefined && renewal?._tag !== "Credentials"
  if (!isInSession || source.collectionId === collectionId) return Option.some({})
  const next = yield* (yield* CollectionStore).renewal(clientId, collectionId)
  return Option.map(next, (found) => ({ renewal: found }))
})

const compareWith = Effect.fnUntraced(function* (
  monitor: StoredMonitor,
  now: number,
  collectionId: string,
  isComplete: boolean
) {
  const before = yield* (yield* MonitorStore).knowledge(monitor.clientId, monitor.monitorId)
  const collected = { ...(yield* knowableOf(monitor, collectionId)), isComplete }
  const known = Option.getOrElse(before, () => MonitorRecords.initialKnowledge(now))
  const compared = {
    ...MonitorRecords.compare(yield* Sealer, monitor, known, collected, now),
    isBaseline: Option.isNone(before)
  }
  return Option.match(yield* continuationOf(monitor, collectionId), {
    onNone: () => MonitorUpdates.lastComparedUpdate(monitor, now, collectionId, compared),
    onSome: (next) => MonitorUpdates.comparedUpdate(monitor, now, collectionId, { ...compared, ...next })
  })
})

/** Returns true if another attempt could succeed without the person and cannot lock anybody out. */
const isRepeatable = (status: CollectionStatus): boolean =>
  isOutcome(status) || status === "FAILED" || status === "THIRD_PARTY_ERROR"

/** Returns true if a bank omitted the account from its list, as it does for a closed account. */
const isOmission = ({ accountId, part, reason }: MissingData): boolean =>
  part === "ACCOUNT" && accountId !== undefined && reason === "COMPANY_ERROR"

/**
 * Returns true if a run has read everything that its source still offers. Records count as removed only after two such
 * runs, in case a bank omits an account once.
 */
const isWholeRun = Effect.fnUntraced(function* (collectionId: string, status: CollectionStatus) {
  if (status !== "COMPLETED_PARTIAL") return true
  const found = yield* (yield* CollectionStore).loadState(collectionId)
  const { missing = [] } = Option.getOrUndefined(found)?.shown.information?.FAILURE_REASON ?? {}
  return missing.length > 0 && missing.every(isOmission)
})

export const follow = Effect.fnUntraced(function* (
  monitor: StoredMonitor,
  now: number,
  { collectionId, startedAt }: NonNullable<MonitorProgress["running"]>
) {
  const facts = yield* (yield* CollectionStore).dataFacts(monitor.clientId, collectionId)
  const { expired, status } = Option.getOrElse(facts, () => ({ status: "FAILED", expired: true }) as const)
  if (!isFinal(status)) return MonitorUpdates.pollUpdate(monitor, now, startedAt)
  if (isOutcome(status) && !expired) {
    return yield* compareWith(monitor, now, collectionId, yield* isWholeRun(collectionId, status))
  }
  const isOver = monitor.source.consentId === undefined && !isRepeatable(status)
  const next = isOver ? Option.none() : yield* continuationOf(monitor, collectionId)
  return Option.match(next, {
    onNone: () => MonitorUpdates.personRequiredUpdate(monitor, now),
    onSome: ({ renewal }) =>
      MonitorUpdates.failedUpdate(monitor, now, Option.isSome(facts) ? collectionId : undefined, renewal)
  })
})

/**
 * Ends the current run if the update abandons it, and erases what the run has collected, including its session. If the
 * person's own collection serves as the first run, it is kept.
 */
export const abandonRun = Effect.fnUntraced(function* (
  { clientId, progress, source }: StoredMonitor,
  after: Pick<MonitorUpdate, "progress">
) {
  const collectionId = progress.running?.collectionId
  if (collectionId === undefined || collectionId === source.collectionId) return
  if (after.progress.running?.collectionId === collectionId) return
  yield* EarlyEnd.endRunningCollection(collectionId, "MONITOR_STOPPED")
  yield* (yield* CollectionStore).eraseDataOf(clientId, collectionId, yield* Clock.currentTimeMillis)
})
