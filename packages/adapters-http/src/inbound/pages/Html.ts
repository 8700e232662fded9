/**
 * The frame of the service's HTML pages. Each page contains its styles, and has a content security policy that limits
 * what it can load and run.
 */
import { HttpServerResponse } from "effect/http"

export interface HtmlContent {
  /** A language tag (RFC 5646). */
  readonly language: string
  readonly title: string
  readonly style: string
  /** The HTML of the body. */
  readonly body: string
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** The style of text pages, in light and dark. Wide tables and code blocks scroll. */
export const articleStyle =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff;overflow-wrap:break-word}" +
  "h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.2rem;margin:2.5rem 0 .5rem}h3{font-size:1rem;margin:1.5rem 0 .5rem}" +
  "p,ul,ol{margin:.5rem 0}a{color:#1f4fbf}" +
  "code{font:.875em/1.4 ui-monospace,monospace;background:#f0f0f3;padding:.1em .3em;border-radius:.2em}" +
  "pre,.table{overflow-x:auto;margin:1rem 0}pre{background:#f0f0f3;padding:.75rem 1rem;border-radius:.3rem}pre code{padding:0}" +
  "table{border-collapse:collapse;font-size:.9375rem}th,td{border:1px solid #d5d5dc;padding:.3rem .6rem;text-align:left;vertical-align:top;min-width:6rem}" +
  "@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171a}code,pre{background:#2a2a30}a{color:#9db8ff}th,td{border-color:#44444d}}"

/** Headers for pages that change only with a release. */
export const publicCacheHeaders = { "cache-control": "public, max-age=300" }

const html = ({ body, language, style, title }: HtmlContent): string => `<!doctype html>
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

/** The basis of every page's content security policy: the page loads and submits nothing, and cannot be framed. */
const basePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Makes a response with a page, whose bytes all requests for it share. `policy` extends its content security policy.
 */
export const response = (
  content: HtmlContent,
  status: number,
  headers: Readonly<Record<string, string>>,
  policy?: string
) =>
  HttpServerResponse.uint8Array(Buffer.from(html(content)), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy === undefined ? basePolicy : `${basePolicy}; ${policy}`,
      ...headers
    }
  })
