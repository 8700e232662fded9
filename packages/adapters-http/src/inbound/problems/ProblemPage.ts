/** The page behind the `type` of a problem (RFC 9457 §3.1.1): for a person, made from the one table of codes. */
import { ProblemCode } from "@sheaf/http-contract"
import { HttpServerResponse } from "effect/http"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Plain text in which names stand between backquotes. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem;line-height:1.25}h2{font-size:1rem;margin-bottom:0}p{margin-top:.25rem}" +
  "code{font-family:ui-monospace,monospace;background:#f0f0f3;padding:.1em .3em;border-radius:.2em}" +
  "@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171a}code{background:#2a2a30}a{color:#9db8ff}}"

const html = (code: ProblemCode.ProblemCode): string => {
  const { meaning, remedy, status, title } = ProblemCode.table[code]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Sheaf</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
</main>
<p><a href="/docs">Documentation</a></p>
</body>
</html>
`
}

/** Nothing is loaded, and nothing runs: what the page needs is in it. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

const responseOf = (code: ProblemCode.ProblemCode) =>
  HttpServerResponse.text(html(code), {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": contentSecurityPolicy }
  })

/** The pages by what their address ends with. */
export const pages: ReadonlyMap<string, HttpServerResponse.HttpServerResponse> = new Map(
  ProblemCode.all.map((code) => [ProblemCode.slugOf(code), responseOf(code)])
)
