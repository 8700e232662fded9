/** Monitor usage figures for clients and for the operator (spec 14.5, 18). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { usageDays } from "@sheaf/domain/MonitorUsage"
import type { MonitorDay, MonitorUsage } from "@sheaf/domain/MonitorUsage"
import type { ClientMonitorFigures, MonitorFigures, MonitoredCompany } from "@sheaf/domain/OperatorViews"
import { ClientStore, MonitorStore } from "@sheaf/ports"
import type { Caller, MonitorUsage as StoredUsage, StoredClient } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import * as StartLimits from "../limits/StartLimits.ts"
import { dateOf } from "../views/Display.ts"

const firstDayAt = (now: number): string => dateOf(now - (usageDays - 1) * dayMillis)

const sumOf = (rows: ReadonlyArray<StoredUsage>, of: (row: StoredUsage) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

const dayOf = (day: string, rows: ReadonlyArray<StoredUsage>): MonitorDay => ({
  day,
  started: sumOf(rows, (row) => row.started),
  unchanged: sumOf(rows, (row) => row.unchanged),
  changed: sumOf(rows, (row) => row.changed),
  failed: sumOf(rows, (row) => row.failed),
  changes: sumOf(rows, (row) => row.changes)
})

export const makeReader = Effect.gen(function* () {
  const store = yield* MonitorStore
  const { monitorRunsPerDay, monitors: monitorLimit } = yield* StartLimits.StartLimits
  return Effect.fnUntraced(function* ({ clientId }: Caller) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* Effect.orDie(store.usage({ clientId, since: firstDayAt(now) }))
    const days = [...Map.groupBy(rows, ({ day }) => day)].map(([day, found]) => dayOf(day, found))
    const today = days.find(({ day }) => day === dateOf(now))
    const usage: MonitorUsage = {
      monitors: (yield* Effect.orDie(store.counts(clientId))).get(clientId) ?? 0,
      monitorLimit,
      startsLeft: Math.max(0, monitorRunsPerDay - (today?.started ?? 0)),
      dailyStartLimit: monitorRunsPerDay,
      days
    }
    return usage
  })
})

const companyOf = (company: string, rows: ReadonlyArray<StoredUsage>): MonitoredCompany => ({
  company,
  days: [...Map.groupBy(rows, ({ day }) => day)].map(([day, found]) => {
    const { changed, failed, unchanged } = dayOf(day, found)
    return { day, succeeded: changed + unchanged, failed }
  })
})

const clientOf = (
  { id, name }: StoredClient,
  monitors: number,
  rows: ReadonlyArray<StoredUsage>,
  today: string
): ClientMonitorFigures => {
  const { changed, changes, failed, unchanged } = dayOf(today, rows)
  const startedToday = sumOf(rows, ({ day, started }) => (day === today ? started : 0))
  return { clientId: id, name, monitors, startedToday, runs: changed + unchanged + failed, failed, changes }
}

export const makeFigures = Effect.gen(function* () {
  const [clients, store] = [yield* ClientStore, yield* MonitorStore]
  const { monitorRunsPerDay, monitors: monitorLimit } = yield* StartLimits.StartLimits
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* Effect.orDie(store.usage({ since: firstDayAt(now) }))
    const byClient = Map.groupBy(rows, ({ clientId }) => clientId)
    const counts = yield* Effect.orDie(store.counts())
    const users: Array<ClientMonitorFigures> = []
    for (const client of yield* Effect.orDie(clients.clients)) {
      const monitors = counts.get(client.id) ?? 0
      const own = byClient.get(client.id) ?? []
      if (monitors > 0 || own.length > 0) users.push(clientOf(client, monitors, own, dateOf(now)))
    }
    const companies = [...Map.groupBy(rows, ({ company }) => company)].map(([id, found]) => companyOf(id, found))
    const figures: MonitorFigures = {
      companies: companies.toSorted((one, other) => (one.company < other.company ? -1 : 1)),
      clients: users,
      monitorLimit,
      dailyStartLimit: monitorRunsPerDay
    }
    return figures
  })
})
