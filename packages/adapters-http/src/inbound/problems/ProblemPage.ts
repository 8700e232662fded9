/** The page that the `type` of a problem links to (RFC 9457 §3.1.1), generated from the table of codes. */
import { ProblemCode } from "@sheaf/http-contract"
import type { HttpServerResponse } from "effect/http"
import * as Html from "../pages/Html.ts"

/** Escapes plain text, and shows names in backticks as code. */
const prose = (text: string): string => Html.escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")

const responseOf = (code: ProblemCode.ProblemCode): HttpServerResponse.HttpServerResponse => {
  const { meaning, remedy, status, title } = ProblemCode.problemTable[code]
  const body = `<main>
<h1>${Html.escapeHtml(title)}</h1>
<p><code>${code}</code>, HTTP status ${status}</p>
<h2>What it means</h2>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<p>${prose(remedy)}</p>
</main>
<p><a href="/docs">Documentation</a></p>`
  return Html.response(
    { language: "en", title: `${Html.escapeHtml(title)} – Sheaf`, style: Html.articleStyle, body },
    200,
    Html.publicCacheHeaders
  )
}

/** Returns the page whose address ends with `slug`, if there is one. */
export const findPage = (slug: string): HttpServerResponse.HttpServerResponse | undefined => {
  const code = ProblemCode.all.find((one) => ProblemCode.slugOf(one) === slug)
  return code && responseOf(code)
}
