/** The frame of all sandbox pages. They are accessible, need no scripts, and fit phones and desktops. */
import { hash } from "node:crypto"
import type { CompanyIdentity } from "../companies/SandboxCompanies.ts"
import { colorStyleOf, endingMarkOf, markOf, style } from "./PageStyle.ts"
import { typefaceStyle } from "./Typeface.ts"
import type { PageEnding, PageKind } from "./PageStyle.ts"

export interface PageResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PageOwner extends Partial<CompanyIdentity> {
  readonly name: string
}

export interface PageContent {
  /** A language tag (RFC 5646). */
  readonly language: string
  readonly banner: string
  readonly kind: PageKind
  readonly owner?: PageOwner
  /** How the visit ended, drawn above the title. */
  readonly ending?: PageEnding | undefined
  readonly title: string
  readonly body: string
  /** The alternative language: its tag, and its name in that language. */
  readonly other?: { readonly language: string; readonly name: string }
  readonly reloadSeconds?: number
  /** The CSP sources, besides the page's own origin, to which its forms may navigate. They are separated by spaces. */
  readonly formOrigin?: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Replaces each `{name}` in `text` with the value of that name, and escapes the result for HTML. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  escapeHtml(text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""))

const stylesOf = ({ kind, owner }: PageContent): ReadonlyArray<string> =>
  kind === "bank" && owner?.color !== undefined
    ? [typefaceStyle(), style, colorStyleOf(owner.color)]
    : [typefaceStyle(), style]

const hashOf = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`

/**
 * The content security policy forbids scripts, framing and loading other files. The typeface is embedded in the style
 * sheet.
 */
const policyOf = (page: PageContent): string =>
  [
    "default-src 'none'",
    `style-src ${stylesOf(page).map(hashOf).join(" ")}`,
    "font-src data:",
    `form-action 'self'${page.formOrigin === undefined ? "" : ` ${page.formOrigin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")

/** A bank's logo replaces the sandbox's mark. Any other logo is shown after the mark. */
const marksOf = ({ kind, owner }: PageContent): string => {
  const logo = owner?.logo?.replace("<svg ", '<svg aria-hidden="true" ') ?? ""
  return kind === "bank" && logo !== "" ? logo : markOf(kind) + logo
}

const html = (page: PageContent): string => {
  const { banner, body, ending, kind, language, other, owner, title } = page
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${stylesOf(page)
  .map((each) => `<style>${each}</style>`)
  .join("\n")}
</head>
<body class="${kind}">
<header><span>${escapeHtml(banner)}</span></header>
<main>
<div class="brand">${marksOf(page)}${escapeHtml(owner?.name ?? "")}</div>
${ending === undefined ? "" : `${endingMarkOf(ending)}\n`}<h1>${escapeHtml(title)}</h1>
${body}
</main>
${other === undefined ? "" : `<footer><a href="?language=${other.language}" lang="${other.language}" hreflang="${other.language}">${escapeHtml(other.name)}</a></footer>\n`}</body>
</html>
`
}

/** The URLs of the pages are secret, so all responses send these headers. */
const secret = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff" }

export const pageResponse = (
  statusCode: number,
  page: PageContent,
  headers?: PageResponse["headers"]
): PageResponse => ({
  statusCode,
  headers: {
    ...secret,
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyOf(page),
    ...(page.reloadSeconds !== undefined && { refresh: String(page.reloadSeconds) }),
    ...headers
  },
  body: html(page)
})

/** Sends the browser to another URL, which it then requests with GET. */
export const redirectResponse = (location: string): PageResponse => ({
  statusCode: 303,
  headers: { ...secret, location },
  body: ""
})

/** The first button on a page is highlighted. */
export const submitButton = (name: string, value: string, text: string, isFirst = false): string =>
  `<button name="${name}" value="${value}"${isFirst ? ' class="first"' : ""}>${escapeHtml(text)}</button>`

export const buttonForm = (name: string, value: string, text: string, isFirst = false): string =>
  `<form method="post">${submitButton(name, value, text, isFirst)}</form>`

/** Returns collapsed HTML with details that only some people need. A click on the title opens it, without a script. */
export const folded = (title: string, parts: ReadonlyArray<string>): string =>
  `<details>\n<summary>${escapeHtml(title)}</summary>\n${parts.join("\n")}\n</details>`

export const definitionList = (
  entries: ReadonlyArray<readonly [term: string, ...values: ReadonlyArray<string>]>
): string =>
  [
    "<dl>",
    ...entries.flatMap(([term, ...values]) => [
      `<dt>${escapeHtml(term)}</dt>`,
      ...values.map((value) => `<dd>${value}</dd>`)
    ]),
    "</dl>"
  ].join("\n")
