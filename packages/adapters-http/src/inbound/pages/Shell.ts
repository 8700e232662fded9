/**
 * The shell of the developer pages: the sandbox's console, the guides, the reference, and the pages about problems. It
 * contains the logo, the navigation, the search and the version. Its style sheet and script are built files.
 */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as BuiltPage from "./BuiltPage.ts"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"

/** The URL path of the shell's files, with a trailing slash. */
const assetsPath = "/docs/assets/"

export interface ShellOptions {
  /** Called on first use. If absent, pages have neither a style sheet nor a script. */
  readonly files?: BuiltPage.PageOptions["files"] | undefined
  readonly version: string
  /** A public API key with which readers can run examples. If absent, examples cannot be run. */
  readonly demonstrationKey: string | undefined
  /** The port for mutual TLS, shown in examples. Absent if mutual TLS is off. */
  readonly mutualTlsPort?: number | undefined
  readonly hasConsole: boolean
}

export interface PageLink {
  readonly href: string
  /** The title as HTML. */
  readonly title: string
}

export interface PageEntry extends PageLink {
  /** The pages below this one. They are listed only beside this page and each other. */
  readonly parts?: ReadonlyArray<PageLink> | undefined
}

export interface LinkGroup {
  readonly title: string
  /** The URL to which the group's title links. Absent if the title is not a link. */
  readonly href?: string
  readonly links: ReadonlyArray<PageEntry>
}

export interface ShellPage {
  readonly title: string
  /** HTML of the page's main part or, if `isApplication`, of everything below the header. */
  readonly body: string
  readonly section?: "sandbox" | "guides" | "reference" | "errors"
  readonly groups?: ReadonlyArray<LinkGroup>
  readonly address?: string
  /** The page above this one. */
  readonly parent?: PageLink | undefined
  /**
   * The page's headings, for the list on the right. Headings with `isPart` are subheadings of the heading above them.
   */
  readonly contents?: ReadonlyArray<PageLink & { readonly isPart?: boolean }>
  readonly previous?: PageLink | undefined
  readonly next?: PageLink | undefined
  /** True if a script draws everything below the header, including a skip link. */
  readonly isApplication?: boolean
  readonly head?: string
}

const anchor = ({ href, title }: PageLink, current?: "page" | "true"): string =>
  `<a href="${href}"${current === undefined ? "" : ` aria-current="${current}"`}>${title}</a>`

const itemOf = ({ href, isPart, title }: NonNullable<ShellPage["contents"]>[number]): string =>
  `<li${isPart === true ? ' class="part"' : ""}><a href="${href}">${title}</a></li>`

const headerOf = ({ hasConsole, version }: ShellOptions, { section }: ShellPage): string => {
  const entries = [
    ...(hasConsole ? ([["sandbox", "/", "Sandbox"]] as const) : []),
    ["guides", "/docs/guides", "Guides"],
    ["reference", "/docs", "API reference"],
    ["errors", "/docs/guides/errors", "Errors"]
  ] as const
  const links = entries.map(
    ([name, href, title]) => `<a href="${href}"${name === section ? ' aria-current="true"' : ""}>${title}</a>`
  )
  return `<header class="shell-head">
<a class="shell-mark" href="${hasConsole ? "/" : "/docs/guides"}">${Html.mark}<span>Sheaf</span></a>
<nav class="shell-sections" aria-label="Sections">${links.join("")}</nav>
<div class="shell-search" data-search></div>
<a class="shell-version" href="/docs/${version}"><span class="visually-hidden">Newest version of the API: </span>${version}</a>
</header>`
}

/**
 * In the reference, a page's headings are listed below its link on the left, because code takes the space on the right.
 */
const partsOf = ({ contents = [], section }: ShellPage): string =>
  section === "reference" && contents.length > 1 ? `<ul>${contents.map(itemOf).join("")}</ul>` : ""

const pagesOf = (page: ShellPage): string => {
  const { address, groups, parent } = page
  if (groups === undefined) return ""
  const part = (link: PageLink): string => `<li>${anchor(link, link.href === address ? "page" : undefined)}</li>`
  const item = (entry: PageEntry): string => {
    const isCurrent = entry.href === address
    if (!isCurrent && entry.href !== parent?.href) return `<li>${anchor(entry)}</li>`
    const parts = entry.parts === undefined ? "" : `<ul>${entry.parts.map(part).join("")}</ul>`
    return `<li>${anchor(entry, isCurrent ? "page" : "true")}${parts}${isCurrent ? partsOf(page) : ""}</li>`
  }
  const lists = groups.map(({ links, title }) => `<h2>${title}</h2>\n<ul>${links.map(item).join("")}</ul>`)
  return `<nav class="shell-pages" id="pages" popover aria-label="Pages">\n${lists.join("\n")}\n</nav>`
}

