/**
 * Renders a reference page for each problem code, to which a problem's `type` links (RFC 9457 §3.1.1), and the pages
 * that browsers get instead of a problem document.
 */
import { Problem, ProblemCode } from "@sheaf/http-contract"
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import * as Documentation from "../pages/Documentation.ts"
import * as Html from "../pages/Html.ts"
import type { LinkGroup, Shell, ShellPage } from "../pages/Shell.ts"
import * as Challenges from "./Challenges.ts"

type Link = readonly [href: string, title: string]

const guides: Link = ["/docs/guides", "All guides"]
const reference: Link = ["/docs", "API reference"]
const errors: Link = ["/docs/guides/errors", "All errors"]

/**
 * Highlights the first link as the next step. With `hasSearch`, the shell's script inserts a search button before the
 * links.
 */
const actionsOf = ([first, ...others]: ReadonlyArray<Link>, hasSearch = false): string => {
  const linkOf = ([href, title]: Link, name = ""): string => `<a${name} href="${href}">${title}</a>`
  const primary = first === undefined ? "" : linkOf(first, ' class="action"')
  return `<p class="actions"${hasSearch ? " data-searchable" : ""}>${primary}${others.map((link) => linkOf(link)).join("")}</p>`
}

const figure = (code: string, label: string, language: string): string =>
  `<figure class="code" data-language="${language}"><pre tabindex="0" role="group" aria-label="${label}"><code>${Html.escapeHtml(code)}</code></pre></figure>`

const pageAbout = (code: ProblemCode.ProblemCode, groups: ReadonlyArray<LinkGroup>): ShellPage => {
  const { meaning, remedy, title } = ProblemCode.problemTable[code]
  const example = Problem.make(code, { detail: `${title}.`, requestId: "b3f1c7a2e5d84f60" })
  const { status } = example
  return {
    section: "errors",
    groups,
    title: `${code} – Sheaf`,
    body: `<nav class="status" aria-label="Breadcrumb"><a href="/docs/guides/errors">Errors</a> / <a href="/docs/guides/errors#${status}">${status}</a></nav>
<h1>${Html.escapeHtml(title)}</h1>
<p class="status"><span>HTTP ${status}</span> <code>${code}</code></p>
<h2>What it means</h2>
<p>${Html.prose(meaning)}</p>
<h2>What to do</h2>
<p>${Html.prose(remedy)}</p>
<h2>Example</h2>
${figure(JSON.stringify(example, null, 2), "Example of the problem", "json")}
${actionsOf([errors, guides, reference])}`
  }
}

