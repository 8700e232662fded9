/**
 * Renders a reference page for each problem code, to which a problem's `type` links (RFC 9457 §3.1.1), and the pages
 * that browsers get instead of a problem document.
 */
import { editsBetween, maxEdits } from "@sheaf/domain/Spelling"
import { ProblemCode } from "@sheaf/http-contract"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import * as Documentation from "../pages/Documentation.ts"
import * as Html from "../pages/Html.ts"
import type { Shell, ShellPage } from "../pages/Shell.ts"
import * as Challenges from "./Challenges.ts"
import { exampleOf } from "./ExampleProblems.ts"
import * as OtherCodes from "./OtherCodes.ts"
import { remedyOf } from "./Remedies.ts"
import type { Link } from "./Remedies.ts"

const guides: Link = ["/docs/guides", "All guides"]
const reference: Link = ["/docs", "API reference"]
const errors: Link = ["/docs/guides/errors", "All errors"]

const linksOf = (links: ReadonlyArray<Link>): string =>
  `<ul class="actions__links">${links.map(([href, title]) => `<li><a href="${href}">${title}</a></li>`).join("")}</ul>`

const actionOf = ([href, title]: Link): string => `<a class="action" href="${href}">${title}</a>`

/** Highlights the first link as the next step. */
const actionsOf = ([next, ...others]: readonly [Link, ...Link[]]): string =>
  `<div class="actions">${actionOf(next)}${linksOf(others)}</div>`

/** Returns a place where the shell's script inserts a search field, with links below it. */
const searchOf = (links: ReadonlyArray<Link>): string =>
  `<div class="find" data-searchable></div>\n<div class="actions">${linksOf(links)}</div>`

/** `html` is the escaped code, which can be highlighted. */
const figure = (html: string, label: string, language: string): string =>
  `<figure class="code" data-language="${language}"><pre tabindex="0" role="group" aria-label="${label}"><code>${html}</code></pre></figure>`

/** Lets a code wrap after each underscore. */
const breakable = (html: string): string => html.replaceAll("_", "_<wbr>")

const pageAbout = (code: ProblemCode.ProblemCode): ShellPage => {
  const { meaning, remedy, title } = ProblemCode.problemTable[code]
  const example = exampleOf(code)
  const { status } = example
  const links = ProblemCode.codesOf(status).map((one) => ({
    href: ProblemCode.typeOf(one),
    title: breakable(one)
  }))
  return {
    section: "errors",
    address: ProblemCode.typeOf(code),
    groups: [
      { title: "Errors", links: [{ href: errors[0], title: errors[1] }] },
      { title: ProblemCode.headingOf(status), href: ProblemCode.listAddressOf(status), links }
    ],
    title: `${code} – Sheaf`,
    body: `<h1>${Html.escapeHtml(title)}</h1>
<p class="status"><span class="status__code">HTTP ${status}</span> <span class="status__code" data-copied="the code"><code>${code}</code></span></p>
<h2>What it means</h2>
<p>${Html.prose(meaning)}</p>
<h2>What to do</h2>
<p>${Html.prose(remedy)}</p>
<div class="actions">${actionOf(remedyOf(code))}</div>
<h2>Example</h2>
${figure(Html.escapeHtml(JSON.stringify(example, null, 2)), "Example of the response", "json")}`
  }
}

