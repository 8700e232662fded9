/**
 * The shell of the pages for developers: the sandbox's console, the guides, the reference, and the pages about problems.
 * It has the mark, the navigation, the search and the version. Its style sheet and script are built files.
 */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as BuiltPage from "./BuiltPage.ts"
import * as CompressedResponse from "./CompressedResponse.ts"
import * as Html from "./Html.ts"

/** The URL path of the shell's files, ending in a slash. */
const assetsPath = "/docs/assets/"

export interface ShellOptions {
  /** Returns the shell's style sheet and script. Called on first use. If absent, pages have neither. */
  readonly files?: BuiltPage.PageOptions["files"] | undefined
  /** The newest version of the API. */
  readonly version: string
  /** A public API key, with which readers can run examples. If absent, examples have no such button. */
  readonly demonstrationKey: string | undefined
  /** True if `/` shows a console to browsers. */
  readonly hasConsole: boolean
}

/** A link in HTML. */
export interface PageLink {
  readonly href: string
  /** HTML, like the titles below. */
  readonly title: string
}

export interface LinkGroup {
  readonly title: string
  readonly links: ReadonlyArray<PageLink>
}

export interface ShellPage {
  readonly title: string
  /** HTML: the page's main part, or all that is below the header if `isApplication`. */
  readonly body: string
  /** The entry of the main navigation that is current. */
  readonly section?: "sandbox" | "guides" | "reference" | "errors"
  /** The pages of the section, for the list on the left. */
  readonly groups?: ReadonlyArray<LinkGroup>
  /** The page's own address, which is marked in the list. */
  readonly address?: string
  /** The headings of the page, for the list on the right. Those with `isPart` belong to the one before. */
  readonly contents?: ReadonlyArray<PageLink & { readonly isPart?: boolean }>
  readonly previous?: PageLink | undefined
  readonly next?: PageLink | undefined
  /** True for a script that draws everything below the header, with its own skip link. */
  readonly isApplication?: boolean
  /** HTML for the head, such as the page's own style sheet and script. */
  readonly head?: string
}

const mark =
  '<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true">' +
  '<path d="M12 2.5v19M8.4 3.2c1 6.6 1 11 -1.6 17.6M15.6 3.2c-1 6.6-1 11 1.6 17.6M4.8 5.6c3 4.6 3.2 9-.6 13.6M19.2 5.6c-3 4.6-3.2 9 .6 13.6"/>' +
  '<path d="M6.4 12.4h11.2" stroke-width="3"/></svg>'

const anchor = ({ href, title }: PageLink, isCurrent: boolean): string =>
  `<a href="${href}"${isCurrent ? ' aria-current="page"' : ""}>${title}</a>`

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
<a class="shell-mark" href="${hasConsole ? "/" : "/docs/guides"}">${mark}<span>Sheaf</span></a>
<nav class="shell-sections" aria-label="Sections">${links.join("")}</nav>
<div class="shell-search" data-search></div>
<a class="shell-version" href="/docs/${version}"><span class="visually-hidden">Newest version of the API: </span>${version}</a>
</header>`
}

const pagesOf = ({ address, groups }: ShellPage): string => {
  if (groups === undefined) return ""
  const lists = groups.map(
    ({ links, title }) =>
      `<h2>${title}</h2>\n<ul>${links.map((link) => `<li>${anchor(link, link.href === address)}</li>`).join("")}</ul>`
  )
  return `<button type="button" class="shell-menu" popovertarget="pages">All pages</button>
<nav class="shell-pages" id="pages" popover aria-label="Pages">\n${lists.join("\n")}\n</nav>`
}

const contentsOf = ({ contents = [] }: ShellPage): string => {
  if (contents.length < 2) return ""
  const items = contents.map(
    ({ href, isPart, title }) => `<li${isPart ? ' class="part"' : ""}><a href="${href}">${title}</a></li>`
  )
  return `<nav class="shell-contents" aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${items.join("")}</ul></nav>`
}

const neighborsOf = ({ next, previous }: ShellPage): string => {
  if (next === undefined && previous === undefined) return ""
  const link = (neighbor: PageLink | undefined, rel: "next" | "prev", label: string): string =>
    neighbor === undefined
      ? "<span></span>"
      : `<a rel="${rel}" href="${neighbor.href}"><span>${label}</span> <strong>${neighbor.title}</strong></a>`
  return `<nav class="shell-neighbors" aria-label="Neighboring pages">${link(previous, "prev", "Previous")}${link(next, "next", "Next")}</nav>`
}

const bodyOf = (page: ShellPage): string =>
  page.isApplication === true
    ? page.body
    : `<div class="shell-body${page.groups === undefined ? " shell-body--single" : ""}">
${pagesOf(page)}
<main class="article article--${page.section ?? "message"}" id="main" tabindex="-1">
${page.body}
${neighborsOf(page)}
</main>
${contentsOf(page)}
</div>`

const html = (options: ShellOptions, page: ShellPage, files: BuiltPage.PageFiles | undefined): string => {
  const key = options.demonstrationKey
  const values = `data-version="${options.version}"${key === undefined ? "" : ` data-api-key="${Html.escapeHtml(key)}"`}`
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
<body ${values}>
${page.isApplication === true ? "" : '<a class="shell-skip" href="#main">Skip to the content</a>'}
${headerOf(options, page)}
${bodyOf(page)}
</body>
</html>
`
}

/** Creates the shell. Loads nothing before the first page. */
export const make = Effect.fnUntraced(function* (options: ShellOptions) {
  const files = yield* Effect.cached(options.files ?? Effect.undefined)
  const render = (page: ShellPage): Effect.Effect<string> => Effect.map(files, (built) => html(options, page, built))
  const own = options.files
  const file = own && (yield* BuiltPage.makeFileResponses(own))
  const headers = { "content-security-policy": Html.policy }
  return {
    options,
    /** Responds with a page. */
    respond: (page: ShellPage, status: number, fields: Readonly<Record<string, string>>) =>
      Effect.map(render(page), (text) =>
        HttpServerResponse.uint8Array(Buffer.from(text), {
          status,
          contentType: Html.contentType,
          headers: { ...headers, ...fields }
        })
      ),
    /** Makes a page that changes only with a release. Renders and compresses it on the first request. */
    publish: (page: ShellPage) =>
      CompressedResponse.make(render(page), Html.contentType, { ...headers, ...Html.publicCacheHeaders }),
    /** Responds with one of the shell's files. Fails if no file has this name. */
    file: (name: string, exchange: Parameters<CompressedResponse.CompressedResponse>[0]) =>
      file === undefined ? Effect.fail(new Cause.NoSuchElementError()) : file(name, exchange)
  }
})

export type Shell = Effect.Success<ReturnType<typeof make>>
