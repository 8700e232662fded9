/**
 * Creates the entries of the search index: one for each heading on the pages, with the text below it, and one for each
 * problem.
 */
import { ProblemCode } from "@sheaf/http-contract"
import { decodeEntities } from "./Site.ts"
import type { Page } from "./Site.ts"

/** `href` contains the heading's anchor, and `text` is the beginning of the text below it. */
export type SearchEntry = readonly [href: string, page: string, heading: string, text: string]

/** In characters. */
const maxText = 300

/**
 * Leaves out examples. Readers search for what they want to do, not for code, and an example would fill the beginning
 * of the text.
 */
const omitted = /<figure class="code"[\s\S]*?<\/figure>|<a class="anchor"[^>]*>#<\/a>/g

/**
 * Tags that occur within a sentence. They are removed without adding a space, because the text already has the spaces
 * that it needs.
 */
const inline = /<\/?(?:code|strong|em|wbr)>|<a href[^>]*>|<\/a>/g

const plainOf = (html: string): string =>
  decodeEntities(
    html
      .replaceAll(omitted, " ")
      .replaceAll(inline, "")
      .replaceAll(/<[^>]+>/g, " ")
  )
    .replaceAll(/\s+/g, " ")
    .trim()

export const entriesOf = ({ address, body, title }: Page): ReadonlyArray<SearchEntry> => {
  const page = plainOf(title).replace(/ – Sheaf(?: API)?$/, "")
  const [beginning = "", ...parts] = body.split(/(?=<h[2-4] id=)/)
  return [
    [address, page, page, plainOf(beginning.replace(/<h1[\s\S]*?<\/h1>/, "")).slice(0, maxText)],
    ...parts.flatMap((part): ReadonlyArray<SearchEntry> => {
      const [whole, id, heading] = /^<h[2-4] id="([^"]+)">([\s\S]*?)<\/h[2-4]>/.exec(part) ?? []
      return whole === undefined || id === undefined || heading === undefined
        ? []
        : [[`${address}#${id}`, page, plainOf(heading), plainOf(part.slice(whole.length)).slice(0, maxText)]]
    })
  ]
}

export const problemEntries: ReadonlyArray<SearchEntry> = ProblemCode.all.map((code) => {
  const { meaning, title } = ProblemCode.problemTable[code]
  return [`/problems/${ProblemCode.slugOf(code)}`, code, title, plainOf(meaning).replaceAll("`", "").slice(0, maxText)]
})
