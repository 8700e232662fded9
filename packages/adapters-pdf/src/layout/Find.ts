/** Where a value stands in relation to its label (Layout). */
import { fold } from "./Fold.ts"
import type { Field } from "./Layout.ts"
import type { FoldedCell, FoldedLine } from "./Sections.ts"

/** A value stands at most so many lines under its label, and so many font sizes. */
const linesBelow = 3
const sizesBelow = 4

/** What companies write where there is no value. */
const nothing = /^[-–—./]*$/u

/** The text after the label and a colon in the same cell. */
const afterColon = ({ text }: FoldedCell, labels: ReadonlySet<string>): string | undefined => {
  const colon = text.indexOf(":")
  return colon > 0 && labels.has(fold(text.slice(0, colon))) ? text.slice(colon + 1).trim() : undefined
}

const isLabel = ({ folded }: FoldedCell, labels: ReadonlySet<string>): boolean =>
  labels.has(folded) || (folded.endsWith(":") && labels.has(folded.slice(0, -1).trimEnd()))

/** Beside each label; nothing where the label stands alone. */
const rightOf = ({ cells }: FoldedLine, labels: ReadonlySet<string>): ReadonlyArray<string> =>
  cells.flatMap((cell, index) => {
    const inside = isLabel(cell, labels) ? (cells[index + 1]?.text ?? "") : afterColon(cell, labels)
    return inside === undefined ? [] : [inside]
  })

const isUnder = (label: FoldedCell, { left, right }: FoldedCell): boolean => left < label.right && right > label.left

const below = (lines: ReadonlyArray<FoldedLine>, index: number, labels: ReadonlySet<string>): ReadonlyArray<string> => {
  const line = lines[index]
  if (line === undefined) return []
  const near = lines
    .slice(index + 1, index + 1 + linesBelow)
    .filter(({ page, y }) => page === line.page && y - line.y <= sizesBelow * line.height)
  return line.cells
    .filter((cell) => isLabel(cell, labels))
    .map((label) => near.flatMap(({ cells }) => cells.filter((cell) => isUnder(label, cell))).at(0)?.text ?? "")
}

const textsOf = (lines: ReadonlyArray<FoldedLine>, { at, label }: Field): ReadonlyArray<string> => {
  const labels = new Set((typeof label === "string" ? [label] : label).map(fold))
  switch (at) {
    case "RIGHT":
      return lines.flatMap((line) => rightOf(line, labels))
    case "BELOW":
      return lines.flatMap((_, index) => below(lines, index, labels))
    case "SAME_LINE":
      return lines.filter(({ folded }) => [...labels].some((words) => folded.includes(words))).map(({ text }) => text)
  }
}

/** Why there is no text: there is no label, nothing stands where the value is to stand, or it does not match the pattern. */
export type Lack = "NO_LABEL" | "NO_VALUE" | "NO_MATCH"

/** The texts that may be the value, or why none may; with NO_MATCH those that were tried. */
interface Found {
  readonly texts: ReadonlyArray<string>
  readonly lack?: Lack
}

const isSomething = (text: string): boolean => !nothing.test(text)

/** Every text in these lines that stands where the field's value is to stand. */
export const find = (lines: ReadonlyArray<FoldedLine>, field: Field): Found => {
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
