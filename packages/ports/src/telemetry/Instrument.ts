/**
 * Metrics, with one Effect `Metric` for each combination of label values, and the spans that Sheaf exports. Names and
 * units follow OpenTelemetry. Labels never contain the id of a client, a person or an object, so that the number of
 * combinations stays small (spec 14.5).
 */
import { Effect, Metric, Context } from "effect"
import type { Exit, Scope, Tracer } from "effect"

/** A unit in UCUM: seconds, bytes, a ratio, or the counted noun in braces. */
export type MetricUnit = "By" | "s" | "1" | `{${string}}`

interface Definition<Label extends string> {
  /** The name in OpenTelemetry's form, for example `sheaf.collections.started`. */
  readonly name: string
  readonly unit: MetricUnit
  readonly description: string
  readonly labels?: ReadonlyArray<Label>
}

export type MetricFamily<Label extends string, Of> = (values: Readonly<Record<Label, string>>) => Of

const family = <Label extends string, Of>(
  { description, labels = [], unit }: Definition<Label>,
  make: (options: { readonly description: string; readonly attributes: Metric.Metric.AttributeSet }) => Of
): MetricFamily<Label, Of> => {
  const known = new Map<string, Of>()
  return (values) => {
    const key = labels.map((label) => values[label]).join("\0")
    const found = known.get(key)
    if (found !== undefined) return found
    const attributes = { ...Object.fromEntries(labels.map((label) => [label, values[label]])), unit }
    const made = make({ description, attributes })
    known.set(key, made)
    return made
  }
}

export const counter = <Label extends string = never>(definition: Definition<Label>) =>
  family(definition, (options) => Metric.counter(definition.name, { ...options, incremental: true }))

export const gauge = <Label extends string = never>(definition: Definition<Label>) =>
  family(definition, (options) => Metric.gauge(definition.name, options))

/**
 * Upper bounds of the duration buckets, in seconds. Those from 5 ms to 10 s follow OpenTelemetry's recommendation for
 * HTTP.
 */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30]

export const durationHistogram = <Label extends string = never>(definition: Omit<Definition<Label>, "unit">) =>
  family({ ...definition, unit: "s" }, (options) =>
    Metric.histogram(definition.name, { ...options, boundaries: seconds })
  )

export const measureDuration = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  metricOf: (exit: Exit.Exit<A, E>) => Metric.Histogram<number>
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const start = clock.monotonicTimeNanosUnsafe()
    return Effect.onExit(effect, (exit) =>
      Effect.suspend(() => Metric.update(metricOf(exit), Number(clock.monotonicTimeNanosUnsafe() - start) / 1e9))
    )
  })

/** While the scope is open, computes a metric's state at each export. */
const registered = <State>(
  metric: Metric.Metric<never, State>,
  get: () => State
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.map(Effect.context<never>(), (context) =>
      Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} })
    ),
    (registration) => Effect.sync(() => registration.remove())
  ).pipe(Effect.asVoid)

/** While the scope is open, reads the gauge's value at each export. */
export const observeGauge = (metric: Metric.Gauge<number>, read: () => number) =>
  registered(metric, () => ({ value: read() }))

export const observeCounter = (metric: Metric.Counter<number>, read: () => number) =>
  registered(metric, () => ({ count: read(), incremental: true }))

/** Every JavaScript runtime has this global. It is faster than Effect's clock, which counts in bigints. */
declare const performance: { readonly now: () => number }

/** Measures durations where microseconds count. Elsewhere, use {@link measureDuration}. */
export interface Stopwatch {
  /** A time in milliseconds. Only the difference between two times is meaningful. */
  readonly now: () => number
  readonly record: (metric: Metric.Histogram<number>, start: number) => void
}

export const stopwatch: Effect.Effect<Stopwatch> = Effect.map(Effect.context<never>(), (context) => ({
  now: () => performance.now(),
  record: (metric, start) => metric.updateUnsafe((performance.now() - start) / 1000, context)
}))

/**
 * True for the spans that Sheaf itself creates. Only these are exported, because spans from libraries contain URLs, SQL
 * statements and ids.
 */
export const IsExportedSpan = Context.Reference<boolean>("@sheaf/ports/ExportedSpan", { defaultValue: () => false })

const exported = Context.make(IsExportedSpan, true)

/** Runs an effect in a span. The attributes must not contain personal data or ids. */
export const withExportedSpan =
  (name: string, options: Pick<Tracer.SpanOptions, "attributes" | "kind">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
    // A stack trace would cost more than the span itself, and no exporter shows it.
    Effect.withSpan(effect, name, { ...options, annotations: exported, captureStackTrace: false })
