/** Prints figures with their targets as a table. */

export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The lower (`>=`) or upper (`<=`) bound that the figure should meet. */
  readonly target?: readonly [">=" | "<=", number]
  readonly note?: string
}

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const verdict = ({ target, value }: Figure): string => {
  if (target === undefined) return ""
  const [relation, bound] = target
  const met = relation === ">=" ? value >= bound : value <= bound
  return `${relation} ${bound}  ${met ? "met" : "MISSED"}`
}

export const middle = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints figures in columns. */
export const table = (figures: ReadonlyArray<Figure>): string => {
  const rows = figures.map((figure) => [
    figure.name,
    number(figure.value),
    figure.unit,
    verdict(figure),
    figure.note ?? ""
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
