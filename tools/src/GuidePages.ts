/** The guides as HTML. The running service shows these pages at `/docs/guides`. */
import { parse, Renderer } from "marked"
import type { Tokens } from "marked"
import { posix } from "node:path"
import { headingAnchorsIn } from "./Documentation.ts"

/** A document to render: its path in the repository, its Markdown, and a one-line summary for the list of guides. */
export interface Guide {
  readonly path: string
  readonly markdown: string
  readonly summary: string
}

interface Page {
  readonly title: string
  /** HTML, as in `title`. */
  readonly body: string
}

const navigation = '<nav><a href="/docs">API reference</a> · <a href="/docs/guides">Guides</a></nav>'

const pageOf = (title: string, content: string): Page => ({
  title: `${title} – Sheaf`,
  body: `${navigation}\n<main>\n${content}</main>`
})

class GuideRenderer extends Renderer {
  readonly #folder: string
  readonly #addresses: ReadonlyMap<string, string>
  readonly #headings: Iterator<string>

  constructor({ markdown, path }: Guide, addresses: ReadonlyMap<string, string>) {
    super()
    this.#folder = posix.dirname(path)
    this.#addresses = addresses
    this.#headings = headingAnchorsIn(markdown).values()
  }

  override heading({ depth, tokens }: Tokens.Heading): string {
    const id = String(this.#headings.next().value)
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }

  /** Replaces a link to a file that the service does not serve with the file's path in the repository. */
  override link(token: Tokens.Link): string {
    if (/^(?:https?:|#)/.test(token.href)) return super.link(token)
    const [relative = "", heading] = token.href.split("#")
    const path = posix.join(this.#folder, relative)
    const address = this.#addresses.get(path)
    if (address !== undefined) {
      return super.link({ ...token, href: `${address}${heading === undefined ? "" : `#${heading}`}` })
    }
    const text = this.parser.parseInline(token.tokens)
    return token.text.replaceAll("`", "") === path ? text : `${text} (<code>${path}</code>)`
  }

  /** Turns the names of the service's own pages into links. */
  override codespan(token: Tokens.Codespan): string {
    const code = super.codespan(token)
    return /^\/(?:docs|openapi)\/[\w./-]+$/.test(token.text) ? `<a href="${token.text}">${code}</a>` : code
  }

  /** Omits pictures, which the service does not serve. A picture is always a paragraph of its own. */
  override paragraph(token: Tokens.Paragraph): string {
    return token.tokens.every(({ type }) => type === "image") ? "" : super.paragraph(token)
  }

  /** Makes wide code scrollable by keyboard. */
  override code(token: Tokens.Code): string {
    return super.code({ ...token, lang: "" }).replace("<pre>", '<pre tabindex="0">')
  }

  override table(token: Tokens.Table): string {
    return `<div class="table" tabindex="0">\n${super.table(token)}</div>\n`
  }
}

const titleOf = ({ markdown }: Guide): string => {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined) throw new Error("a guide starts with its title")
  return title
}

/** `addresses` maps the path of each served document to its address. */
const rendered = (guide: Guide, addresses: ReadonlyMap<string, string>): Page => {
  const renderer = new GuideRenderer(guide, addresses)
  return pageOf(titleOf(guide), parse(guide.markdown, { renderer, async: false }))
}

const listOf = (guides: Readonly<Record<string, Guide>>): Page => {
  const items = Object.entries(guides).map(
    ([name, guide]) => `<li><a href="/docs/guides/${name}">${titleOf(guide)}</a>: ${guide.summary}</li>\n`
  )
  const note = "<p>Paths such as <code>docs/security.md</code> name files in the repository of Sheaf.</p>"
  return pageOf("Guides", `<h1>Guides</h1>\n<ul>\n${items.join("")}</ul>\n${note}\n`)
}

/**
 * Returns the content of the data file for the pages. The keys of `guides` are the names of the guides in URLs.
 * `served` maps the paths of the other documents that the service serves to their addresses.
 */
export const formatDataFile = (
  guides: Readonly<Record<string, Guide>>,
  served: ReadonlyMap<string, string>
): string => {
  const addresses = new Map([
    ...served,
    ...Object.entries(guides).map(([name, { path }]) => [path, `/docs/guides/${name}`] as const)
  ])
  const pages = Object.fromEntries(Object.entries(guides).map(([name, guide]) => [name, rendered(guide, addresses)]))
  return `${JSON.stringify({ list: listOf(guides), guides: pages }, null, 2)}\n`
}
