/** Samples the service's health every minute (spec 14.5). */
import { CollectionStore, ConsentStore, MonitorStore, ServiceSampleStore } from "@sheaf/ports"
import { Clock, Effect } from "effect"

/** Counts the open work of the whole service, and says how late its most overdue step is. */
export const openWorkAt = Effect.fnUntraced(function* (now: number) {
  const stores = [yield* CollectionStore, yield* ConsentStore, yield* MonitorStore]
  const counts = (yield* Effect.forEach(stores, ({ census }) => census(now))).flat()
  const late = counts.filter(({ isDue }) => isDue).map(({ dueAt }) => (now - dueAt) / 1000)
  return {
    open: counts.reduce((sum, { count }) => sum + count, 0),
    lateSeconds: Math.round(Math.max(0, ...late))
  }
})

/** Only one node records samples, for the whole service. */
export const takeSample = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* (yield* ServiceSampleStore).sample(now, yield* openWorkAt(now))
})