export const findPage = (
  shell: Shell,
  slug: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined => {
  const code = ProblemCode.all.find((one) => ProblemCode.slugOf(one) === slug)
  return (
    code &&
    Effect.flatMap(Documentation.guideGroups, (groups) =>
      shell.respond(pageAbout(code, groups), 200, Html.publicCacheHeaders)
    )
  )
}

const textOf = (members: object, name: string): string => {
  const value: unknown = Reflect.get(members, name)
  return typeof value === "string" ? value : ""
}

const isCode = (code: string): code is ProblemCode.ProblemCode => Object.hasOwn(ProblemCode.problemTable, code)

/** The title is plain text; the other members are HTML. */
interface Telling {
  readonly title: string
  readonly text: string
  readonly actions: string
}

const pages = /^\/(?:connect|docs|docs\/guides|operator)$/

/**
 * If `detail` names the nearest path, guesses what the address was meant to be: a page, or an API operation, which a
 * browser cannot open.
 */
const guess = Effect.fnUntraced(function* ({ options }: Shell, detail: string) {
  const nearest = / The nearest one is (\/\S+)\.$/.exec(detail)?.[1]
  if (nearest === undefined) return undefined
  const linked = (href: string) => `<a href="${Html.escapeHtml(href)}"><code>${Html.escapeHtml(nearest)}</code></a>`
  if (pages.test(nearest)) return `The nearest page is ${linked(nearest)}.`
  const described = yield* Documentation.referenceOf(options.version, nearest)
  return described === undefined
    ? undefined
    : `If you meant an operation of the API, the nearest one is ${linked(described)}.`
})

const tellMissing = ({ options }: Shell, path: string, guessed: string | undefined): Telling => {
  const start: Link = options.hasConsole ? ["/", "Start page"] : guides
  if (path.startsWith("/docs/guides/")) {
    return {
      title: "This guide does not exist.",
      text: `<p class="lead">Find it in <a href="/docs/guides">all guides</a>, or search.</p>`,
      actions: actionsOf([guides, reference], true)
    }
  }
  if (/^\/connect\/?$/.test(path)) {
    return {
      title: "This link is not complete.",
      text: `<p class="lead">Open the whole link once more, exactly as you got it, or go back to where you got it and ask for a new one.</p>`,
      actions: ""
    }
  }
  const others = options.hasConsole ? [guides, reference] : [reference]
  return {
    title: `There is no page at ${path}.`,
    text: `<p class="lead">The address may be mistyped, or the page has moved. ${guessed ?? "Check the address, or search."}</p>`,
    actions: actionsOf([start, ...others], true)
  }
}

const tellUnauthorized = ({ options }: Shell, url: string, title: string, challenge: string): Telling => {
  const isKey = challenge === Challenges.apiKey
  const key = `Authorization-token: ${options.demonstrationKey ?? "$API_KEY"}`
  const address = `http://127.0.0.1:8080${url.replaceAll("'", "%27")}`
  const command = `curl '${address}' \\
  -H "${isKey ? key : "Authorization: Bearer $TOKEN"}" \\
  -H 'Service-Version: ${options.version}'`
  const console = options.hasConsole ? ' or the <a href="/">sandbox console</a>' : ""
  return {
    title,
    text: `<p class="lead">Browsers do not send the header <code>${isKey ? "Authorization-token" : "Authorization"}</code>: use curl${console}.</p>
${figure(command, "curl", "sh")}`,
    actions: actionsOf([
      isKey
        ? ["/docs/guides/integrate#tutorial", "Send an API key"]
        : ["/docs/guides/integrate#consents", "Send a token"],
      reference,
      errors
    ])
  }
}

const tellOther = (title: string, code: string, detail: string): Telling => {
  const remedy = isCode(code)
    ? `\n<h2>What to do</h2>\n<p>${Html.prose(ProblemCode.problemTable[code].remedy)}</p>`
    : ""
  return {
    title,
    text: `<p class="lead">${Html.prose(detail)}</p>${remedy}`,
    actions: actionsOf([guides, reference, errors])
  }
}

const isAddressOfPage = (path: string): boolean => /^\/(?:docs|problems)\//.test(path)

export const pageOf = Effect.fnUntraced(function* (
  shell: Shell,
  url: string,
  problem: HttpServerResponse.HttpServerResponse
) {
  const { body, headers, status } = problem
  if (body._tag !== "Uint8Array") return problem
  const members: unknown = JSON.parse(new TextDecoder().decode(body.body))
  if (typeof members !== "object" || members === null) return problem
  const code = textOf(members, "code")
  const detail = textOf(members, "detail")
  const path = url.split("?", 1).join()
  const challenge = headers["www-authenticate"]
  const isMissing = code === "UNKNOWN_ROUTE" || (code === "NOT_FOUND" && isAddressOfPage(path))
  const told = isMissing
    ? tellMissing(shell, path, yield* guess(shell, detail))
    : code === "MISSING_CREDENTIALS" && challenge !== undefined
      ? tellUnauthorized(shell, url, textOf(members, "title"), challenge)
      : tellOther(textOf(members, "title"), code, detail)
  const [type, requestId] = [Html.escapeHtml(textOf(members, "type")), Html.escapeHtml(textOf(members, "requestId"))]
  const title = Html.escapeHtml(told.title)
  const { "content-length": _, "content-type": __, ...kept } = headers
  return yield* shell.respond(
    {
      title: `${title} – Sheaf`,
      body: `<p class="status"><span>HTTP status ${status}</span></p>
<h1>${title}</h1>
${told.text}
${told.actions}
<section class="support" aria-labelledby="support">
<h2 id="support">If it should have worked</h2>
<p>This request has an id, with which the operator finds it in the logs. Quote it when you ask for help.</p>
<dl class="facts"><dt>Request</dt><dd><span data-copied="the request id"><code>${requestId}</code></span></dd><dt>Error</dt><dd><a href="${type}"><code>${Html.escapeHtml(code)}</code></a></dd></dl>
</section>`
    },
    status,
    kept
  )
})
