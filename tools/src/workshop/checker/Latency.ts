/** Percentiles of measurements. */

/** Uses the nearest-rank method. A `share` of 0.99 gives the 99th percentile. Returns NaN if there are no values. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Returns the upper median, or NaN if there are no values. */
export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
