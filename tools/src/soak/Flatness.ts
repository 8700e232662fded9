/** Decides whether a figure stays flat: its second half must not exceed its first half by more than a tolerance. */
import { percentile } from "../workshop/checker/Latency.ts"

export interface Series {
  readonly name: string
  readonly unit: string
  /** The figure over time, after the warm-up. */
  readonly values: ReadonlyArray<number>
  /**
   * `peak` for figures that fall at each erasure: the level that at most a tenth of the values exceed, so that one stall of
   * the machine does not count as growth. `median` for all others.
   */
  readonly by: "median" | "peak"
  /** The second half can be this many times as high as the first half. */
  readonly factor: number
  /** Differences up to this are noise. */
  readonly slack: number
}

export interface Verdict {
  readonly name: string
  readonly unit: string
  readonly before: number
  readonly after: number
  readonly isFlat: boolean
}

/** Compares the halves of a series. A series of fewer than two values is not flat, because nothing shows that it is. */
export const judge = ({ by, factor, name, slack, unit, values }: Series): Verdict => {
  const middle = Math.floor(values.length / 2)
  const level = (half: ReadonlyArray<number>): number => percentile(half, by === "peak" ? 0.9 : 0.5)
  const [before, after] = [level(values.slice(0, middle)), level(values.slice(middle))]
  return { name, unit, before, after, isFlat: after <= Math.max(before * factor, before + slack) }
}

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

export const describe = ({ after, before, isFlat, name, unit }: Verdict): string =>
  `${isFlat ? "flat " : "GROWS"}  ${name}: ${shown(before)} ${unit}, then ${shown(after)} ${unit}`
