/** The pages for developers as `npm run generate` writes them. The running service shows them below `/docs`. */

/** The title is HTML. */
export interface PageLink {
  readonly href: string
  readonly title: string
}

export interface Heading extends PageLink {
  /** True for a subheading, which belongs to the heading before it. */
  readonly isPart: boolean
}

export interface Page {
  readonly address: string
  readonly title: string
  readonly body: string
  readonly contents: ReadonlyArray<Heading>
}

/** A group of pages with its own navigation. */
export interface Section {
  readonly name: string
  readonly groups: ReadonlyArray<{ readonly title: string; readonly links: ReadonlyArray<PageLink> }>
  readonly pages: ReadonlyArray<Page>
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** The heading links to itself. The link appears when the pointer is over the heading. */
export const headingHtml = (depth: number, id: string, title: string): string => {
  const heading = `<h${depth} id="${id}">${title}</h${depth}>`
  return depth === 1
    ? `${heading}\n`
    : `<div class="heading">${heading}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></div>\n`
}
