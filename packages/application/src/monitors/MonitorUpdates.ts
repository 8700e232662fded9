/**
 * Pure functions that decide how a monitor changes, which events the change adds, and when the monitor is due next
 * (spec 18).
 */
import * as MonitorSchedule from "@sheaf/domain/MonitorSchedule"
import type { MonitorEndReason, MonitorStatus } from "@sheaf/domain/Monitor"
import type { StoredMonitorChange } from "@sheaf/domain/MonitorChange"
import { dueNotices, nextNoticeAt } from "@sheaf/domain/RenewalNotices"
import type { EventContent } from "@sheaf/domain/EventContent"
import type { MonitorTerms } from "@sheaf/domain/CreateMonitor"
import type { Renewal } from "@sheaf/domain/StartCollection"
import type { MonitorProgress, MonitorUpdate, NewEvent, NewMonitor, StoredMonitor } from "@sheaf/ports"
import { Equal, Struct } from "effect"
import { dateOf } from "../views/Display.ts"
import type { ResolvedSource } from "./MonitorSources.ts"
import type { Comparison } from "./MonitorRecords.ts"

const retryMillis = 3_600_000

/**
 * The maximum number of attempts at a run. It is low, because banks allow only four readings a day in the person's
 * absence.
 */
const maxAttempts = 2

const maxPollMillis = 60_000
const minPollMillis = 2_000

/**
 * Returns a number from 0 (inclusive) to 1 (exclusive) that is always the same for a monitor. It comes from the random
 * digits at the end of the monitor's id.
 */
export const spreadFractionOf = (monitorId: string): number => Number.parseInt(monitorId.slice(-8), 16) / 2 ** 32

export const nextRunAt = ({ createdAt, monitorId, terms }: Omit<StoredMonitor, "shard">, after: number): number =>
  MonitorSchedule.nextRunAt(terms, createdAt, after, MonitorSchedule.spreadMillis(terms, spreadFractionOf(monitorId)))

export const statusWithPauses = ({ pausedByClient, pausedByPerson }: MonitorProgress): MonitorStatus =>
  pausedByClient === true || pausedByPerson === true ? "PAUSED" : "ACTIVE"

export const withPause = (
  progress: MonitorProgress,
  pause: "pausedByClient" | "pausedByPerson",
  isPaused: boolean
): MonitorProgress => ({ ...Struct.omit(progress, [pause]), ...(isPaused && { [pause]: true }) })

type Values = Pick<MonitorUpdate, "progress" | "renewal" | "source" | "status" | "terms">

const dueAtOf = ({ progress: { ends, runAt, running }, status, terms: { until } }: Values, now: number): number => {
  // A run in progress is checked whatever the monitor's status, because its results must not be missed.
  if (running !== undefined) return now
  return status === "ACTIVE" ? Math.min(runAt, nextNoticeAt(ends, now), until) : until
}

const eventOf = ({ clientId, userId }: StoredMonitor, at: number, content: EventContent): NewEvent => ({
  ...content,
  clientId,
  userId,
  at
})

/**
 * Returns the collection that serves as the monitor's next run. Returns nothing if the collection had another filter,
 * because it may then lack records.
 */
const firstRunOf = ({ renewal, running }: ResolvedSource, { filter }: MonitorTerms) => {
  const isWhole = renewal?.filter === undefined || Equal.equals(renewal.filter, filter)
  return running !== undefined && isWhole ? { running } : {}
}

/**
 * Returns a monitor whose first run starts immediately. If the monitor's source is a collection, that collection is the
 * first run.
 */
export const newMonitor = (
  { clientId, monitorId }: Pick<NewMonitor, "clientId" | "monitorId">,
  found: ResolvedSource,
  terms: MonitorTerms,
  now: number
): NewMonitor => ({
  monitorId,
  clientId,
  ...Struct.pick(found, ["company", "renewal", "source", "userId"]),
  createdAt: now,
  dueAt: now,
  terms,
  progress: { runs: 0, runAt: now, failures: 0, ends: {}, ...firstRunOf(found, terms) }
})

