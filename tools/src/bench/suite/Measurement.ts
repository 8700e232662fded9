/**
 * A measurement compares contestants, which take turns, and sets limits on their figures. It has many rounds of short
 * turns, so that a busy moment affects all contestants alike and ratios stay stable.
 */
import { withCleanup } from "../../workshop/stage/Cleanup.ts"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"

/**
 * The length of a run: `full` for most figures, `long` for figures that take minutes each, and `smoke` to check that
 * each measurement works.
 */
export type RunLength = "full" | "long" | "smoke"

export type ByRunLength<A> = Readonly<Record<RunLength, A>>

export interface Contestant {
  readonly name: string
  /** Measures once. Returns numbers by unit, such as `{ "per second": 684 }`. */
  readonly measure: () => Promise<Readonly<Record<string, number>>>
}

export type Bound = readonly [relation: "<=" | ">=", value: number]

/**
 * A limit on a contestant's figure. With `to`, it limits the ratio to another contestant's figure in the same round.
 */
export interface Limit {
  readonly of: string
  readonly to?: string
  readonly unit: string
  readonly bound: Bound
}

export interface Measurement {
  readonly name: string
  readonly summary: string
  /** True if the measurement runs only when the command line names it or has `--smoke`. */
  readonly onRequest?: boolean
  readonly rounds: ByRunLength<number>
  /**
   * Starts what the contestants need. Everything that it adds to `cleanup` is stopped after the last round or after a
   * failure.
   */
  readonly prepare: (cleanup: Cleanup, effort: RunLength) => Promise<ReadonlyArray<Contestant>>
  readonly limits: ReadonlyArray<Limit>
}

/**
 * Explains why a measurement is not possible on this machine. If `prepare` throws it, the run skips the measurement and
 * does not fail.
 */
export class SkippedError extends Error {}

export interface MeasurementResult {
  readonly name: string
  readonly unit: string
  readonly values: ReadonlyArray<number>
  readonly bound?: Bound
}

const judged = (measured: ReadonlyArray<MeasurementResult>, { bound, of, to, unit }: Limit): MeasurementResult => {
  const valuesOf = (name: string): ReadonlyArray<number> => {
    const found = measured.find((figure) => figure.name === name && figure.unit === unit)
    if (found === undefined) throw new Error(`"${name}" has no number ${unit}`)
    return found.values
  }
  if (to === undefined) return { name: of, unit, values: valuesOf(of), bound }
  const others = valuesOf(to)
  const values = valuesOf(of).map((value, round) => value / (others[round] ?? Number.NaN))
  return { name: `${of} : ${to}`, unit: `ratio, ${unit}`, values, bound }
}

const figuresOf = (
  measured: ReadonlyArray<MeasurementResult>,
  limits: ReadonlyArray<Limit>
): ReadonlyArray<MeasurementResult> => {
  const limited = limits.map((limit) => judged(measured, limit))
  const isLimited = (figure: MeasurementResult) =>
    limited.some(({ name, unit }) => name === figure.name && unit === figure.unit)
  const figures = [...measured.filter((figure) => !isLimited(figure)), ...limited]
  if (figures.length === 0) throw new Error("the measurement has no number")
  const lost = figures.find(({ values }) => !values.every(Number.isFinite))
  if (lost !== undefined) throw new Error(`"${lost.name}" is ${lost.values.join(", ")} ${lost.unit}`)
  return figures
}

/** Runs all rounds after a warm-up, which does not count. A smoke run has no warm-up. */
export const run = (
  { limits, prepare, rounds }: Measurement,
  effort: RunLength
): Promise<ReadonlyArray<MeasurementResult>> =>
  withCleanup(async (cleanup) => {
    const contestants = await prepare(cleanup, effort)
    if (effort !== "smoke") for (const { measure } of contestants) await measure()
    const measured: Array<MeasurementResult & { readonly values: Array<number> }> = []
    for (let round = 0; round < rounds[effort]; round++) {
      for (const { measure, name } of contestants) {
        for (const [unit, value] of Object.entries(await measure())) {
          const known = measured.find((figure) => figure.name === name && figure.unit === unit)
          if (known === undefined) measured.push({ name, unit, values: [value] })
          else known.values.push(value)
        }
      }
    }
    return figuresOf(measured, limits)
  })
