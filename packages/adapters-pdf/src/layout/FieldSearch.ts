/** Finds values by their position relative to a label. */
import { foldText } from "./TextFolding.ts"
import type { Field } from "./Layout.ts"
import type { CaseFoldedCell, CaseFoldedLine } from "./Sections.ts"

/** How far below its label a value can be: in lines, and as a multiple of the font size. */
const linesBelow = 3
const sizesBelow = 4

/** What companies print in place of missing values. */
const placeholder = /^[-–—./]*$/u

const afterColon = ({ text }: CaseFoldedCell, labels: ReadonlySet<string>): string | undefined => {
  const colon = text.indexOf(":")
  return colon > 0 && labels.has(foldText(text.slice(0, colon))) ? text.slice(colon + 1).trim() : undefined
}

const isLabel = ({ folded }: CaseFoldedCell, labels: ReadonlySet<string>): boolean =>
  labels.has(folded) || (folded.endsWith(":") && labels.has(folded.slice(0, -1).trimEnd()))

/** Returns the text to the right of each label. It can be empty. */
const rightOf = ({ cells }: CaseFoldedLine, labels: ReadonlySet<string>): ReadonlyArray<string> =>
  cells.flatMap((cell, index) => {
    const inside = isLabel(cell, labels) ? (cells[index + 1]?.text ?? "") : afterColon(cell, labels)
    return inside === undefined ? [] : [inside]
  })

const isUnder = (label: CaseFoldedCell, { left, right }: CaseFoldedCell): boolean =>
  left < label.right && right > label.left

const below = (
  lines: ReadonlyArray<CaseFoldedLine>,
  index: number,
  labels: ReadonlySet<string>
): ReadonlyArray<string> => {
  const line = lines[index]
  if (line === undefined) return []
  const near = lines
    .slice(index + 1, index + 1 + linesBelow)
    .filter(({ page, y }) => page === line.page && y - line.y <= sizesBelow * line.height)
  return line.cells
    .filter((cell) => isLabel(cell, labels))
    .map((label) => near.flatMap(({ cells }) => cells.filter((cell) => isUnder(label, cell))).at(0)?.text ?? "")
}

const textsOf = (lines: ReadonlyArray<CaseFoldedLine>, { at, label }: Field): ReadonlyArray<string> => {
  const labels = new Set((typeof label === "string" ? [label] : label).map(foldText))
  switch (at) {
    case "RIGHT":
      return lines.flatMap((line) => rightOf(line, labels))
    case "BELOW":
      return lines.flatMap((_, index) => below(lines, index, labels))
    case "SAME_LINE":
      return lines.filter(({ folded }) => [...labels].some((words) => folded.includes(words))).map(({ text }) => text)
  }
}

/** The candidates for a value. If `lack` is NO_MATCH, `texts` are the texts that did not match. */
interface Found {
  readonly texts: ReadonlyArray<string>
  readonly lack?: "NO_LABEL" | "NO_VALUE" | "NO_MATCH"
}

const isSomething = (text: string): boolean => !placeholder.test(text)

export const findCandidates = (lines: ReadonlyArray<CaseFoldedLine>, field: Field): Found => {
  const places = textsOf(lines, field)
  if (places.length === 0) return { texts: [], lack: "NO_LABEL" }
  const beside = places.map((text) => text.trim()).filter(isSomething)
  if (beside.length === 0) return { texts: [], lack: "NO_VALUE" }
  if (field.pattern === undefined) return { texts: beside }
  const pattern = new RegExp(field.pattern, "u")
  const matches = beside.flatMap((text) => pattern.exec(text)?.[1] ?? [])
  if (matches.length === 0) return { texts: beside, lack: "NO_MATCH" }
  const texts = matches.map((text) => text.trim()).filter(isSomething)
  return texts.length === 0 ? { texts, lack: "NO_VALUE" } : { texts }
}
