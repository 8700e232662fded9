/**
 * The time series in the operator's console: collections by company and login method, and the service itself (spec
 * 14.5).
 */
import { periodOf, resolutions } from "@sheaf/domain/FigurePeriod"
import type { Resolution } from "@sheaf/domain/FigurePeriod"
import type { EndsOfPeriod, HistoryWindow, MethodHistory, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { countOf, quantileOf } from "@sheaf/domain/SuccessRate"
import { CompanyFigureStore, ServiceSampleStore } from "@sheaf/ports"
import type { CollectionStore, CompanyEnds, ConsentStore, MonitorStore, PeriodEnds } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { timestampOf } from "../views/Display.ts"
import { openWorkAt } from "./ServiceSamples.ts"

/** The last period of each window is still running. */
const windows: Readonly<Record<HistoryWindow, { readonly resolution: Resolution; readonly periods: number }>> = {
  HOUR: { resolution: "FIVE_MINUTES", periods: 12 },
  DAY: { resolution: "HOUR", periods: 24 },
  MONTH: { resolution: "DAY", periods: 30 }
}

const totalOf = (ends: ReadonlyArray<CompanyEnds>): MethodHistory["total"] => {
  const ended = (wanted: CompanyEnds["end"]) => ends.filter(({ end }) => end === wanted)
  const succeeded = ended("SUCCEEDED")
  const [p50Seconds, p95Seconds] = [quantileOf(succeeded, 0.5), quantileOf(succeeded, 0.95)]
  return {
    succeeded: countOf(succeeded),
    failed: countOf(ended("FAILED")),
    other: countOf(ended("OTHER")),
    ...(p50Seconds !== undefined && { p50Seconds }),
    ...(p95Seconds !== undefined && { p95Seconds })
  }
}

const periodsIn = (ends: ReadonlyArray<PeriodEnds>): ReadonlyArray<EndsOfPeriod> =>
  [...Map.groupBy(ends, ({ start }) => start)].map(([start, own]) => ({ at: timestampOf(start), ...totalOf(own) }))

const methodsIn = (ends: ReadonlyArray<PeriodEnds>): ReadonlyArray<MethodHistory> =>
  [...Map.groupBy(ends, ({ company }) => company)].flatMap(([company, ofCompany]) =>
    [...Map.groupBy(ofCompany, ({ loginMethod }) => loginMethod)].map(([loginMethod, own]) => ({
      company,
      loginMethod,
      total: totalOf(own),
      periods: periodsIn(own)
    }))
  )

export const firstPeriodOf = (window: HistoryWindow) =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const { periods, resolution } = windows[window]
    return periodOf(resolution, now - (periods - 1) * resolutions[resolution].length)
  })

/** Histories are cached for ten seconds, because every open console polls them. */
export const makeReader = Effect.gen(function* () {
  const figures = yield* CompanyFigureStore
  const samples = yield* ServiceSampleStore
  const stores = yield* Effect.context<CollectionStore | ConsentStore | MonitorStore>()
  const read = Effect.fnUntraced(function* (window: HistoryWindow) {
    const { periods, resolution } = windows[window]
    const { length } = resolutions[resolution]
    const first = yield* firstPeriodOf(window)
    const ends = yield* Effect.orDie(figures.endsByPeriod(first))
    const found = yield* Effect.orDie(samples.since(first))
    const now = yield* Clock.currentTimeMillis
    const work = yield* Effect.orDie(Effect.provide(openWorkAt(now), stores))
    const history: ServiceHistory = {
      readAt: timestampOf(now),
      start: timestampOf(first.start),
      periodSeconds: length / 1000,
      periods,
      all: periodsIn(ends),
      methods: methodsIn(ends),
      current: { ...(yield* Effect.orDie(samples.measure(now))), ...work },
      service: found.map(({ start, ...sample }) => ({ at: timestampOf(start), ...sample }))
    }
    return history
  })
  const [HOUR, DAY, MONTH] = [
    yield* Effect.cachedWithTTL(read("HOUR"), "10 seconds"),
    yield* Effect.cachedWithTTL(read("DAY"), "10 seconds"),
    yield* Effect.cachedWithTTL(read("MONTH"), "1 minute")
  ]
  const cached: Readonly<Record<HistoryWindow, Effect.Effect<ServiceHistory>>> = { HOUR, DAY, MONTH }
  return (window: HistoryWindow) => cached[window]
})