export const silentUpdate = (monitor: StoredMonitor, changed: Partial<Values>, now: number): MonitorUpdate => {
  const { progress, renewal, source, status, terms } = monitor
  const values = { progress, source, status, terms, ...(renewal && { renewal }), ...changed }
  return { ...values, dueAt: dueAtOf(values, now), events: [] }
}

const withoutRun = ({ running: _, ...progress }: MonitorProgress): MonitorProgress => progress

/**
 * Lets a monitor continue immediately with a new source. If the source is a collection, that collection counts as the
 * monitor's next run.
 */
export const renewedUpdate = (
  monitor: StoredMonitor,
  changed: Pick<Values, "status" | "terms">,
  now: number,
  found: ResolvedSource
): MonitorUpdate => {
  const { renewal, source } = found
  const progress: MonitorProgress = {
    ...withoutRun(monitor.progress),
    failures: 0,
    runAt: now,
    ...firstRunOf(found, changed.terms)
  }
  const { renewal: _, ...update } = silentUpdate(monitor, { ...changed, progress, source }, now)
  return { ...update, ...(renewal && { renewal, takes: source.collectionId ?? "" }) }
}

export const endUpdate = (monitor: StoredMonitor, now: number, reason: MonitorEndReason): MonitorUpdate => {
  const { company, monitorId } = monitor
  const progress = { ...withoutRun(monitor.progress), ends: {}, endReason: reason }
  const ended = eventOf(monitor, now, { type: "monitor.ended", facts: { monitorId, company, reason } })
  return { ...silentUpdate(monitor, { progress, status: "ENDED" }, now), endedAt: now, events: [ended] }
}

export const personRequiredUpdate = (monitor: StoredMonitor, now: number): MonitorUpdate => {
  const { company, monitorId } = monitor
  const event = eventOf(monitor, now, { type: "monitor.person_required", facts: { monitorId, company } })
  const waiting = { progress: { ...withoutRun(monitor.progress), failures: 0 }, status: "PERSON_REQUIRED" } as const
  const { renewal: _, ...update } = silentUpdate(monitor, waiting, now)
  return { ...update, events: [event] }
}

/** Postpones the next run. Even after repeated postponements, only one run follows. */
export const postponeUpdate = (monitor: StoredMonitor, now: number, millis: number): MonitorUpdate =>
  silentUpdate(monitor, { progress: { ...monitor.progress, runAt: now + millis } }, now)

export const startedUpdate = (monitor: StoredMonitor, now: number, collectionId: string): MonitorUpdate => ({
  ...silentUpdate(monitor, { progress: { ...monitor.progress, running: { collectionId, startedAt: now } } }, now),
  dueAt: now + minPollMillis
})

/** Schedules the next check of a running collection. The intervals grow with the time since its start. */
export const pollUpdate = (monitor: StoredMonitor, now: number, startedAt: number): MonitorUpdate => ({
  ...silentUpdate(monitor, {}, now),
  dueAt: now + Math.min(maxPollMillis, Math.max(minPollMillis, now - startedAt))
})

/**
 * After a failed attempt, retries once after a pause, and then waits for the next run. `renewal` says how the next
 * attempt begins. If it is absent, the next attempt begins like the failed one.
 */
export const failedUpdate = (
  monitor: StoredMonitor,
  now: number,
  collectionId: string | undefined,
  renewal?: Renewal
): MonitorUpdate => {
  const { company, monitorId, progress } = monitor
  const failures = progress.failures + 1
  const idle = withoutRun(progress)
  const next = renewal && { renewal }
  const taken = next && collectionId !== undefined && { takes: collectionId }
  if (failures < maxAttempts) {
    const again = { ...idle, failures, runAt: now + retryMillis }
    return { ...silentUpdate(monitor, { progress: again, ...next }, now), ...taken }
  }
  const ofCollection = collectionId !== undefined && { collectionId }
  const event = eventOf(monitor, now, { type: "monitor.failed", facts: { monitorId, company, ...ofCollection } })
  const after: MonitorProgress = {
    ...idle,
    failures: 0,
    runs: progress.runs + 1,
    runAt: nextRunAt(monitor, now),
    lastRun: { at: now, outcome: "FAILED", ...ofCollection }
  }
  const ended = { day: dateOf(now), outcome: "FAILED", changes: 0 } as const
  return { ...silentUpdate(monitor, { progress: after, ...next }, now), ...taken, ended, events: [event] }
}