export const findPage = (
  shell: Shell,
  slug: string
): Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined => {
  const code = ProblemCode.all.find((one) => ProblemCode.slugOf(one) === slug)
  return code && shell.respond(pageAbout(code), 200, Html.publicCacheHeaders)
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

const maxNear = 4

/** Returns the codes that an unknown code may stand for: misspelled, or with words in common. */
const nearCodes = (slug: string): ReadonlyArray<ProblemCode.ProblemCode> => {
  const words = slug.split("-").filter((word) => word.length > maxEdits)
  return ProblemCode.all
    .map((code) => {
      const name = ProblemCode.slugOf(code)
      const parts = name.split("-")
      const common = words.filter((word) => parts.some((part) => part.startsWith(word))).length
      return { code, edits: editsBetween(slug, name), common }
    })
    .filter(({ common, edits }) => common > 0 || edits <= maxEdits)
    .toSorted((one, other) => other.common - one.common || one.edits - other.edits)
    .slice(0, maxNear)
    .map(({ code }) => code)
}

/** Matches what can be a misspelled code. Longer names cannot. */
const codeLike = /^[\w-]{1,64}$/

const tellUnknownCode = (name: string): Telling => {
  if (!codeLike.test(name)) {
    const text = `<p class="lead">Every code is in <a href="${errors[0]}">the list of errors</a>.</p>`
    return { title: "No error has this address.", text, actions: actionsOf([errors, guides]) }
  }
  const code = name.toUpperCase().replaceAll("-", "_")
  const other = OtherCodes.find(code)
  if (other !== undefined) {
    const text = `<p class="lead">${Html.prose(other.meaning)}</p>`
    return {
      title: `${code} is ${other.kind}, not an error.`,
      text,
      actions: actionsOf([other.explanation, errors, guides])
    }
  }
  const title = `No error is called ${code}.`
  const near = nearCodes(name.toLowerCase().replaceAll("_", "-"))
  if (near.length === 0) {
    const text = `<p class="lead">No code is similar either. All of them are in <a href="${errors[0]}">the list of errors</a>.</p>`
    return { title, text, actions: actionsOf([errors, guides]) }
  }
  const rows = near.map((code) => {
    const meant = Html.escapeHtml(ProblemCode.problemTable[code].title)
    return `<li><a href="${ProblemCode.typeOf(code)}">${breakable(code)}</a><p>${meant}</p></li>`
  })
  const lead = near.length === 1 ? "One code is similar:" : "These codes are similar:"
  return {
    title,
    text: `<p class="lead">${lead}</p>\n<ul class="rows">${rows.join("")}</ul>`,
    actions: actionsOf([errors, guides])
  }
}

const maxShown = 80

/** Returns both ends of a long path. */
const shortened = (path: string): string =>
  path.length <= maxShown ? path : `${path.slice(0, maxShown / 2)}…${path.slice(-maxShown / 2)}`

const tellMissing = ({ options }: Shell, path: string, guessed: string | undefined): Telling => {
  const start: Link = options.hasConsole ? ["/", "Start page"] : guides
  if (path.startsWith("/docs/guides/")) {
    return {
      title: "This guide does not exist.",
      text: `<p class="lead">Find it in <a href="/docs/guides">all guides</a>, or search.</p>`,
      actions: searchOf([guides, reference])
    }
  }
  if (path.startsWith("/problems/")) return tellUnknownCode(path.slice("/problems/".length))
  const others = options.hasConsole ? [guides, reference] : [reference]
  return {
    title: "There is no page here.",
    text: `<p class="lead"><code>${Html.escapeHtml(shortened(path))}</code> may be mistyped, or the page has moved. ${guessed ?? "Check the address, or search."}</p>`,
    actions: searchOf([start, ...others])
  }
}

/** Escapes the characters of a URL that a shell would replace in double quotes. */
const inDoubleQuotes = (url: string): string =>
  url.replaceAll(/["$`\\!]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

const tellUnauthorized = ({ options }: Shell, url: string, challenge: string): Telling => {
  const { demonstrationKey, hasConsole, version } = options
  const isKey = challenge === Challenges.apiKey
  const text = (value: string): string => `<span class="hljs-string">"${Html.escapeHtml(value)}"</span>`
  const command = `curl ${text(`http://127.0.0.1:8080${inDoubleQuotes(url)}`)} \\
  -H ${text(isKey ? `Authorization-token: ${demonstrationKey ?? "$API_KEY"}` : "Authorization: Bearer $TOKEN")} \\
  -H ${text(`Service-Version: ${version}`)}`
  const source =
    demonstrationKey === undefined
      ? "Ask the operator of this service for a key, and call the API with curl:"
      : `In this sandbox, the key is <code>${Html.escapeHtml(demonstrationKey)}</code>: use curl${hasConsole ? ', or the <a href="/">sandbox console</a>' : ""}.`
  const lead = isKey
    ? `It belongs in the header <code>Authorization-token</code>, which a browser cannot add. ${source}`
    : "It belongs in the header <code>Authorization</code>, which a browser cannot add. Your server gets one from <code>POST /users/{userId}/sessions</code>:"
  return {
    title: isKey ? "The request has no API key." : "The request has no user’s token.",
    text: `<p class="lead">${lead}</p>
${figure(command, "curl", "sh")}`,
    actions: actionsOf([remedyOf(isKey ? "MISSING_CREDENTIALS" : "USER_TOKEN_REQUIRED"), reference, errors])
  }
}

const tellOther = (title: string, code: string, detail: string): Telling => {
  const lead = `<p class="lead">${Html.prose(detail)}</p>`
  if (!isCode(code)) return { title, text: lead, actions: actionsOf([guides, reference, errors]) }
  const { remedy } = ProblemCode.problemTable[code]
  return {
    title,
    text: `${lead}\n<h2>What to do</h2>\n<p>${Html.prose(remedy)}</p>`,
    actions: actionsOf([remedyOf(code), guides, errors])
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
  if (/^\/problems\/?$/.test(path)) return HttpServerResponse.empty({ status: 303, headers: { location: errors[0] } })
  const challenge = headers["www-authenticate"]
  const isMissing = code === "UNKNOWN_ROUTE" || (code === "NOT_FOUND" && isAddressOfPage(path))
  const told = isMissing
    ? tellMissing(shell, path, yield* guess(shell, detail))
    : code === "MISSING_CREDENTIALS" && challenge !== undefined
      ? tellUnauthorized(shell, url, challenge)
      : tellOther(textOf(members, "title"), code, detail)
  const [type, requestId] = [Html.escapeHtml(textOf(members, "type")), Html.escapeHtml(textOf(members, "requestId"))]
  const title = Html.escapeHtml(told.title)
  const { "content-length": _, "content-type": __, ...kept } = headers
  return yield* shell.respond(
    {
      title: `${title} – Sheaf`,
      body: `<p class="status"><span class="status__code">HTTP ${status}</span> <a href="${type}"><code>${Html.escapeHtml(code)}</code></a></p>
<h1>${breakable(title)}</h1>
${told.text}
${told.actions}
<p class="support">Request <span data-copied="the request id"><code>${requestId}</code></span> Quote it when you ask for help.</p>`
    },
    status,
    kept
  )
})
