/**
 * Collected records as a table with one row per contract, in CSV (RFC 4180) and UTF-8. Each column contains one member,
 * and the column's name is the member's path. New members get columns at the end, so the order of the existing columns
 * never changes.
 */
import { Predicate } from "effect"
import columns from "./recordColumns.json" with { type: "json" }

export type TableKind = keyof typeof columns

export const columnsOf: Readonly<Record<TableKind, ReadonlyArray<string>>> = columns

/**
 * Matches the position before any character that could start a formula. In a spreadsheet that separates cells by `;`,
 * even the middle of a quoted text can be the start of a cell.
 */
const formula = /(?=[=+\-@＝＋－＠﹦﹢﹣﹫])(?<=(?:^|[;\t\r\n\u0085\u2028\u2029])[\s"]*)/gu

const needsQuotes = /[",\r\n]|^\s|\s$/u

const quoted = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const memberOf = (value: unknown, name: string): unknown =>
  Predicate.isObject(value) && Predicate.hasProperty(value, name) ? value[name] : undefined

const valuesIn = (value: unknown): ReadonlyArray<string> => {
  if (isList(value)) return value.flatMap(valuesIn)
  if (Predicate.isObject(value)) return Object.values(value).flatMap(valuesIn)
  return value === undefined ? [] : [String(value)]
}

/** Renders a list entry with its members' names, because not all entries have the same members. */
const entryText = (entry: unknown): string =>
  Predicate.isObject(entry)
    ? Object.entries(entry)
        .map(([name, value]) => `${name}: ${valuesIn(value).join(" ")}`)
        .join(", ")
    : String(entry)

/** Returns the cell for a text. Apostrophes keep spreadsheets from treating any part of the text as a formula. */
const textCell = (text: string): string => quoted(text.replace(/^(?=[\t\r\n])/u, "'").replace(formula, "'"))

/** Returns the cell of a value. Numbers (even negative ones) stay numbers; unknown values are empty. */
const cellOf = (value: unknown): string => {
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (isList(value)) return textCell(value.map(entryText).join("; "))
  return typeof value === "string" ? textCell(value) : ""
}

const paths = (kind: TableKind) => columns[kind].map((column) => column.split("."))

const parsedPaths = { insurance: paths("insurance"), wealth: paths("wealth") }

/**
 * Returns the records as CSV, with a header.
 *
 * @example
 * toCsv("wealth", [{ type: "KF", id: "=1+1" }]).split("\r\n")[1]?.slice(0, 8) // "KF,'=1+1"
 */
export const toCsv = (kind: TableKind, records: ReadonlyArray<unknown>): string => {
  const rows = records.map((record) =>
    parsedPaths[kind].map((path) => cellOf(path.reduce<unknown>(memberOf, record))).join(",")
  )
  return [columns[kind].join(","), ...rows, ""].join("\r\n")
}
