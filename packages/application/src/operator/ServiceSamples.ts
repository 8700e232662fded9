/** Samples the service's health every minute (spec 14.5). */
import { CollectionStore, ConsentStore, MonitorStore, ServiceSampleStore } from "@sheaf/ports"
import { Clock, Effect } from "effect"

/** Only one node records samples, for the whole service. */
export const takeSample = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const stores = [yield* CollectionStore, yield* ConsentStore, yield* MonitorStore]
  const counts = (yield* Effect.forEach(stores, ({ census }) => census(now))).flat()
  const late = counts.filter(({ isDue }) => isDue).map(({ dueAt }) => (now - dueAt) / 1000)
  yield* (yield* ServiceSampleStore).sample(now, {
    open: counts.reduce((sum, { count }) => sum + count, 0),
    lateSeconds: Math.round(Math.max(0, ...late))
  })
})
