/** The page behind the `type` of a problem (RFC 9457 §3.1.1), made for people from the one table of codes. */
import { ProblemCode } from "@sheaf/http-contract"
import type { HttpServerResponse } from "effect/http"
import * as Page from "../pages/Page.ts"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Escapes plain text, and shows names between backquotes as code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>")

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem;line-height:1.25}h2{font-size:1rem;margin-bottom:0}p{margin-top:.25rem}" +
  "code{font-family:ui-monospace,monospace;background:#f0f0f3;padding:.1em .3em;border-radius:.2em}" +
  "@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171a}code{background:#2a2a30}a{color:#9db8ff}}"

const responseOf = (code: ProblemCode.ProblemCode): HttpServerResponse.HttpServerResponse => {
  const { meaning, remedy, status, title } = ProblemCode.table[code]
  const body = `<main>
<h1>${escaped(title)}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
</main>
<p><a href="/docs">Documentation</a></p>`
  return Page.response(
    { language: "en", title: `${escaped(title)} – Sheaf`, style, body },
    200,
    "frame-ancestors 'none'"
  )
}

/** The pages, by the last segment of their address. */
export const pages: ReadonlyMap<string, HttpServerResponse.HttpServerResponse> = new Map(
  ProblemCode.all.map((code) => [ProblemCode.slugOf(code), responseOf(code)])
)
