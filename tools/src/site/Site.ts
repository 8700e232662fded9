/** The pages for developers as `npm run generate` writes them. The running service shows them below `/docs`. */

/** A link with its title in HTML. */
export interface PageLink {
  readonly href: string
  readonly title: string
}

export interface Heading extends PageLink {
  /** True if the heading belongs to the one before. */
  readonly isPart: boolean
}

export interface Page {
  readonly address: string
  /** HTML, like the titles of headings. */
  readonly title: string
  readonly body: string
  readonly contents: ReadonlyArray<Heading>
}

/** Pages with a navigation of their own. */
export interface Section {
  readonly name: string
  readonly groups: ReadonlyArray<{ readonly title: string; readonly links: ReadonlyArray<PageLink> }>
  readonly pages: ReadonlyArray<Page>
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Returns a heading with a link to itself, which shows when the pointer is over it. */
export const headingHtml = (depth: number, id: string, title: string): string => {
  const heading = `<h${depth} id="${id}">${title}</h${depth}>`
  return depth === 1
    ? `${heading}\n`
    : `<div class="heading">${heading}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></div>\n`
}
