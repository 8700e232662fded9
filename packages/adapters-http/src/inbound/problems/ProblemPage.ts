/**
 * Pages about problems: what each one's `type` links to (RFC 9457 §3.1.1), generated from the table of codes, and what
 * browsers get instead of a problem's document.
 */
import { ProblemCode } from "@sheaf/http-contract"
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import * as Html from "../pages/Html.ts"
import type { Shell, ShellPage } from "../pages/Shell.ts"

const links =
  '<p class="actions"><a class="action" href="/docs/guides">Guides</a><a href="/docs">API reference</a><a href="/docs/guides/errors">All errors</a></p>'

/** Returns the page about a code. */
const pageAbout = (code: ProblemCode.ProblemCode): ShellPage => {
  const { meaning, remedy, status, title } = ProblemCode.problemTable[code]
  return {
    section: "errors",
    title: `${Html.escapeHtml(title)} – Sheaf`,
    body: `<p class="status">HTTP status ${status}</p>
<h1>${Html.escapeHtml(title)}</h1>
<p class="code-name"><code>${code}</code></p>
<h2>What it means</h2>
<p>${Html.prose(meaning)}</p>
<h2>What to do</h2>
<p>${Html.prose(remedy)}</p>
${links}`
  }
}

/** Responds with the page whose address ends with `slug`, if there is one. */
export const findPage = (
  shell: Shell,
  slug: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined => {
  const code = ProblemCode.all.find((one) => ProblemCode.slugOf(one) === slug)
  return code && shell.respond(pageAbout(code), 200, Html.publicCacheHeaders)
}

const textOf = (members: object, name: string): string => {
  const value: unknown = Reflect.get(members, name)
  return typeof value === "string" ? Html.escapeHtml(value) : ""
}

const isCode = (code: string): code is ProblemCode.ProblemCode => Object.hasOwn(ProblemCode.problemTable, code)

/** Returns a problem's response as a page, with the same status and header fields. */
export const pageOf = (
  shell: Shell,
  problem: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { body, headers, status } = problem
  if (body._tag !== "Uint8Array") return Effect.succeed(problem)
  const members: unknown = JSON.parse(new TextDecoder().decode(body.body))
  if (typeof members !== "object" || members === null) return Effect.succeed(problem)
  const [title, code, type, requestId] = [
    textOf(members, "title"),
    textOf(members, "code"),
    textOf(members, "type"),
    textOf(members, "requestId")
  ]
  const detail = textOf(members, "detail").replace(/`([^`]+)`/g, "<code>$1</code>")
  const remedy = isCode(code) ? `<h2>What to do</h2>\n<p>${Html.prose(ProblemCode.problemTable[code].remedy)}</p>` : ""
  const { "content-length": _, "content-type": __, ...kept } = headers
  return shell.respond(
    {
      title: `${title} – Sheaf`,
      body: `<p class="status">HTTP status ${status}</p>
<h1>${title}</h1>
<p class="lead">${detail}</p>
${remedy}
<dl class="facts"><dt>Code</dt><dd><a href="${type}"><code>${code}</code></a></dd><dt>Request</dt><dd><code>${requestId}</code></dd></dl>
${links}`
    },
    status,
    kept
  )
}
