/** Formats figures and their limits as a table. */
import { median } from "../../workshop/checker/Latency.ts"
import type { MeasurementResult } from "./Measurement.ts"

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const verdictOf = ({ bound, values }: MeasurementResult): string => {
  if (bound === undefined) return ""
  const [relation, limit] = bound
  const isMet = relation === ">=" ? median(values) >= limit : median(values) <= limit
  return `${relation} ${limit} ${isMet ? "met" : "MISSED"}`
}

const heading = ["figure", "median", "unit", "range", "rounds", "limit"]

const rowOf = (figure: MeasurementResult): ReadonlyArray<string> => {
  const { name, unit, values } = figure
  const range = `${number(Math.min(...values))} to ${number(Math.max(...values))}`
  return [name, number(median(values)), unit, range, String(values.length), verdictOf(figure)]
}

export const formatTable = (figures: ReadonlyArray<MeasurementResult>): string => {
  const rows = [heading, ...figures.map(rowOf)]
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  return rows.map(line).join("\n")
}
