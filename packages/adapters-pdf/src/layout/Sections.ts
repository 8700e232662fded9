/** The lines of a document as an interpreter looks at them: their words folded once, and the heading that each is under. */
import { textOf } from "../reader/Page.ts"
import type { Line, TextCell } from "../reader/Page.ts"
import { fold } from "./Fold.ts"

export interface FoldedCell extends TextCell {
  readonly folded: string
}

export interface FoldedLine {
  readonly page: number
  readonly y: number
  readonly height: number
  readonly cells: ReadonlyArray<FoldedCell>
  readonly text: string
  readonly folded: string
}

export const prepare = (lines: ReadonlyArray<Line>): ReadonlyArray<FoldedLine> =>
  lines.map((line) => {
    const text = textOf(line)
    const cells = line.cells.map((cell) => ({ ...cell, folded: fold(cell.text) }))
    return { page: line.page, y: line.y, height: line.height, cells, text, folded: fold(text) }
  })

/** Whether the heading that is asked for is one of `headings`, and stands in a line. */
export const hasHeading = (
  lines: ReadonlyArray<FoldedLine>,
  headings: ReadonlyArray<string>,
  heading: string | undefined
): boolean => {
  if (heading === undefined) return true
  const wanted = fold(heading)
  return headings.some((known) => fold(known) === wanted) && lines.some(({ folded }) => folded === wanted)
}

/** The lines under a heading, up to the next of `headings`; all lines where no heading is asked for. */
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
