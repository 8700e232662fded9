/** Monitors and their changes as clients see them (spec 18). */
import type { Monitor } from "@sheaf/domain/Monitor"
import type { StoredMonitorChange, MonitorChange } from "@sheaf/domain/MonitorChange"
import type { RunFindings, StoredMonitor } from "@sheaf/ports"
import { timestampOf } from "../views/Display.ts"

export const presentMonitor = (
  { company, createdAt, endedAt, monitorId, progress, source, status, terms, userId }: StoredMonitor,
  now: number
): Monitor => {
  const { endReason, lastRun, pausedByPerson, runAt, running, runs } = progress
  const { offered: _, until, ...settings } = terms
  return {
    monitorId,
    userId,
    company,
    status,
    source,
    ...settings,
    until: timestampOf(until),
    createdAt: timestampOf(createdAt),
    ...(status === "ACTIVE" && { nextRunAt: timestampOf(running === undefined ? runAt : now) }),
    ...(lastRun && { lastRun: { ...lastRun, at: timestampOf(lastRun.at) } }),
    runs,
    ...(pausedByPerson === true && { pausedByPerson }),
    ...(endedAt !== undefined && { endedAt: timestampOf(endedAt) }),
    ...(endReason && { endReason })
  }
}

export const presentChange = (
  { at, collectionId }: Pick<RunFindings, "at" | "collectionId">,
  found: StoredMonitorChange
): MonitorChange => ({ at: timestampOf(at), ...(collectionId !== undefined && { collectionId }), ...found })
