/** What the HTML pages have in common: content security policies, the icon, and escaping. */
import { HttpServerResponse } from "effect/http"

export const contentType = "text/html; charset=utf-8"

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Escapes plain text, and shows names in backticks as code. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")

/**
 * The policy for pages with built files. They load scripts, styles, the typeface and data only from this service, and
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

/** Sheaf's logo: stalks bound in the middle. */
const stalks =
  "M12 2.5v19M9 3c.2 3.6 2 6.6 2 9.8s-1.4 5.4-2.4 8.2M15 3c-.2 3.6-2 6.6-2 9.8s1.4 5.4 2.4 8.2M5.8 4.6c.8 4.2 4.2 5.6 4.2 8.2 0 2.8-3 4.2-4.6 6.6M18.2 4.6c-.8 4.2-4.2 5.6-4.2 8.2 0 2.8 3 4.2 4.6 6.6"
const band = "M8.6 12.8h6.8"

const drawing = (stroke: string, attributes: string): string =>
  `<svg ${attributes} viewBox="0 0 24 24" fill="none" stroke="${stroke}" stroke-width="1.6" stroke-linecap="round">` +
  `<path d="${stalks}"/><path d="${band}" stroke-width="3.2"/></svg>`

export const mark = drawing("currentColor", 'width="26" height="26" aria-hidden="true"')

/** The icon is inline, so browsers do not request `/favicon.ico`. */
export const icon = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawing("#b9821a", 'xmlns="http://www.w3.org/2000/svg"'))}">`

export const publicCacheHeaders = { "cache-control": "public, max-age=300" }

export interface PlainContent {
  readonly language: string
  readonly title: string
  readonly style: string
  readonly body: string
}

/** A page that loads no other files. */
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
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** All requests share the bytes of this response. */
export const plainResponse = (content: PlainContent, status: number, headers: Readonly<Record<string, string>>) =>
  HttpServerResponse.uint8Array(Buffer.from(plain(content)), {
    status,
    contentType,
    headers: { "content-security-policy": plainPolicy, ...headers }
  })