/** In the reference, windows that are wide enough for the list of pages show the headings only there. */
const contentsOf = ({ contents = [], section }: ShellPage): string =>
  contents.length < 2
    ? ""
    : `<nav class="shell-contents${section === "reference" ? " shell-contents--menu" : ""}" id="headings" popover aria-label="On this page"><h2>On this page</h2><ul>${contents.map(itemOf).join("")}</ul></nav>`

const neighborsOf = ({ next, previous }: ShellPage): string => {
  if (next === undefined && previous === undefined) return ""
  const link = (neighbor: PageLink | undefined, rel: "next" | "prev", label: string): string =>
    neighbor === undefined
      ? "<span></span>"
      : `<a rel="${rel}" href="${neighbor.href}"><span>${label}</span> <strong>${neighbor.title}</strong></a>`
  return `<nav class="shell-neighbors" aria-label="Neighboring pages">${link(previous, "prev", "Previous")}${link(next, "next", "Next")}</nav>`
}

/** Returns the buttons that open the lists of pages and headings, for windows that are too narrow to show the lists. */
const menusOf = (page: ShellPage): string => {
  if (page.groups === undefined) return ""
  const button = (list: string, title: string): string =>
    `<button type="button" class="shell-menu" popovertarget="${list}">${title}</button>`
  const headings = contentsOf(page) === "" ? "" : button("headings", "On this page")
  return `<div class="shell-menus">${button("pages", "All pages")}${headings}</div>`
}

/** Returns a link to the page above, or the title of the group that a page belongs to. */
const groupOf = ({ address, groups = [], parent }: ShellPage): string => {
  if (parent !== undefined) return `<p class="shell-group">${anchor(parent)}</p>\n`
  const group = groups.find(({ links }) => links.some(({ href }) => href === address))
  if (group === undefined || group.title === "Guides") return ""
  const title = group.href === undefined ? group.title : `<a href="${group.href}">${group.title}</a>`
  return `<p class="shell-group">${title}</p>\n`
}

const bodyOf = (page: ShellPage): string =>
  page.isApplication === true
    ? page.body
    : `<div class="shell-body${page.groups === undefined ? " shell-body--single" : ""}">
${menusOf(page)}
${pagesOf(page)}
<main class="article article--${page.section ?? "message"}" id="main" tabindex="-1">
${groupOf(page)}${page.body}
${neighborsOf(page)}
</main>
${contentsOf(page)}
</div>`

const html = (options: ShellOptions, page: ShellPage, files: BuiltPage.PageFiles | undefined): string => {
  const values = Object.entries({
    version: options.version,
    "api-key": options.demonstrationKey,
    "mutual-tls-port": options.mutualTlsPort?.toString()
  }).map(([name, value]) => (value === undefined ? "" : ` data-${name}="${Html.escapeHtml(value)}"`))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${Html.icon}
${files === undefined ? "" : BuiltPage.linksOf(files, assetsPath)}
${page.head ?? ""}
</head>
<body${values.join("")}>
${page.isApplication === true ? "" : '<a class="shell-skip" href="#main">Skip to the content</a>'}
${headerOf(options, page)}
${bodyOf(page)}
</body>
</html>
`
}

/** Loads nothing before the first page is requested. */
export const make = Effect.fnUntraced(function* (options: ShellOptions) {
  const files = yield* Effect.cached(options.files ?? Effect.undefined)
  const render = (page: ShellPage): Effect.Effect<string> => Effect.map(files, (built) => html(options, page, built))
  const own = options.files
  const file = own && (yield* BuiltPage.makeFileResponses(own))
  const headers = { "content-security-policy": Html.policy }
  return {
    options,
    respond: (page: ShellPage, status: number, fields: Readonly<Record<string, string>>) =>
      Effect.map(render(page), (text) =>
        HttpServerResponse.uint8Array(Buffer.from(text), {
          status,
          contentType: Html.contentType,
          headers: { ...headers, ...fields }
        })
      ),
    /**
     * Serves a page that changes only with a release. The page is rendered and compressed once, on the first request.
     */
    publish: (page: Effect.Effect<ShellPage>) =>
      CompressedResponse.make(Effect.flatMap(page, render), Html.contentType, {
        ...headers,
        ...Html.publicCacheHeaders
      }),
    /** Fails if the shell has no file with this name. */
    file: (name: string, exchange: Parameters<CompressedResponse.CompressedResponse>[0]) =>
      file === undefined ? Effect.fail(new Cause.NoSuchElementError()) : file(name, exchange)
  }
})

export type Shell = Effect.Success<ReturnType<typeof make>>
