/** The guides as HTML. The running service shows these pages at `/docs/guides`. */
import { ProblemCode } from "@sheaf/http-contract"
import { lexer, Parser, Renderer } from "marked"
import type { Token, Tokens } from "marked"
import { posix } from "node:path"
import { headingAnchorsIn } from "./Documentation.ts"
import * as CodeExamples from "./CodeExamples.ts"
import * as Diagrams from "./Diagrams.ts"
import { breakable, escapeHtml, headingHtml } from "./Site.ts"
import type { Heading, Page, PageEntry, Section } from "./Site.ts"

export interface Guide {
  readonly path: string
  readonly markdown: string
  readonly summary: string
  /** The name that lists show if the guide's title is the name of a package. */
  readonly name?: string
  readonly short?: string
  /** False if the repository has no such file, because only the service shows the guide. Default: true. */
  readonly hasFile?: boolean
  /** The guides below this one, by their names in URLs. The list of guides omits them. */
  readonly parts?: Readonly<Record<string, Guide>>
}

/** What a reader wants to do, and the guides to begin with. `guides` contains their names in URLs. */
export interface Goal {
  readonly title: string
  readonly text: string
  readonly guides: ReadonlyArray<string>
}

/** The size is in pixels. */
export interface Picture {
  readonly address: string
  readonly width: number
  readonly height: number
}

export interface GuideOptions {
  /**
   * The groups of guides. In each group, the key of a guide is its name in URLs. Readers page through the guides in
   * this order.
   */
  readonly groups: Readonly<Record<string, Readonly<Record<string, Guide>>>>
  /** Shown at the top of the list of guides. */
  readonly goals: ReadonlyArray<Goal>
  readonly served: ReadonlyMap<string, string>
  /** The usernames that select a scenario of the sandbox. A collection with any other username completes. */
  readonly scenarios: ReadonlySet<string>
  readonly pictures: ReadonlyMap<string, Picture>
}

const listAddress = "/docs/guides"

/** Matches a request that needs nothing from earlier steps of a guide. */
const plainGet = /^api "?\$BASE(\/[^\s"$|]+)"?(?: \|\s+jq .*)?\n$/

/**
 * Returns a column's title as a label: starts it with a capital letter and removes backticks. A title that starts with
 * code keeps its case.
 */
const labelOf = (title: string): string => title.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replaceAll("`", "")

/** The maximum length of a short cell, in characters. A table with a longer cell becomes a list on phones. */
const maxShortCell = 40

const chosenScenario = /"?username"?: "([\w-]+)"/

class GuideRenderer extends Renderer {
  readonly headings: Array<Heading> = []
  readonly #folder: string
  readonly #addresses: ReadonlyMap<string, string>
  readonly #anchors: Iterator<string>
  readonly #scenarios: ReadonlySet<string>
  readonly #pictures: GuideOptions["pictures"]
  #isInLink = false

  constructor({ markdown, path }: Guide, addresses: ReadonlyMap<string, string>, options: GuideOptions) {
    super()
    this.#folder = posix.dirname(path)
    this.#addresses = addresses
    this.#anchors = headingAnchorsIn(markdown).values()
    this.#scenarios = options.scenarios
    this.#pictures = options.pictures
  }

