/**
 * Citations in code and documents, such as `spec 2.6`, `decisions 4, 9` or `RFC 9110 §15.5.2`, and the sections that
 * they can name.
 */

/** The pages whose sections a citation can name. */
export interface Pages {
  readonly specification: string
  readonly decisions: string
  readonly architecture: string
  readonly references: string
  /** Matches the file names of decision records, such as `0003-connectors-as-steppers.md`. */
  readonly records: ReadonlyArray<string>
}

const number = String.raw`\d+(?:\.\d+)*`
const inPages = new RegExp(
  String.raw`\b(spec|decisions|architecture),? (?:sections? )?(${number}(?:(?:, | and )${number})*)`,
  "gi"
)
const inStandards = /\bRFC (\d+)((?:,? (?:§[\dA-Z.]*[\dA-Z]|appendix [A-Z]))*)/g
const inRecords = /\b(?:ADR |docs\/adr\/)(\d+)/g

/** Joins lines, so that a citation can continue on the next line of a comment or paragraph. */
const joinLines = (text: string): string => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ")

/** Returns each citation in `text` in a uniform form: `spec 2.6`, `ADR 3`, `RFC 9457`, `RFC 9457 §3.1.1`. */
export const citationsIn = (text: string): ReadonlyArray<string> => {
  const joined = joinLines(text)
  const pages = Array.from(joined.matchAll(inPages)).flatMap(([, page = "", sections = ""]) =>
    sections.split(/, | and /).map((section) => `${page.toLowerCase()} ${section}`)
  )
  const standards = Array.from(joined.matchAll(inStandards)).flatMap(([, rfc = "", sections = ""]) => {
    const cited = sections.match(/§[\dA-Z.]*[\dA-Z]|appendix [A-Z]/g) ?? []
    return [`RFC ${rfc}`, ...cited.map((section) => `RFC ${rfc} ${section}`)]
  })
  const records = Array.from(joined.matchAll(inRecords), ([, record = ""]) => `ADR ${Number(record)}`)
  return [...new Set([...pages, ...standards, ...records])]
}

const headingNumbers = (name: string, page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm), ([, section = ""]) => `${name} ${section}`)

/** The targets that citations can name, in the form that `citationsIn` returns. */
export const targetsIn = (pages: Pages): ReadonlySet<string> => {
  const standards = Array.from(pages.references.matchAll(/^\| \[(RFC \d+)\].*$/gm)).flatMap(([row, rfc = ""]) => {
    const sections =
      row
        .split("|")
        .at(-2)
        ?.match(/§[\dA-Z.]+|appendix [A-Z]/g) ?? []
    return [rfc, ...sections.map((section) => `${rfc} ${section}`)]
  })
  return new Set([
    ...headingNumbers("spec", pages.specification),
    ...headingNumbers("decisions", pages.decisions),
    ...headingNumbers("architecture", pages.architecture),
    ...pages.records.map((file) => `ADR ${Number(file.slice(0, 4))}`),
    ...standards
  ])
}
