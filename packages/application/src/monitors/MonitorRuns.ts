/** The runs of monitors: each starts one collection, and compares what it returned (spec 18). */
import { isFinal, isOutcome } from "@sheaf/domain/CollectionStatus"
import { isFunctional } from "@sheaf/domain/Company"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import { ClientStore, CollectionStore, Connectors, CurrentIdempotentRequest, MonitorStore, Sealer } from "@sheaf/ports"
import type { Caller, MonitorProgress, MonitorUpdate, StoredMonitor } from "@sheaf/ports"
import { Cause, Effect, Option } from "effect"
import * as Start from "../collections/Start.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as MonitorRecords from "./MonitorRecords.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"

/** The pause while a company is in maintenance, in milliseconds. */
const maintenanceMillis = 30 * 60_000

/** The pause before the next try if the client or Sheaf must first do something, in milliseconds. */
const waitMillis = 3_600_000

/** Postponed runs spread over this time, in milliseconds. */
const spreadMillis = 15 * 60_000

const postponed = (monitor: StoredMonitor, now: number, millis: number): MonitorUpdate =>
  MonitorUpdates.postponeUpdate(
    monitor,
    now,
    millis + Math.floor(MonitorUpdates.shareOf(monitor.monitorId) * spreadMillis)
  )

const requestOf = ({ company, consentId, terms: { filter, products } }: StoredMonitor): StartCommand => ({
  company,
  parameters: [
    { type: "STORED_CONSENT", consentId },
    ...(filter === undefined ? [] : [{ type: "COLLECTION_FILTER", ...filter } as const])
  ],
  ...(products && { products }),
  standsAlone: true
})

/** Returns the request of one attempt. Its key makes a repetition return the same collection. */
const idempotentRequestOf = ({ clientId, monitorId, progress, userId }: StoredMonitor) => ({
  clientId,
  userId,
  method: "RUN",
  path: `/monitors/${monitorId}`,
  key: IdempotencyKey.make(`${progress.runs + 1}/${progress.failures}`),
  markReplayed: Effect.void
})

const startCollection = Effect.fnUntraced(function* (monitor: StoredMonitor, caller: Caller) {
  const once = yield* Idempotency.make
  const context = yield* Effect.context<Effect.Services<ReturnType<typeof Start.start>>>()
  const request = requestOf(monitor)
  const started = once({
    request: monitor.consentId,
    make: (accept) =>
      Start.start(caller, request, accept, (effect) => effect).pipe(
        Effect.map(({ identity }) => identity.collectionId),
        Effect.provideContext(context)
      ),
    resultOf: (id) => ({ id, isNew: true }),
    repeat: ({ id }) => Effect.succeed(id)
  })
  return yield* Effect.provideService(started, CurrentIdempotentRequest, idempotentRequestOf(monitor))
})

/** Starts the collection of a run. What passes by itself postpones the run, and anything else fails it. */
export const start = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const { clientId, company: id, userId } = monitor
  const company = yield* (yield* Connectors).find(id)
  const isReady = Option.exists(company, ({ availability }) => isFunctional(availability.status))
  const client = yield* (yield* ClientStore).findClient(clientId)
  if (!isReady || Option.isNone(client)) return postponed(monitor, now, maintenanceMillis)
  const caller: Caller = { clientId, userId, environment: client.value.environment }
  return yield* startCollection(monitor, caller).pipe(
    Effect.map((collectionId) => MonitorUpdates.startedUpdate(monitor, now, collectionId)),
    Effect.catchTags({
      UnattendedLimitExceeded: ({ retryAfterSeconds }) =>
        Effect.succeed(postponed(monitor, now, retryAfterSeconds * 1000)),
      TooManyAttempts: ({ retryAfterSeconds }) => Effect.succeed(postponed(monitor, now, retryAfterSeconds * 1000)),
      ConnectSessionUnconfirmed: () => Effect.succeed(postponed(monitor, now, waitMillis)),
      // The next step finds that the consent or the user is gone.
      ConsentNotUsable: () => Effect.succeed(postponed(monitor, now, waitMillis)),
      UnknownConsent: () => Effect.succeed(postponed(monitor, now, waitMillis)),
      UserErasedError: () => Effect.succeed(postponed(monitor, now, waitMillis))
    }),
    Effect.catch((error) =>
      Effect.logWarning("a monitor could not start a collection").pipe(
        withFailureAnnotations(Cause.fail(error), { monitorId: monitor.monitorId }),
        Effect.as(MonitorUpdates.failedUpdate(monitor, now, undefined))
      )
    )
  )
})

/** Compares what a collection returned. */
const compareWith = Effect.fnUntraced(function* (
  monitor: StoredMonitor,
  now: number,
  collectionId: string,
  isComplete: boolean
) {
  const [store, collections] = [yield* MonitorStore, yield* CollectionStore]
  const before = yield* store.knowledge(monitor.clientId, monitor.monitorId)
  const insurance = yield* collections.insuranceData(collectionId)
  const wealth = yield* collections.wealthData(collectionId)
  const collected = {
    insurance: Option.getOrElse(insurance, () => []),
    wealth: Option.getOrElse(wealth, () => []),
    isComplete
  }
  const known = Option.getOrElse(before, () => MonitorRecords.nothing)
  const comparison = MonitorRecords.compare(yield* Sealer, monitor, known, collected)
  return MonitorUpdates.comparedUpdate(monitor, now, collectionId, { ...comparison, isBaseline: Option.isNone(before) })
})

/** Looks at the collection of a run. */
export const follow = Effect.fnUntraced(function* (
  monitor: StoredMonitor,
  now: number,
  { collectionId, startedAt }: NonNullable<MonitorProgress["running"]>
) {
  const facts = yield* (yield* CollectionStore).dataFacts(monitor.clientId, collectionId)
  if (Option.isNone(facts)) return MonitorUpdates.failedUpdate(monitor, now, undefined)
  const { expired, status } = facts.value
  if (!isFinal(status)) return MonitorUpdates.pollUpdate(monitor, now, startedAt)
  if (!isOutcome(status) || expired) return MonitorUpdates.failedUpdate(monitor, now, collectionId)
  return yield* compareWith(monitor, now, collectionId, status !== "COMPLETED_PARTIAL")
})
