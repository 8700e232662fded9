/** Measures durations on paths where every microsecond counts. Other code uses `Instrument.timed`. */
import { Effect } from "effect"
import type { Metric } from "effect"

/** Every JavaScript runtime has this global. The clock of Effect counts in big integers, which are slower. */
declare const performance: { readonly now: () => number }

export interface Stopwatch {
  /** A time in milliseconds. Only differences are meaningful. */
  readonly now: () => number
  /** Records the duration since `start`. */
  readonly record: (metric: Metric.Histogram<number>, start: number) => void
}

/** Makes a stopwatch that records to the current metrics. */
export const stopwatch: Effect.Effect<Stopwatch> = Effect.map(Effect.context<never>(), (context) => ({
  now: () => performance.now(),
  record: (metric, start) => metric.updateUnsafe((performance.now() - start) / 1000, context)
}))
