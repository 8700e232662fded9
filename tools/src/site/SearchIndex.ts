/** The entries of the search: each heading on the pages, with the text below it. */
import type { Page } from "./Site.ts"

/** A heading: the address with its anchor, the title of the page, the heading, and the beginning of its text. */
export type SearchEntry = readonly [href: string, page: string, heading: string, text: string]

/** The maximum number of characters of a text. */
const maxText = 320

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&"
}

const plainOf = (html: string): string =>
  html
    .replaceAll("<wbr>", "")
    .replaceAll(/<a class="anchor"[^>]*>#<\/a>|<[^>]+>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, " ")
    .trim()

/** Returns the entries of a page: one for its beginning, and one for each heading with an anchor. */
export const entriesOf = ({ address, body, title }: Page): ReadonlyArray<SearchEntry> => {
  const page = plainOf(title).replace(/ – Sheaf(?: API)?$/, "")
  const [beginning = "", ...parts] = body.split(/(?=<h[23] id=)/)
  return [
    [address, page, page, plainOf(beginning.replace(/<h1[\s\S]*?<\/h1>/, "")).slice(0, maxText)],
    ...parts.flatMap((part): ReadonlyArray<SearchEntry> => {
      const [whole, id, heading] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/.exec(part) ?? []
      return whole === undefined || id === undefined || heading === undefined
        ? []
        : [[`${address}#${id}`, page, plainOf(heading), plainOf(part.slice(whole.length)).slice(0, maxText)]]
    })
  ]
}
