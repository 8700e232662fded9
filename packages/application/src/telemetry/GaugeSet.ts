/** Gauges that are reported as a set, for example one for each company. */
import { Effect, Metric } from "effect"

export const settable = () => {
  let known: ReadonlySet<Metric.Gauge<number>> = new Set()
  return (values: ReadonlyMap<Metric.Gauge<number>, number>) =>
    Effect.forEach(new Set([...known, ...values.keys()]), (metric) => Metric.update(metric, values.get(metric) ?? 0), {
      discard: true
    }).pipe(Effect.tap(() => Effect.sync(() => (known = new Set(values.keys())))))
}
