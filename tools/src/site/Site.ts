/** The pages for developers as `npm run generate` writes them. The running service shows them below `/docs`. */

/** The title is HTML. */
export interface PageLink {
  readonly href: string
  readonly title: string
}

/** A link to a page that may have pages below it. */
export interface PageEntry extends PageLink {
  /** The pages below this one. Lists of pages show them only beside this page and each other. */
  readonly parts?: ReadonlyArray<PageLink>
}

export interface Heading extends PageLink {
  /** True for a subheading, which belongs to the heading before it. */
  readonly isPart: boolean
}

export interface Page {
  readonly address: string
  /** The address of the page above this one, which stands in the lists of pages for it. */
  readonly parent?: string
  readonly title: string
  readonly body: string
  readonly contents: ReadonlyArray<Heading>
}

/** A group of pages with its own navigation. */
export interface Section {
  readonly name: string
  /** Where the section describes the first operation of each path of the API. */
  readonly operations: Readonly<Record<string, string>>
  readonly groups: ReadonlyArray<{ readonly title: string; readonly links: ReadonlyArray<PageEntry> }>
  readonly pages: ReadonlyArray<Page>
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const namedEntities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&", nbsp: " " }

/** Decodes numeric entities such as `&#x27;`, and the named ones that the pages use. */
export const decodeEntities = (html: string): string =>
  html.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (entity, hex?: string, decimal?: string, name = "") => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal === undefined ? (namedEntities[name] ?? entity) : String.fromCodePoint(Number(decimal))
  })

/** Lets a name in camel case wrap between its words. */
export const breakable = (name: string): string => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, "<wbr>")

/** The heading links to itself. The link appears when the pointer is over the heading. */
export const headingHtml = (depth: number, id: string, title: string): string => {
  const heading = `<h${depth} id="${id}">${title}</h${depth}>`
  return depth === 1
    ? `${heading}\n`
    : `<div class="heading">${heading}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></div>\n`
}