  override heading({ depth, tokens }: Tokens.Heading): string {
    const id = String(this.#anchors.next().value)
    const title = this.parser.parseInline(tokens)
    if (depth === 2 || depth === 3) {
      const name = breakable(title.replaceAll(/<\/?a[^>]*>/g, ""))
      this.headings.push({ href: `#${id}`, title: name, isPart: depth === 3 })
    }
    return headingHtml(depth, id, title)
  }

  /** If the service does not serve a linked file, shows the file's path in the repository instead of a link. */
  override link(token: Tokens.Link): string {
    this.#isInLink = true
    const html = this.#linkHtml(token)
    this.#isInLink = false
    return html
  }

  #linkHtml(token: Tokens.Link): string {
    if (/^(?:https?:|#|\/)/.test(token.href)) return super.link(token)
    const [relative = "", heading] = token.href.split("#")
    const path = posix.join(this.#folder, relative)
    const address = this.#addresses.get(path)
    if (address !== undefined) {
      return super.link({ ...token, href: `${address}${heading === undefined ? "" : `#${heading}`}` })
    }
    const text = this.parser.parseInline(token.tokens)
    return token.text.replaceAll("`", "") === path ? text : `${text} (<code>${path}</code>)`
  }

  /**
   * Adds a link to a code span that contains the name of one of the service's pages, the path of a file that the
   * service serves, or a problem code.
   */
  override codespan(token: Tokens.Codespan): string {
    const code = super.codespan(token)
    if (this.#isInLink) return code
    const address = this.#addresses.get(token.text)
    if (address !== undefined) return `<a href="${address}">${code}</a>`
    const problem = ProblemCode.all.find((one) => one === token.text)
    if (problem !== undefined) {
      return `<a href="/problems/${ProblemCode.slugOf(problem)}">${code.replaceAll("_", "_<wbr>")}</a>`
    }
    return /^\/(?:docs|openapi|problems)\/[\w./-]+$/.test(token.text) ? `<a href="${token.text}">${code}</a>` : code
  }

  /** An image is always a paragraph of its own. Images that the service does not serve are omitted. */
  override paragraph(token: Tokens.Paragraph): string {
    return token.tokens.every(({ type }) => type === "image")
      ? this.parser.parseInline(token.tokens)
      : super.paragraph(token)
  }

  override image({ href, text }: Tokens.Image): string {
    const picture = this.#pictures.get(posix.join(this.#folder, href))
    if (picture === undefined) return ""
    const { address, height, width } = picture
    return `<figure class="picture" tabindex="0" role="group" aria-label="Picture"><img src="${address}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy"></figure>\n`
  }

  exampleOf({ lang = "", text }: Tokens.Code): CodeExamples.CodeExample {
    const [language = ""] = lang.split(" ")
    const code = `${language === "json" ? CodeExamples.formatJson(text) : text}\n`
    const scenario = chosenScenario.exec(code)?.[1]
    return {
      language,
      code,
      get: plainGet.exec(code)?.[1],
      scenario: scenario === undefined || this.#scenarios.has(scenario) ? scenario : "completed"
    }
  }

  override code(token: Tokens.Code): string {
    return Diagrams.isDiagram(token.lang ?? "", token.text)
      ? Diagrams.diagramHtml(token.text)
      : CodeExamples.figureHtml(this.exampleOf(token))
  }

  /**
   * On phones, a table with long cells is shown as a list: the cells of each row stand one below the other, labeled
   * with their column titles.
   */
  override table(token: Tokens.Table): string {
    const isList = token.rows.some((row) => row.some(({ text }) => text.length > maxShortCell))
    if (!isList)
      return `<div class="table" tabindex="0" role="group" aria-label="Table">\n${super.table(token)}</div>\n`
    const cell = (tag: string, role: string, { tokens }: Tokens.TableCell, attributes = ""): string =>
      `<${tag} role="${role}"${attributes}>${this.parser.parseInline(tokens)}</${tag}>`
    const head = token.header.map((one) => cell("th", "columnheader", one))
    const rows = token.rows.map((row) => {
      const cells = row.map((one, at) => {
        const title = labelOf(token.header[at]?.text ?? "")
        // A table with two columns needs no labels, because the first column is a name and the second explains it.
        const label = at === 0 || row.length === 2 ? "" : ` data-label="${escapeHtml(title)}"`
        return cell("td", "cell", one, label)
      })
      return `<tr role="row">${cells.join("")}</tr>`
    })
    return `<div class="table table--list" tabindex="0" role="group" aria-label="Table"><table role="table">
<thead role="rowgroup"><tr role="row">${head.join("")}</tr></thead>
<tbody role="rowgroup">${rows.join("\n")}</tbody>
</table></div>\n`
  }
}

const isTab = (token: Token): token is Tokens.Code =>
  token.type === "code" && CodeExamples.isTabLanguage(String(token["lang"] ?? "").split(" ")[0] ?? "")

const isCodeToken = (token: Token | undefined): token is Tokens.Code => token !== undefined && isTab(token)

const languageOf = ({ lang = "" }: Tokens.Code): string => lang.split(" ")[0] ?? ""

/** Combines consecutive code blocks in different languages into one block of tabs. */
const withTabs = (tokens: ReadonlyArray<Token>, renderer: GuideRenderer): Array<Token> => {
  const blocks: Array<Token> = []
  const code = tokens.filter(({ type }) => type !== "space")
  for (let at = 0; at < code.length; at++) {
    const run: Array<Tokens.Code> = []
    for (let next = code[at]; isCodeToken(next); next = code[at + run.length]) {
      const language = languageOf(next)
      if (run.some((one) => languageOf(one) === language)) break
      run.push(next)
    }
    const block = code[at]
    if (run.length > 1) {
      const text = CodeExamples.tabsHtml(run.map((one) => renderer.exampleOf(one)))
      blocks.push({ type: "html", raw: text, text, block: true, pre: false })
      at += run.length - 1
    } else if (block !== undefined) blocks.push(block)
  }
  return blocks
}

const titleOf = ({ markdown }: Guide): string => {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined) throw new Error("a guide starts with its title")
  return title
}

const nameOf = (guide: Guide): string => guide.name ?? titleOf(guide)

const addressOf = (name: string): string => `${listAddress}/${name}`

/** Returns a note that names the guide's file in the repository. Empty if the guide has no file there. */
const sourceHtml = ({ hasFile = true, path }: Guide): string =>
  hasFile
    ? `<p class="note source">This page is <code>${path}</code> in the repository, as of this service’s build.</p>\n`
    : ""

const shortNameOf = (guide: Guide): string => guide.short ?? nameOf(guide)

const goalsHtml = ({ goals, groups }: GuideOptions): string => {
  const guides = new Map(Object.values(groups).flatMap((group) => Object.entries(group)))
  const cards = goals.map((goal) => {
    const links = goal.guides.map((name) => {
      const guide = guides.get(name)
      if (guide === undefined) throw new Error(`no guide has the name ${name}`)
      return `<li><a href="${addressOf(name)}">${shortNameOf(guide)}</a></li>`
    })
    return `<section class="goal"><h2>${goal.title}</h2><p>${goal.text}</p><ul class="goal__links">${links.join("")}</ul></section>\n`
  })
  return `<div class="goals">\n${cards.join("")}</div>\n`
}

const listOf = (options: GuideOptions): Page => {
  const parts = Object.entries(options.groups).map(([title, guides]) => {
    const cards = Object.entries(guides).map(
      ([name, guide]) => `<li><a href="${addressOf(name)}">${shortNameOf(guide)}</a><p>${guide.summary}</p></li>\n`
    )
    return `<section><h2>${title}</h2>\n<ul class="rows">\n${cards.join("")}</ul></section>\n`
  })
  return {
    address: listAddress,
    title: "Guides – Sheaf",
    contents: [],
    body: `<h1>Guides</h1>
<p class="lead">Collect what a person has at insurers, pension providers and banks, with one API.</p>
${goalsHtml(options)}<div class="columns">\n${parts.join("")}</div>\n`
  }
}

type NamedGuide = readonly [name: string, guide: Guide, parent?: string]

/** Returns all guides, each followed by the guides below it. */
const guidesIn = (groups: GuideOptions["groups"]): ReadonlyArray<NamedGuide> =>
  Object.values(groups)
    .flatMap((group) => Object.entries(group))
    .flatMap(([name, guide]): ReadonlyArray<NamedGuide> => [
      [name, guide],
      ...Object.entries(guide.parts ?? {}).map(([part, one]): NamedGuide => [`${name}/${part}`, one, name])
    ])

const entryOf = (name: string, guide: Guide): PageEntry => {
  const parts = Object.entries(guide.parts ?? {}).map(([part, one]) => ({
    href: addressOf(`${name}/${part}`),
    title: shortNameOf(one)
  }))
  return { href: addressOf(name), title: shortNameOf(guide), ...(parts.length > 0 && { parts }) }
}

export const sectionOf = (options: GuideOptions): Section => {
  const { groups, served } = options
  const guides = guidesIn(groups)
  const addresses = new Map([...served, ...guides.map(([name, { path }]) => [path, addressOf(name)] as const)])
  const pages = guides.map(([name, guide, parent]): Page => {
    const renderer = new GuideRenderer(guide, addresses, options)
    const text = Parser.parse(withTabs(lexer(guide.markdown), renderer), { renderer })
    return {
      address: addressOf(name),
      ...(parent !== undefined && { parent: addressOf(parent) }),
      title: `${nameOf(guide)} – Sheaf`,
      body: `${text.replace("</h1>\n<p>", '</h1>\n<p class="lead">')}${sourceHtml(guide)}`,
      contents: renderer.headings
    }
  })
  return {
    name: "guides",
    operations: {},
    groups: [
      { title: "Guides", links: [{ href: listAddress, title: "All guides" }] },
      ...Object.entries(groups).map(([title, group]) => ({
        title,
        links: Object.entries(group).map(([name, guide]) => entryOf(name, guide))
      }))
    ],
    pages: [listOf(options), ...pages]
  }
}
