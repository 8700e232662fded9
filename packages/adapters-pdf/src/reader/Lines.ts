/** Groups a page's text runs into lines and cells by their position, regardless of their order in the file. */
import { removeInvisibleCharacters } from "../layout/TextFolding.ts"
import type { TextLine, TextCell, TextRun } from "../layout/PositionedText.ts"

/** Two baselines belong to the same line if they differ by less than this fraction of the font size. */
const sameLine = 0.4
/** Gaps larger than these fractions of the font size separate words and cells. */
const wordGap = 0.12
const cellGap = 0.9
/** Some documents imitate bold type by drawing text twice, shifted by less than this fraction of the font size. */
const boldShift = 0.1

interface TextRow {
  y: number
  height: number
  readonly runs: Array<TextRun>
}

const rowsOf = (runs: ReadonlyArray<TextRun>): ReadonlyArray<TextRow> => {
  const rows: Array<TextRow> = []
  for (const run of runs.toSorted((a, b) => a.y - b.y)) {
    const last = rows.at(-1)
    if (last !== undefined && run.y - last.y <= sameLine * Math.max(last.height, run.height)) {
      last.runs.push(run)
      last.height = Math.max(last.height, run.height)
    } else {
      rows.push({ y: run.y, height: run.height, runs: [run] })
    }
  }
  return rows
}

const tidy = (text: string): string => removeInvisibleCharacters(text).normalize("NFC").replace(/\s+/gu, " ").trim()

const isAgain = (run: TextRun, before: TextRun | undefined): boolean =>
  before !== undefined && run.text === before.text && run.x - before.x < boldShift * run.height

const cellsOf = ({ height, runs }: TextRow): ReadonlyArray<TextCell> => {
  const cells: Array<TextCell> = []
  const sorted = runs.toSorted((a, b) => a.x - b.x)
  const once = sorted.filter((run, index) => !isAgain(run, sorted[index - 1]))
  for (const { text, width, x } of once) {
    const last = cells.at(-1)
    const gap = last === undefined ? Infinity : x - last.right
    if (last === undefined || gap > cellGap * height) {
      cells.push({ text, left: x, right: x + width })
    } else {
      const parted = gap > wordGap * height ? `${last.text} ${text}` : `${last.text}${text}`
      cells[cells.length - 1] = { text: parted, left: last.left, right: Math.max(last.right, x + width) }
    }
  }
  return cells.map((cell) => ({ ...cell, text: tidy(cell.text) }))
}

/** Returns a page's lines from top to bottom, without invisible text. */
export const linesOf = (page: number, runs: ReadonlyArray<TextRun>): ReadonlyArray<TextLine> =>
  rowsOf(runs.filter(({ text }) => tidy(text) !== "")).map((row) => ({
    page,
    y: row.y,
    height: row.height,
    cells: cellsOf(row)
  }))
