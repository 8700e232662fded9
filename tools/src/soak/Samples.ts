/** Decides whether each figure of a soak run stays flat: its second half must not exceed its first half. */
import { percentile } from "../workshop/checker/Latency.ts"
import type { ResourceUsage } from "./ResourceUsage.ts"

export interface Sample {
  /** Seconds since the run started. */
  readonly seconds: number
  /**
   * True if the sample is from the part of the run in which the service is not killed. A kill resets the service's
   * memory and file descriptors.
   */
  readonly isQuiet: boolean
  readonly reading: ResourceUsage
  /** The durations of the requests since the previous sample, in milliseconds. */
  readonly latencies: ReadonlyArray<number>
}

export interface Series {
  readonly name: string
  readonly unit: string
  /** The measured values in chronological order, without those from the warm-up. */
  readonly values: ReadonlyArray<number>
  /**
   * `peak` is for figures that fall whenever rows are erased. It compares the 90th percentile, so a single stall of the
   * machine does not count as growth. `median` is for all other figures.
   */
  readonly by: "median" | "peak"
  /** The maximum ratio of the figure in the second half of the run to the figure in the first half. */
  readonly factor: number
  /** Differences up to this size are noise. */
  readonly slack: number
}

export interface TrendResult {
  readonly name: string
  readonly isFlat: boolean
  readonly text: string
}

/** A series with fewer than two values does not count as flat, because it proves nothing. */
export const compareHalves = ({ by, factor, name, slack, unit, values }: Series): TrendResult => {
  const middle = Math.floor(values.length / 2)
  const level = (half: ReadonlyArray<number>): number => percentile(half, by === "peak" ? 0.9 : 0.5)
  const [before, after] = [level(values.slice(0, middle)), level(values.slice(middle))]
  const isFlat = after <= Math.max(before * factor, before + slack)
  const [first, second] = [before, after].map((value) => `${value.toFixed(value >= 100 ? 0 : 1)} ${unit}`)
  return { name, isFlat, text: `${isFlat ? "flat " : "GROWS"}  ${name}: ${first}, then ${second}` }
}

/**
 * Tables whose rows usually outlive a run. The audit log is kept for two years, and events for an hour longer than
 * configured. Revoked API keys and the ids of erased users stay. The bytes of these tables do not count as growth of
 * the database file.
 */
const kept: ReadonlySet<string> = new Set(["api_key", "app_user", "audit_record", "audit_checkpoint", "event"])

/** The share of a run that is ignored as warm-up. */
const warmUp = 0.25

export const trendResults = (samples: ReadonlyArray<Sample>, seconds: number): ReadonlyArray<TrendResult> => {
  const quiet = samples.filter(({ isQuiet }) => isQuiet)
  const settledQuiet = quiet.slice(Math.floor(quiet.length / 4))
  const settled = samples.filter((sample) => sample.seconds >= seconds * warmUp)
  const tables = [...new Set(settled.flatMap(({ reading }) => [...reading.rows.keys()]))].filter(
    (name) => !kept.has(name)
  )
  const keptBytes = ({ bytes }: ResourceUsage): number =>
    [...bytes].reduce((total, [name, size]) => total + (kept.has(name) ? size : 0), 0)
  const quietly = (name: string, unit: string, factor: number, slack: number, of: (sample: Sample) => number) =>
    ({ name, unit, values: settledQuiet.map(of), by: "median", factor, slack }) as const
  const all: ReadonlyArray<Series> = [
    quietly("resident memory", "MB", 1.15, 20, ({ reading }) => reading.residentMegabytes),
    quietly("live objects", "MB", 1.15, 10, ({ reading }) => reading.liveMegabytes),
    quietly("file descriptors", "open", 1.1, 16, ({ reading }) => reading.descriptors),
    quietly("50th percentile", "ms", 1.5, 20, ({ latencies }) => percentile(latencies, 0.5)),
    quietly("99th percentile", "ms", 2, 200, ({ latencies }) => percentile(latencies, 0.99)),
    {
      name: "database file without kept tables",
      unit: "MB",
      values: settled.map(({ reading }) => (reading.fileBytes - keptBytes(reading)) / 1_000_000),
      by: "peak",
      factor: 1.25,
      slack: 2
    },
    ...tables.map((name) => ({
      name: `table ${name}`,
      unit: "rows",
      values: settled.map(({ reading }) => reading.rows.get(name) ?? 0),
      by: "peak" as const,
      factor: 1.3,
      slack: 50
    }))
  ]
  return all.map(compareHalves)
}
