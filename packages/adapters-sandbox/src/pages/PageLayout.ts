/** The frame of all sandbox pages, which are accessible, work without scripts, and fit phones and desktops. */
import { hash } from "node:crypto"

export interface PageResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface PageContent {
  /** A language tag (RFC 5646). */
  readonly language: string
  /** The note at the top, which says that everything is simulated. */
  readonly banner: string
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

const style = [
  ":root{color-scheme:light dark;--ink:#1b1b1f;--soft:#55555e;--paper:#fff;--ground:#f2f3f7;--line:#8a8a96;--accent:#1f4fbf;--on:#fff;--note:#e3e8f6}",
  "@media(prefers-color-scheme:dark){:root{--ink:#ececf1;--soft:#b4b4bf;--paper:#222227;--ground:#141417;--line:#7f7f8c;--accent:#a9c1ff;--on:#141417;--note:#272d40}}",
  "*{box-sizing:border-box}",
  "body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:anywhere}",
  "header{background:var(--note);padding:8px 16px;text-align:center;font-size:.9375rem}",
  "main{max-width:36rem;margin:24px auto;padding:24px 16px;background:var(--paper)}",
  "footer{max-width:36rem;margin:0 auto;padding:0 16px 24px}",
  "@media(min-width:40rem){main{padding:32px;border-radius:12px}footer{padding:0 32px 24px}}",
  "h1{margin:0 0 12px;font-size:1.5rem;line-height:1.25}p{margin:0 0 16px}",
  "dl{margin:0 0 24px}dt{margin-top:12px;color:var(--soft);font-size:.9375rem}dd{margin:0 0 4px}",
  "form{margin:0 0 12px}fieldset{margin:24px 0 12px;padding:12px 16px;border:1px solid var(--line);border-radius:8px}",
  "label{display:flex;gap:12px;align-items:center;min-height:44px}input{flex:none;width:20px;height:20px;accent-color:var(--accent)}",
  "input[type=text]{flex:1;width:auto;height:44px;padding:8px;font:inherit;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:8px}",
  "button{font:inherit;width:100%;min-height:48px;padding:8px 16px;border:2px solid var(--accent);border-radius:8px;color:var(--accent);background:transparent;cursor:pointer}",
  "button.first{color:var(--on);background:var(--accent);font-weight:600}",
  "a{display:inline-block;min-height:44px;padding:10px 0;color:var(--accent)}",
  "button:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid var(--ink);outline-offset:2px}"
].join("")

const styleHash = `'sha256-${hash("sha256", style, "base64")}'`

/** The content security policy. Loading, scripts and framing are forbidden. */
const policy = (formOrigin?: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action 'self'${formOrigin === undefined ? "" : ` ${formOrigin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")

const html = ({ banner, body, language, other, title }: PageContent): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>${escapeHtml(banner)}</header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
${other === undefined ? "" : `<footer><a href="?language=${other.language}" lang="${other.language}" hreflang="${other.language}">${escapeHtml(other.name)}</a></footer>\n`}</body>
</html>
`

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
    "content-security-policy": policy(page.formOrigin),
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
