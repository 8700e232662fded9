/**
 * Pages about problems: what each one's `type` links to (RFC 9457 §3.1.1), generated from the table of codes, and what
 * browsers get instead of a problem's document.
 */
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

const textOf = (members: object, name: string): string => {
  const value: unknown = Reflect.get(members, name)
  return typeof value === "string" ? value : ""
}

/** Returns a problem's response as a page, with the same status and header fields. */
export const pageOf = (problem: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = problem
  if (body._tag !== "Uint8Array") return problem
  const members: unknown = JSON.parse(new TextDecoder().decode(body.body))
  if (typeof members !== "object" || members === null) return problem
  const [title, detail, code, type] = ["title", "detail", "code", "type"].map((name) => textOf(members, name))
  const content = `<main>
<h1>${Html.escapeHtml(title ?? "")}</h1>
<p>${prose(detail ?? "")}</p>
<p><a href="${Html.escapeHtml(type ?? "")}"><code>${code}</code></a>, HTTP status ${status}</p>
</main>
<p><a href="/docs">Documentation</a></p>`
  const { "content-length": _, "content-type": __, ...kept } = headers
  return Html.response(
    { language: "en", title: `${Html.escapeHtml(title ?? "")} – Sheaf`, style: Html.articleStyle, body: content },
    status,
    kept
  )
}
