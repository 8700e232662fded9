/** Normalizes the text of a document's lines for comparison, and splits the lines into sections at headings. */
import type { TextLine, TextCell } from "./PositionedText.ts"
import { foldText } from "./TextFolding.ts"

export interface CaseFoldedCell extends TextCell {
  readonly folded: string
}

export interface CaseFoldedLine extends TextLine {
  readonly cells: ReadonlyArray<CaseFoldedCell>
  readonly text: string
  readonly folded: string
}

export const caseFoldLines = (lines: ReadonlyArray<TextLine>): ReadonlyArray<CaseFoldedLine> =>
  lines.map((line) => {
    const text = line.cells.map((cell) => cell.text).join(" ")
    const cells = line.cells.map((cell) => ({ ...cell, folded: foldText(cell.text) }))
    return { ...line, cells, text, folded: foldText(text) }
  })

/** Returns the lines between `heading` and the next of `headings`. Without a `heading`, returns all lines. */
export const findSectionLines = (
  lines: ReadonlyArray<CaseFoldedLine>,
  headings: ReadonlyArray<string>,
  heading: string | undefined
): ReadonlyArray<CaseFoldedLine> => {
  if (heading === undefined) return lines
  const known = new Set(headings.map(foldText))
  const wanted = foldText(heading)
  let current: string | undefined
  return lines.filter(({ folded }) => {
    if (!known.has(folded)) return current === wanted
    current = folded
    return false
  })
}
