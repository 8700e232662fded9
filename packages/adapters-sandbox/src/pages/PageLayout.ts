/** The frame of all sandbox pages, which are accessible, work without scripts, and fit phones and desktops. */
import { hash } from "node:crypto"
import type { CompanyIdentity } from "../companies/SandboxCompanies.ts"
import { colorStyleOf, markOf, style } from "./PageStyle.ts"
import { typefaceStyle } from "./Typeface.ts"
import type { PageKind } from "./PageStyle.ts"

export interface PageResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A bank or company, as its customers know it from the list of companies. */
export interface PageOwner extends Partial<CompanyIdentity> {
  readonly name: string
}

export interface PageContent {
  /** A language tag (RFC 5646). */
  readonly language: string
  /** The note at the top, which says that everything is simulated. */
  readonly banner: string
  readonly kind: PageKind
  /** The bank or company whose page it is. */
  readonly owner?: PageOwner
  readonly title: string
  /** The HTML below the title. */
  readonly body: string
  /** The page's other language, with its name in that language. */
  readonly other?: { readonly language: string; readonly name: string }
  /** After how many seconds the page reloads itself. */
  readonly reloadSeconds?: number
  /** The only other origin that the page's forms may lead to. */
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

/** Fills in a text: `{name}` is replaced with the escaped value by that name. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  escapeHtml(text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""))

/** The page's style sheets. Those of banks add their own color. */
const stylesOf = ({ kind, owner }: PageContent): ReadonlyArray<string> =>
  kind === "bank" && owner?.color !== undefined
    ? [typefaceStyle(), style, colorStyleOf(owner.color)]
    : [typefaceStyle(), style]

const hashOf = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`

/** The content security policy. Loading, scripts and framing are forbidden. The typeface is part of the style sheet. */
const policyOf = (page: PageContent): string =>
  [
    "default-src 'none'",
    `style-src ${stylesOf(page).map(hashOf).join(" ")}`,
    "font-src data:",
    `form-action 'self'${page.formOrigin === undefined ? "" : ` ${page.formOrigin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")

/** The marks: the app's, and the owner's logo, which replaces a bank's. The name stands beside them. */
const marksOf = ({ kind, owner }: PageContent): string => {
  const logo = owner?.logo?.replace("<svg ", '<svg aria-hidden="true" ') ?? ""
  return kind === "bank" && logo !== "" ? logo : markOf(kind) + logo
}

const html = (page: PageContent): string => {
  const { banner, body, kind, language, other, owner, title } = page
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
<h1>${escapeHtml(title)}</h1>
${body}
</main>
${other === undefined ? "" : `<footer><a href="?language=${other.language}" lang="${other.language}" hreflang="${other.language}">${escapeHtml(other.name)}</a></footer>\n`}</body>
</html>
`
}

/** Headers for all responses at the pages' URLs, which must stay secret. */
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

/** Sends the browser to another URL. The browser will use GET. */
export const redirectResponse = (location: string): PageResponse => ({
  statusCode: 303,
  headers: { ...secret, location },
  body: ""
})

/** A button in a form. A page's first button is highlighted. */
export const submitButton = (name: string, value: string, text: string, isFirst = false): string =>
  `<button name="${name}" value="${value}"${isFirst ? ' class="first"' : ""}>${escapeHtml(text)}</button>`

/** A form that is just a button. */
export const buttonForm = (name: string, value: string, text: string, isFirst = false): string =>
  `<form method="post">${submitButton(name, value, text, isFirst)}</form>`

/** HTML that only some people need: below a line that opens it, without a script. */
export const folded = (title: string, parts: ReadonlyArray<string>): string =>
  `<details>\n<summary>${escapeHtml(title)}</summary>\n${parts.join("\n")}\n</details>`

/** A list in HTML, in which each term has one or more values. */
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
