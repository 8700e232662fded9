/** What the HTML pages have in common: their content security policies, their icon, and text as HTML. */
import { HttpServerResponse } from "effect/http"

export const contentType = "text/html; charset=utf-8"

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Escapes plain text, and shows names in backticks as code. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/**
 * The policy of pages with built files: they load scripts, styles, the typeface and data from this service only, and
 * cannot be framed.
 */
export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const sheaf =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#b9821a" stroke-width="2" stroke-linecap="round">' +
  '<path d="M12 2.5v19M8.4 3.2c1 6.6 1 11-1.6 17.6M15.6 3.2c-1 6.6-1 11 1.6 17.6M4.8 5.6c3 4.6 3.2 9-.6 13.6M19.2 5.6c-3 4.6-3.2 9 .6 13.6M6.4 12.4h11.2"/></svg>'

/** Sheaf's icon, inline, so that browsers do not request `/favicon.ico`. */
export const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(sheaf)}">`

/** Headers for pages that change only with a release. */
export const publicCacheHeaders = { "cache-control": "public, max-age=300" }

export interface PlainContent {
  /** A language tag (RFC 5646). */
  readonly language: string
  readonly title: string
  readonly style: string
  /** The HTML of the body. */
  readonly body: string
}

/** A page that needs no other file, because it must look right wherever a bank sends somebody. */
const plain = ({ body, language, style, title }: PlainContent): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Makes a response with a page that contains its styles. Its bytes are shared by all requests that get it. */
export const plainResponse = (content: PlainContent, status: number, headers: Readonly<Record<string, string>>) =>
  HttpServerResponse.uint8Array(Buffer.from(plain(content)), {
    status,
    contentType,
    headers: { "content-security-policy": plainPolicy, ...headers }
  })
