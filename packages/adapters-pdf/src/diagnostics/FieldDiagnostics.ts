/**
 * Explains to layout authors why a field has no value (docs/pdf-layouts.md). The service never shows these messages.
 */
import type { Field, FieldKind } from "../layout/Layout.ts"
import { maxTextLength } from "../layout/Values.ts"
import type { DocumentLine, FieldReading, FieldErrorKind } from "../layout/ReaderResponse.ts"
import { foldText } from "../layout/TextFolding.ts"

const quoted = (text: string): string => JSON.stringify(text)

const labelOf = ({ label }: Field): string =>
  `label ${(typeof label === "string" ? [label] : label).map(quoted).join(" or ")}`

const places: Readonly<Record<Field["at"], string>> = {
  RIGHT: "right of",
  BELOW: "below",
  SAME_LINE: "on the line of"
}

const misfits: Readonly<Record<Exclude<FieldKind["type"], "choice">, string>> = {
  text: `is longer than ${maxTextLength} characters`,
  date: "is not a date",
  money: "is not an amount of money",
  number: "is not a number",
  integer: "is not an integer",
  registrationNumber: "is not a registration number"
}

const reasons: Readonly<Record<FieldErrorKind, (field: Field, text: string) => string>> = {
  NO_HEADING: ({ under = "" }) => `missing, heading ${quoted(under)} not found`,
  NO_LABEL: (field) => {
    const where = field.under === undefined ? "" : ` under ${quoted(field.under)}`
    return `missing, ${labelOf(field)} not found${where}`
  },
  NO_VALUE: (field) => `missing, no value ${places[field.at]} ${labelOf(field)}`,
  NO_MATCH: ({ pattern = "" }, text) => `missing, ${quoted(text)} does not match /${pattern}/u`,
  UNREADABLE: ({ kind }, text) => {
    const misfit = kind.type === "choice" ? `is not one of ${Object.keys(kind.of).join(", ")}` : misfits[kind.type]
    return `unreadable, ${quoted(text)} ${misfit}`
  },
  AMBIGUOUS: (_, text) => `ambiguous, found ${quoted(text)} and another value`
}

export const describe = (field: Field, { fault, text = "" }: FieldReading): string | undefined =>
  fault === undefined ? undefined : reasons[fault](field, text)

/** Limits on the length of the strings and the number of cells to compare, so that finding a hint stays fast. */
const [maxCompared, maxCells] = [200, 5_000]

const pairsOf = (text: string): ReadonlyArray<string> => {
  const folded = foldText(text).slice(0, maxCompared)
  return Array.from({ length: Math.max(0, folded.length - 1) }, (_, at) => folded.slice(at, at + 2))
}

/**
 * Returns the similarity of two strings from 0 to 1, based on the character pairs that they share (Dice coefficient).
 */
const similarity = (pairs: ReadonlySet<string>, text: string): number => {
  const others = new Set(pairsOf(text))
  if (pairs.size + others.size === 0) return 0
  return (2 * [...others].filter((pair) => pairs.has(pair)).length) / (pairs.size + others.size)
}

/** Text that is less similar than this is not suggested. */
const minSimilarity = 0.4

/** If a field's label or heading was not found, returns the most similar text in the document and its position. */
export const hint = (field: Field, { fault }: FieldReading, lines: ReadonlyArray<DocumentLine>): string | undefined => {
  if (fault !== "NO_LABEL" && fault !== "NO_HEADING") return undefined
  const labels = typeof field.label === "string" ? [field.label] : field.label
  const wanted = (fault === "NO_HEADING" ? [field.under ?? ""] : labels).map((text) => new Set(pairsOf(text)))
  const cells = lines.flatMap(({ cells: inLine, page, y }) => inLine.map(({ text }) => ({ page, text, y })))
  const [best] = cells
    .slice(0, maxCells)
    .map((cell) => ({ ...cell, score: Math.max(...wanted.map((pairs) => similarity(pairs, cell.text))) }))
    .toSorted((one, other) => other.score - one.score)
  return best === undefined || best.score < minSimilarity
    ? undefined
    : `similar: ${quoted(best.text)} (page ${best.page}, ${best.y} from the top)`
}
