/**
 * Finds forms and tables by the names that people see or that the company's server uses. If a page lacks these names,
 * the company has changed the page. This must not be mistaken for a wrong password or an account without contracts.
 */
import { RequestError } from "./RequestError.ts"
import * as Markup from "./Markup.ts"
import type { SiteResponse } from "./Site.ts"

type Page = Pick<SiteResponse, "text" | "url">

export interface Form {
  readonly action: URL
  /** The values of all fields that the browser would send, such as hidden tokens. */
  readonly fields: Readonly<Record<string, string>>
}

export interface Cell {
  readonly text: string
  /** The target of the first link in the cell. */
  readonly link?: URL
}

/** Sheaf retries a call that fails with 502, and counts the failure against the company's availability. */
const changed = (what: string) => new RequestError(502, `The company's page has changed: ${what}`)

type Opened = Extract<Markup.MarkupPart, { readonly type: "open" }>

/** Returns an attribute's value: an empty string if it has no value, and undefined if there is no such attribute. */
const attributeOf = ({ attributes }: Opened, name: string): string | undefined => {
  const found = attributes.find(([given]) => given.toLowerCase() === name)
  return found && (found[1] ?? "")
}

interface ParsedForm {
  readonly action: string
  /**
   * The names of all fields, including those that a browser would not send, such as unchecked checkboxes and buttons.
   */
  readonly names: Set<string>
  readonly fields: Record<string, string>
}

const unsentTypes = new Set(["submit", "button", "image", "reset", "file"])

const addInput = ({ fields, names }: ParsedForm, input: Opened, name: string): void => {
  const type = attributeOf(input, "type")?.toLowerCase() ?? "text"
  const isChoice = type === "checkbox" || type === "radio"
  names.add(name)
  if (unsentTypes.has(type) || (isChoice && attributeOf(input, "checked") === undefined)) return
  fields[name] = attributeOf(input, "value") ?? (isChoice ? "on" : "")
}

const formsIn = (text: string): ReadonlyArray<ParsedForm> => {
  const forms: Array<ParsedForm> = []
  let list = ""
  for (const part of Markup.partsOf(text)) {
    if (part.type !== "open") continue
    const tag = part.name.toLowerCase()
    if (tag === "form") forms.push({ action: attributeOf(part, "action") ?? "", names: new Set(), fields: {} })
    const form = forms.at(-1)
    const name = attributeOf(part, "name") ?? ""
    if (form === undefined || attributeOf(part, "disabled") !== undefined) continue
    if (tag === "option" && list !== "") {
      const isSelected = attributeOf(part, "selected") !== undefined
      if (isSelected || form.fields[list] === undefined) form.fields[list] = attributeOf(part, "value") ?? ""
    } else if (name !== "" && tag === "input") addInput(form, part, name)
    else if (name !== "" && tag === "select") form.names.add(name)
    else if (name !== "" && tag === "textarea") addInput(form, part, name)
    if (tag === "select") list = name
  }
  return forms
}

/**
 * Returns the form that has fields with all of these names. Fails with 502 if the page has no such form. The returned
 * `fields` contain the page's own values. Add what the person entered: `post(action, { form: { ...fields, username,
 * password } })`.
 */
export const readForm = ({ text, url }: Page, ...names: ReadonlyArray<string>): Form => {
  const rated = formsIn(text).map((form) => ({ form, missing: names.filter((name) => !form.names.has(name)) }))
  const [best] = rated.sort((one, other) => one.missing.length - other.missing.length)
  if (best === undefined || best.missing.length > 0) {
    throw changed(`it has no form with ${(best?.missing ?? names).join(", ")}`)
  }
  const { action, fields } = best.form
  return { action: action === "" ? url : new URL(action, url.href), fields }
}

interface ParsedCell {
  readonly span: number
  text: string
  link?: string
}

type Row = Array<ParsedCell>

const tidy = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const tablesIn = (text: string): ReadonlyArray<ReadonlyArray<Row>> => {
  const tables: Array<Array<Row>> = []
  const open: Array<Array<Row>> = []
  for (const part of Markup.partsOf(text)) {
    const rows = open.at(-1)
    const tag = part.type === "open" || part.type === "close" ? part.name.toLowerCase() : ""
    if (part.type === "open" && tag === "table") {
      const table: Array<Row> = []
      tables.push(table)
      open.push(table)
    } else if (part.type === "close" && tag === "table") open.pop()
    else if (part.type === "open" && tag === "tr") rows?.push([])
    else if (part.type === "open" && (tag === "td" || tag === "th")) {
      rows?.at(-1)?.push({ text: "", span: Number(attributeOf(part, "colspan") ?? 1) })
    }
    const cell = rows?.at(-1)?.at(-1)
    if (cell === undefined) continue
    if (part.type === "text") cell.text += Markup.decodeEntities(part.text)
    if (part.type === "open") cell.text += tag === "br" ? " " : ""
    const target = part.type === "open" && tag === "a" ? attributeOf(part, "href") : undefined
    if (target !== undefined) cell.link ??= target
  }
  return tables
}

const maxSpan = 100

const labelsOf = ({ span, text }: ParsedCell): ReadonlyArray<string> =>
  Array.from({ length: span > 1 && span <= maxSpan ? span : 1 }, () => tidy(text).replace(/ ?:$/, ""))

/**
 * Returns the rows of the table with these columns, without the header row. Fails with 502 if there is no such table.
 * Leaves out rows with fewer cells, such as a row with a total.
 */
export const readTable = <Column extends string>(
  { text, url }: Page,
  ...columns: ReadonlyArray<Column>
): ReadonlyArray<Readonly<Record<Column, Cell>>> => {
  let missing: ReadonlyArray<string> = columns
  for (const rows of tablesIn(text)) {
    const labelled = rows.map((row): ReadonlyArray<string> => row.flatMap(labelsOf))
    const lacks = labelled.map((labels) => columns.filter((column) => !labels.includes(column)))
    const header = lacks.findIndex(({ length }) => length === 0)
    const labels = labelled[header]
    if (labels === undefined) {
      for (const lacked of lacks) if (lacked.length < missing.length) missing = lacked
      continue
    }
    return rows
      .slice(header + 1)
      .filter((row) => row.length >= labels.length)
      .map((row) => {
        const cells = columns.map((column): readonly [Column, Cell] => {
          const { link, text: content } = row[labels.indexOf(column)] ?? { text: "" }
          const target = link === undefined ? null : URL.parse(link, url.href)
          return [column, { text: tidy(content), ...(target && { link: target }) }]
        })
        return Object.fromEntries(cells) as Record<Column, Cell>
      })
  }
  throw changed(`it has no table with ${missing.join(", ")}`)
}
