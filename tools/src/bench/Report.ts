/** Formats figures and their targets as a table. */
import { middle } from "../workshop/checker/Latency.ts"

export interface Figure {
  readonly name: string
  /** The measurement, or the median if there were several rounds. */
  readonly value: number
  readonly unit: string
  /** The measurements of all rounds, if there were several. */
  readonly rounds?: ReadonlyArray<number>
  /** The target: a lower (`>=`) or upper (`<=`) bound. */
  readonly target?: readonly [">=" | "<=", number]
  readonly note?: string
}

/** Returns a figure with the median of several rounds. */
export const medianOf = (
  name: string,
  rounds: ReadonlyArray<number>,
  unit: string,
  more: Pick<Figure, "note" | "target"> = {}
): Figure => ({ name, value: middle(rounds), unit, rounds, ...more })

/** Returns the ratio of two measurements in each round. */
export const quotients = (ones: ReadonlyArray<number>, others: ReadonlyArray<number>): ReadonlyArray<number> =>
  ones.map((one, round) => one / (others[round] ?? Number.NaN))

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const rangeOf = ({ rounds }: Figure): string =>
  rounds === undefined ? "" : `${number(Math.min(...rounds))} to ${number(Math.max(...rounds))}`

const verdictOf = ({ target, value }: Figure): string => {
  if (target === undefined) return ""
  const [relation, bound] = target
  const met = relation === ">=" ? value >= bound : value <= bound
  return `${relation} ${bound} ${met ? "met" : "MISSED"}`
}

const heading = ["figure", "median", "unit", "range", "rounds", "target", "note"]

const rowOf = (figure: Figure): ReadonlyArray<string> => [
  figure.name,
  number(figure.value),
  figure.unit,
  rangeOf(figure),
  figure.rounds === undefined ? "" : String(figure.rounds.length),
  verdictOf(figure),
  figure.note ?? ""
]

/** Formats figures in columns. */
export const table = (figures: ReadonlyArray<Figure>): string => {
  const rows = [heading, ...figures.map(rowOf)]
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  return rows.map(line).join("\n")
}