const changeEvent = (
  monitor: StoredMonitor,
  now: number,
  collectionId: string,
  found: StoredMonitorChange
): NewEvent => {
  const { company, monitorId } = monitor
  const run = { monitorId, company, collectionId }
  switch (found.change) {
    case "ADDED":
    case "REMOVED": {
      const { change, ...counted } = found
      const type = change === "ADDED" ? "record.added" : "record.removed"
      return eventOf(monitor, now, { type, facts: { ...run, ...counted } })
    }
    case "CHANGED": {
      const { change: __, ...changed } = found
      return eventOf(monitor, now, { type: "record.changed", facts: { ...run, ...changed } })
    }
    default: {
      const { change: __, ...arrived } = found
      return eventOf(monitor, now, { type: "transactions.available", facts: { ...run, ...arrived } })
    }
  }
}

const baselineEvent = (
  monitor: StoredMonitor,
  now: number,
  collectionId: string,
  changes: ReadonlyArray<StoredMonitorChange>
): NewEvent => {
  const { company, monitorId } = monitor
  const records: Record<string, number> = {}
  for (const each of changes) {
    if (each.change === "ADDED") records[each.kind] = (records[each.kind] ?? 0) + each.count
  }
  return eventOf(monitor, now, { type: "monitor.baseline", facts: { monitorId, company, collectionId, records } })
}

export interface ComparedRun extends Comparison {
  readonly isBaseline: boolean
  /** How the monitor's next run begins. If absent, the next run begins in the same way as this one. */
  readonly renewal?: Renewal
}

/** Stores and announces what a run found. The first successful run sets the baseline. */
export const comparedUpdate = (
  monitor: StoredMonitor,
  now: number,
  collectionId: string,
  { changes, ends, isBaseline, knowledge, renewal }: ComparedRun
): MonitorUpdate => {
  const run = monitor.progress.runs + 1
  const isChanged = isBaseline || changes.length > 0
  const outcome = isChanged ? "CHANGED" : "UNCHANGED"
  const progress: MonitorProgress = {
    ...withoutRun(monitor.progress),
    ends,
    failures: 0,
    runs: run,
    runAt: nextRunAt(monitor, now),
    lastRun: { at: now, collectionId, outcome }
  }
  return {
    ...silentUpdate(monitor, { progress, ...(renewal && { renewal }) }, now),
    ...(renewal && { takes: collectionId }),
    knowledge,
    ended: { day: dateOf(now), outcome, changes: changes.length },
    ...(isChanged && { found: { run, at: now, collectionId, changes } }),
    events: isBaseline
      ? [baselineEvent(monitor, now, collectionId, changes)]
      : changes.map((change) => changeEvent(monitor, now, collectionId, change))
  }
}

/** Stores and announces what a run found, and reports that the monitor cannot run again without the person. */
export const lastComparedUpdate = (...given: Parameters<typeof comparedUpdate>): MonitorUpdate => {
  const [monitor, now] = given
  const { renewal: _, ...compared } = comparedUpdate(...given)
  const waiting = personRequiredUpdate({ ...monitor, progress: compared.progress }, now)
  return { ...compared, status: waiting.status, dueAt: waiting.dueAt, events: [...compared.events, ...waiting.events] }
}

/** Announces due renewals. Returns nothing if none are due. */
export const renewalNoticesUpdate = (monitor: StoredMonitor, now: number): MonitorUpdate | undefined => {
  const { company, monitorId, progress } = monitor
  const { ends, notices } = dueNotices(progress.ends, now)
  if (notices.length === 0) return undefined
  const events = notices.map(({ days, id, kind }) =>
    eventOf(monitor, now, { type: "policy.renewal_due", facts: { monitorId, company, kind, recordId: id, days } })
  )
  return { ...silentUpdate(monitor, { progress: { ...progress, ends } }, now), events }
}
