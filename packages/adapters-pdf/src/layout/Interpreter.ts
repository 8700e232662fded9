/**
 * Reads a document according to a layout and reports the result for each field separately. Everything specific to a
 * company or a document is in the layouts.
 */
import type { FieldReading, LayoutReading } from "./ReaderResponse.ts"
import { findCandidates } from "./FieldSearch.ts"
import { foldText } from "./TextFolding.ts"
import type { Field, Layout, TableRows } from "./Layout.ts"
import { findSectionLines } from "./Sections.ts"
import type { CaseFoldedLine } from "./Sections.ts"
import { maxTextLength, parse } from "./Values.ts"
import type { FieldValue } from "./Values.ts"
import { marketFormats } from "./MarketFormat.ts"

/** Part of a record that has not been validated. */
export interface RecordPart {
  readonly [member: string]: FieldValue | RecordPart | ReadonlyArray<FieldValue | RecordPart>
}

const cut = (text: string): string => text.slice(0, maxTextLength)

const readField = (lines: ReadonlyArray<CaseFoldedLine>, layout: Layout, field: Field): FieldReading => {
  const told = { target: field.target, required: field.required === true }
  const heading = field.under === undefined ? undefined : foldText(field.under)
  if (heading !== undefined && !lines.some(({ folded }) => folded === heading)) return { ...told, fault: "NO_HEADING" }
  const { lack, texts } = findCandidates(findSectionLines(lines, layout.headings, field.under), field)
  const [first] = texts
  const shown = first === undefined ? {} : { text: cut(first) }
  if (lack !== undefined) return { ...told, ...shown, fault: lack }
  const found = texts.map((text) => ({ text, value: parse(text, field.kind, marketFormats[layout.writing]) }))
  const readable = found.flatMap(({ text, value }) => (value === undefined ? [] : [{ text, value }]))
  const [chosen] = readable
  if (chosen === undefined) return { ...told, ...shown, fault: "UNREADABLE" }
  const written = JSON.stringify(chosen.value)
  const ambiguous = told.required && readable.some(({ value }) => JSON.stringify(value) !== written)
  return { ...told, text: cut(chosen.text), value: chosen.value, ...(ambiguous && { fault: "AMBIGUOUS" }) }
}

const rowsUnder = (lines: ReadonlyArray<CaseFoldedLine>, layout: Layout, heading: string) =>
  findSectionLines(lines, layout.headings, heading).flatMap(({ cells }) => {
    const [name, last] = [cells.at(0), cells.at(-1)]
    if (name === undefined || last === undefined || name === last || name.text.length > maxTextLength) return []
    return [{ name: name.text, last: last.text }]
  })

const idOf = (name: string): string =>
  foldText(name)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/gu, "")

/**
 * Returns the row's cover, or nothing if the last cell cannot be parsed. The layout decides whether that cell is an
 * amount or one of the layout's words for "included" and "not included".
 */
const coverageOf = (
  { last, name }: { readonly last: string; readonly name: string },
  rows: Extract<TableRows, { readonly target: "coverages" }>,
  amountIn: (text: string) => FieldValue | undefined
): ReadonlyArray<RecordPart> => {
  const cover = { code: idOf(name), name }
  if (rows.last === "INCLUDED") {
    const isAmong = (words: ReadonlyArray<string>) => words.some((word) => foldText(word) === foldText(last))
    return isAmong(rows.yes) || isAmong(rows.no) ? [{ ...cover, included: isAmong(rows.yes) }] : []
  }
  const amount = amountIn(last)
  if (amount === undefined) return []
  return [{ ...cover, included: true, [rows.last === "LIMIT" ? "limit" : "deductible"]: { amount } }]
}

const readRows = (
  lines: ReadonlyArray<CaseFoldedLine>,
  layout: Layout,
  rows: TableRows
): ReadonlyArray<FieldValue | RecordPart> => {
  const all = rowsUnder(lines, layout, rows.under)
  const amountIn = (text: string) => parse(text, { type: "money" }, marketFormats[layout.writing])
  if (rows.target === "coverages") return all.flatMap((row) => coverageOf(row, rows, amountIn))
  if (rows.target === "payments") {
    return all.flatMap(({ last, name }) => {
      const dueDate = parse(name, { type: "date" }, marketFormats[layout.writing])
      const amount = amountIn(last)
      return dueDate === undefined || amount === undefined ? [] : [{ dueDate, amount }]
    })
  }
  if (rows.target === "deductibles") {
    return all.flatMap(({ last, name }) => {
      const amount = amountIn(last)
      const [deductibleId, deductibleName] = [idOf(name), name]
      return amount === undefined ? [] : [{ deductibleId, deductibleName, deductibleAmount: amount }]
    })
  }
  const yes = new Set(rows.yes.map(foldText))
  const there = all.filter(({ last }) => yes.has(foldText(last))).map(({ name }) => name)
  return rows.target === "addons" ? there.map((name) => ({ addOnId: idOf(name), addOnName: name })) : there
}

const isList = (value: RecordPart[string] | undefined): value is ReadonlyArray<FieldValue | RecordPart> =>
  Array.isArray(value)

const isPart = (value: RecordPart[string] | undefined): value is RecordPart =>
  typeof value === "object" && !Array.isArray(value)

const put = (part: RecordPart, path: ReadonlyArray<string>, value: RecordPart[string]): RecordPart => {
  const [member, ...rest] = path
  if (member === undefined) return part
  const inner = Object.hasOwn(part, member) ? part[member] : undefined
  return { ...part, [member]: rest.length === 0 ? value : put(isPart(inner) ? inner : {}, rest, value) }
}

const has = (part: RecordPart, path: ReadonlyArray<string>): boolean => {
  const [member, ...rest] = path
  if (member === undefined) return true
  const inner = part[member]
  return isPart(inner) && has(inner, rest)
}

const recordOf = (
  layout: Layout,
  fields: ReadonlyArray<FieldReading>,
  lines: ReadonlyArray<CaseFoldedLine>
): RecordPart => {
  let insurance: RecordPart = { insuranceType: layout.insuranceType }
  for (const { target, value } of fields) {
    if (value !== undefined) insurance = put(insurance, target.split("."), value)
  }
  for (const { target, value } of layout.constants) {
    const path = target.split(".")
    if (has(insurance, path.slice(0, -1))) insurance = put(insurance, path, value)
  }
  let record: RecordPart = { id: "1", insurance }
  for (const rows of layout.rows) {
    const read = readRows(lines, layout, rows)
    // Several tables can have the same target, for example a table of covers with deductibles and a table of optional
    // covers.
    const earlier = record[rows.target]
    if (read.length > 0) record = put(record, rows.target.split("."), [...(isList(earlier) ? earlier : []), ...read])
  }
  return record
}

/** Calls `enter` with each field's position before reading the field, and with -1 after the last field. */
export const interpret = (
  layout: Layout,
  lines: ReadonlyArray<CaseFoldedLine>,
  enter: (field: number) => void = () => {}
): LayoutReading => {
  const { id, insuranceType, recognisedBy } = layout
  const absent = recognisedBy.filter((words) => !lines.some(({ folded }) => folded.includes(foldText(words))))
  const fields = layout.fields.map((field, index) => {
    enter(index)
    return readField(lines, layout, field)
  })
  enter(-1)
  return { layout: id, insuranceType, absent, fields, record: recordOf(layout, fields, lines) }
}
