/** Measures the process: event loop, memory, garbage collection, CPU time and files (spec 14.5). */
import { Instrument } from "@sheaf/ports"
import { Effect, Metric } from "effect"
import { readdirSync } from "node:fs"
import { constants, monitorEventLoopDelay, performance, PerformanceObserver } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import metadata from "../../package.json" with { type: "json" }

const delays = Instrument.gauge({
  name: "nodejs.eventloop.delay",
  unit: "s",
  description: "Delay of the event loop since the last export, by quantile. 1 is the maximum.",
  labels: ["quantile"]
})
const utilization = Instrument.gauge({
  name: "nodejs.eventloop.utilization",
  unit: "1",
  description: "Share of the time since the last export in which the event loop was busy."
})
const memory = Instrument.gauge({
  name: "process.memory.usage",
  unit: "By",
  description: "Memory of the process, by kind. `rss` includes all others.",
  labels: ["kind"]
})
const heapLimit = Instrument.gauge({
  name: "v8js.memory.heap.limit",
  unit: "By",
  description: "Largest size of the heap."
})
const processor = Instrument.counter({
  name: "process.cpu.time",
  unit: "s",
  description: "Processor time of the process, by mode.",
  labels: ["process.cpu.mode"]
})
const uptime = Instrument.gauge({ name: "process.uptime", unit: "s", description: "Time since the process started." })
const files = Instrument.gauge({
  name: "process.open_file_descriptor.count",
  unit: "{file}",
  description: "Open files and connections of the process."
})
const collections = Instrument.durationHistogram({
  name: "v8js.gc.duration",
  description: "Duration of garbage collections, by type.",
  labels: ["v8js.gc.type"]
})
const build = Instrument.gauge({
  name: "sheaf.build.info",
  unit: "{build}",
  description: "Always 1. Its labels describe the process.",
  labels: ["version", "node"]
})

const gcTypes = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, "weakcb"]
])

const typeOf = (entry: object): string => {
  const detail = "detail" in entry ? entry.detail : undefined
  const kind = typeof detail === "object" && detail !== null && "kind" in detail ? detail.kind : undefined
  return (typeof kind === "number" ? gcTypes.get(kind) : undefined) ?? "other"
}

const observeGc = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      collections({ "v8js.gc.type": typeOf(entry) }).updateUnsafe(entry.duration / 1000, context)
    }
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => observer.observe({ entryTypes: ["gc"] })),
    () => Effect.sync(() => observer.disconnect())
  )
})

/** How often the event loop's delay is sampled, in milliseconds. */
const resolution = 20

const makeEventLoop = Effect.gen(function* () {
  const histogram = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = monitorEventLoopDelay({ resolution })
      made.enable()
      return made
    }),
    (made) => Effect.sync(() => made.disable())
  )
  let last = performance.eventLoopUtilization()
  return Effect.gen(function* () {
    // Subtracts the sampling interval, which Node's histogram includes.
    const seconds = (nanos: number) => Math.max(0, nanos / 1e9 - resolution / 1e3)
    yield* Metric.update(delays({ quantile: "0.5" }), seconds(histogram.percentile(50)))
    yield* Metric.update(delays({ quantile: "0.99" }), seconds(histogram.percentile(99)))
    yield* Metric.update(delays({ quantile: "1" }), histogram.count === 0 ? 0 : seconds(histogram.max))
    histogram.reset()
    const now = performance.eventLoopUtilization()
    yield* Metric.update(utilization({}), performance.eventLoopUtilization(now, last).utilization)
    last = now
  })
})

/** Works only on Linux. */
const countFiles = (): number => {
  try {
    return readdirSync("/proc/self/fd").length
  } catch {
    return 0
  }
}

/**
 * Starts the measurements. Returns an effect that updates the event loop's metrics, which cover only the time since the
 * last export.
 */
export const make = Effect.gen(function* () {
  yield* observeGc
  const kinds = ["rss", "heapUsed", "heapTotal", "external", "arrayBuffers"] as const
  for (const kind of kinds) yield* Instrument.observeGauge(memory({ kind }), () => process.memoryUsage()[kind])
  yield* Instrument.observeGauge(heapLimit({}), () => getHeapStatistics().heap_size_limit)
  yield* Instrument.observeGauge(uptime({}), () => process.uptime())
  yield* Instrument.observeGauge(files({}), countFiles)
  for (const mode of ["user", "system"] as const) {
    yield* Instrument.observeCounter(processor({ "process.cpu.mode": mode }), () => process.cpuUsage()[mode] / 1e6)
  }
  yield* Metric.update(build({ version: metadata.version, node: process.version }), 1)
  return yield* makeEventLoop
})
