/** The lines of a document with folded text, and the sections into which headings divide them. */
import type { Line, TextCell } from "./PlacedText.ts"
import { fold } from "./Fold.ts"

export interface FoldedCell extends TextCell {
  readonly folded: string
}

export interface FoldedLine extends Line {
  readonly cells: ReadonlyArray<FoldedCell>
  readonly text: string
  readonly folded: string
}

export const prepare = (lines: ReadonlyArray<Line>): ReadonlyArray<FoldedLine> =>
  lines.map((line) => {
    const text = line.cells.map((cell) => cell.text).join(" ")
    const cells = line.cells.map((cell) => ({ ...cell, folded: fold(cell.text) }))
    return { ...line, cells, text, folded: fold(text) }
  })

/** Returns the lines between `heading` and the next of `headings`, or all lines without a `heading`. */
export const under = (
  lines: ReadonlyArray<FoldedLine>,
  headings: ReadonlyArray<string>,
  heading: string | undefined
): ReadonlyArray<FoldedLine> => {
  if (heading === undefined) return lines
  const known = new Set(headings.map(fold))
  const wanted = fold(heading)
  let current: string | undefined
  return lines.filter(({ folded }) => {
    if (!known.has(folded)) return current === wanted
    current = folded
    return false
  })
}
