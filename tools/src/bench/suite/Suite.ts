/** Runs measurements one after the other, and prints a report of each. */
import * as Machine from "../../workshop/checker/Machine.ts"
import { run as measure, SkippedError } from "./Measurement.ts"
import type { RunLength, Measurement } from "./Measurement.ts"
import * as Report from "./Report.ts"

export type SuiteOutput = Pick<typeof console, "log" | "error">

const reportOf = async (
  measurement: Measurement,
  effort: RunLength
): Promise<readonly [report: string, isGood: boolean]> => {
  try {
    const figures = await measure(measurement, effort)
    // The figures of a smoke run mean nothing, so the report omits them.
    return [effort === "smoke" ? `${figures.length} figures` : `\n${Report.formatTable(figures)}\n`, true]
  } catch (error) {
    if (error instanceof SkippedError) return [`skipped: ${error.message}`, true]
    return [`FAILED\n${error instanceof Error ? error.stack : String(error)}\n`, false]
  }
}

export const run = async (
  measurements: ReadonlyArray<Measurement>,
  effort: RunLength,
  { error, log }: SuiteOutput
): Promise<boolean> => {
  const secondsSince = (began: number) => (performance.now() - began) / 1000
  const failed: Array<string> = []
  const began = performance.now()
  log(`${Machine.describe(new Date())}\n`)
  for (const measurement of measurements) {
    const began = performance.now()
    const [report, isGood] = await reportOf(measurement, effort)
    if (!isGood) failed.push(measurement.name)
    log(`${measurement.name}, ${secondsSince(began).toFixed(1)} s: ${report}`)
  }
  log(`${measurements.length} measurements, ${secondsSince(began).toFixed(0)} s`)
  if (failed.length > 0) error(`FAILED: ${failed.join(", ")}`)
  return failed.length === 0
}
