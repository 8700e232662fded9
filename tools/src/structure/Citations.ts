/**
 * Finds citations in code and documents, such as `spec 2.6, 9`, `architecture 4` or `ADR 3`, and the sections that
 * citations can name.
 */

export interface CitableDocuments {
  readonly specification: string
  readonly architecture: string
  /** File names of decision records, such as `0003-connectors-as-steppers.md`. */
  readonly records: ReadonlyArray<string>
}

const number = String.raw`\d+(?:\.\d+)*`
const inPages = new RegExp(
  String.raw`\b(spec|architecture),? (?:sections? )?(${number}(?:(?:, | and )${number})*)`,
  "gi"
)
const inRecords = /\b(?:ADR |docs\/adr\/)(\d+)/g

/** Joins lines, so that a citation can continue on the next line of a comment or paragraph. */
const joinLines = (text: string): string => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ")

/** Returns each citation in `text` in a uniform form, such as `spec 2.6` or `ADR 3`. */
export const citationsIn = (text: string): ReadonlyArray<string> => {
  const joined = joinLines(text)
  const pages = Array.from(joined.matchAll(inPages)).flatMap(([, page = "", sections = ""]) =>
    sections.split(/, | and /).map((section) => `${page.toLowerCase()} ${section}`)
  )
  const records = Array.from(joined.matchAll(inRecords), ([, record = ""]) => `ADR ${Number(record)}`)
  return [...new Set([...pages, ...records])]
}

const headingNumbers = (name: string, page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm), ([, section = ""]) => `${name} ${section}`)

export const citationTargetsIn = (pages: CitableDocuments): ReadonlySet<string> =>
  new Set([
    ...headingNumbers("spec", pages.specification),
    ...headingNumbers("architecture", pages.architecture),
    ...pages.records.map((file) => `ADR ${Number(file.slice(0, 4))}`)
  ])
