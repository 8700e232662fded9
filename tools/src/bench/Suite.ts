/** Runs the parts of the benchmark and reports each. Parts that measure time run one after the other. */
import * as Machine from "../workshop/checker/Machine.ts"
import { Skipped } from "./Part.ts"
import type { Effort, Part } from "./Part.ts"
import * as Report from "./Report.ts"
import type { Figure } from "./Report.ts"

/** Prints a text to stdout or stderr. */
export type Console = Pick<typeof console, "log" | "error">

/** Rejects parts that measured nothing. */
const expectFigures = (figures: ReadonlyArray<Figure>): void => {
  if (figures.length === 0) throw new Error("the part reported no figure")
  const [lost] = figures.filter(({ value }) => !Number.isFinite(value))
  if (lost !== undefined) throw new Error(`"${lost.name}" is ${lost.value}`)
}

/** Runs a part. Returns its report, and whether it succeeded. A part that this machine cannot run is skipped. */
const reportOf = async (part: Part, effort: Effort): Promise<readonly [report: string, isGood: boolean]> => {
  try {
    const figures = await part.run(effort)
    expectFigures(figures)
    // The figures of a smoke run mean nothing, so they are not shown.
    return [effort === "smoke" ? `${figures.length} figures` : `\n${Report.table(figures)}\n`, true]
  } catch (error) {
    if (error instanceof Skipped) return [`skipped: ${error.message}${effort === "smoke" ? "" : "\n"}`, true]
    return [`FAILED\n${error instanceof Error ? error.stack : String(error)}\n`, false]
  }
}

/** Runs all parts, even if one of them fails. Returns true if none failed. */
export const run = async (parts: ReadonlyArray<Part>, effort: Effort, { error, log }: Console): Promise<boolean> => {
  const secondsSince = (began: number) => (performance.now() - began) / 1000
  const failed: Array<string> = []
  const runOf = async (part: Part): Promise<void> => {
    const began = performance.now()
    const [report, isGood] = await reportOf(part, effort)
    if (!isGood) failed.push(part.name)
    log(`${part.name}, ${secondsSince(began).toFixed(1)} s: ${report}`)
  }
  const began = performance.now()
  log(`${Machine.describe(new Date())}\n`)
  const counting = parts.filter((part) => part.counts === true).map(runOf)
  for (const part of parts) if (part.counts !== true) await runOf(part)
  await Promise.all(counting)
  log(`${parts.length} parts, ${secondsSince(began).toFixed(0)} s`)
  if (failed.length > 0) error(`FAILED: ${failed.join(", ")}`)
  return failed.length === 0
}
