/** The plain page for people who return from a bank or another company (spec 2.4). */
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { CompanyLogo, ReturnResult, ReturnOutcome } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"
import type { PageFiles } from "./BuiltPage.ts"
import * as Html from "./Html.ts"
import * as ReturnCookie from "./ReturnCookie.ts"
import texts from "./returnPage.json" with { type: "json" }

/**
 * Texts by language and state. `pending`: the bank has not decided yet. `collecting`: a collection continues. `ended`:
 * the consent has ended or was never given. `elsewhere`: the consent has ended because it began in another browser.
 * `unknown`: the URL is unknown or was used already. The pages contain nothing from the request.
 */
type ReturnTexts = typeof texts.en
type State = keyof ReturnTexts["states"]

const languages: Readonly<Record<string, ReturnTexts>> = texts

/**
 * Returns a style sheet that embeds Connect's typeface, because the page loads no files. Only Estonian, Latvian and
 * Lithuanian need the `latin-ext` font.
 */
export const typefaceOf = ({ files }: Pick<PageFiles, "files">): string =>
  Object.entries(files)
    .filter(([name]) => name.endsWith(".woff2"))
    .map(([name, content]) => {
      const range = name.includes("-latin-ext-") ? ";unicode-range:U+0100-0151,U+0154-02BA" : ""
      return `@font-face{font-family:Figtree;font-weight:300 900;src:url(data:font/woff2;base64,${content})${range}}`
    })
    .toSorted()
    .toReversed()
    .join("")

/** Makes the page look like the card on the Connect page. */
const style =
  ":root{color-scheme:light dark;--ink:light-dark(#151922,#eceef3);--soft:light-dark(#535a68,#b0b6c3);--note:light-dark(#fff3cf,#33290a)}" +
  "body{margin:0;font:1rem/1.55 Figtree,system-ui,sans-serif;color:var(--ink);background:light-dark(#f5f6f9,#101218)}" +
  "header{padding:.5rem 1rem;text-align:center;font-size:.875rem;font-weight:600;color:light-dark(#4d3800,#ffe2a0);background:repeating-linear-gradient(135deg,var(--note) 0 14px,light-dark(#ffe7a3,#453710) 14px 28px)}" +
  "header span{padding:.125rem .5rem;border-radius:.25rem;background:var(--note)}" +
  "main,details{box-sizing:border-box;max-width:30rem;margin:1rem auto;width:calc(100% - 2rem)}" +
  "main{padding:2rem;border-radius:1rem;background:light-dark(#fff,#191c23);box-shadow:0 1px 2px rgb(16 24 40/6%),0 4px 24px rgb(16 24 40/6%)}" +
  "@media(min-width:33rem){main{margin-top:2rem}}" +
  ".brand{display:flex;align-items:center;gap:.75rem;margin-bottom:1.25rem;padding-bottom:1rem;border-bottom:1px solid light-dark(#dfe3ea,#31363f);font-weight:600}" +
  ".brand img{flex:none;width:40px;height:40px;border-radius:.625rem;object-fit:contain}" +
  "svg{display:block;margin-bottom:1rem}" +
  ".good{color:light-dark(#1b6e3c,#8fd6a6)}.open{color:light-dark(#1f4fbf,#9db8ff)}.none{color:var(--soft)}" +
  "h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}" +
  "p{margin:0;color:var(--soft)}" +
  "details{padding:0 2rem;font-size:.875rem}" +
  "summary{display:inline-flex;align-items:center;min-height:44px;color:light-dark(#1f4fbf,#9db8ff);text-decoration:underline;text-underline-offset:.15em;cursor:pointer}" +
  "summary:focus-visible{outline:3px solid light-dark(#0b57d0,#ffd166);outline-offset:2px}" +
  "h2{margin:.25rem 0;font-size:1rem}"

const drawings = {
  good: "M7.500 12.500l3 3 6-6.500",
  open: "M12 7.500V12l3 2",
  none: "M8 12h8"
} as const

const toneOf: Readonly<Record<State, keyof typeof drawings>> = {
  authorized: "good",
  collecting: "good",
  pending: "open",
  ended: "none",
  elsewhere: "none",
  unknown: "none"
}

const drawingOf = (tone: keyof typeof drawings): string =>
  `<svg class="${tone}" viewBox="0 0 24 24" width="48" height="48" fill="none" stroke="currentColor" stroke-width="1.8" ` +
  `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0${drawings[tone]}"/></svg>`

/** Keeps the page out of caches, and its URL out of `Referer`. */
const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" }

const kinds = {
  AUTHORIZED: "authorized",
  COLLECTING: "collecting",
  ELSEWHERE: "elsewhere",
  ENDED: "ended",
  PENDING: "pending"
} as const satisfies Readonly<Record<ReturnOutcome, State>>

/** What the page shows besides the outcome. */
export interface ReturnContext {
  readonly acceptLanguage?: string | undefined
  readonly typeface?: string
  /** True if the page must say that nothing on it is real. */
  readonly isTest?: boolean
  /** The company that the person returns from. */
  readonly company?: CompanyId
  /** How the company looks, if the service knows it. */
  readonly brand?: { readonly name: string; readonly logo?: CompanyLogo }
}

const bannerOf = (language: ReturnTexts, { isTest = false }: ReturnContext): string =>
  isTest ? `<header><span>${language.testEnvironment}</span></header>\n` : ""

const brandOf = ({ brand }: ReturnContext): string => {
  if (brand === undefined) return ""
  const { logo, name } = brand
  const source = logo && `data:${logo.contentType};base64,${Buffer.from(logo.content).toString("base64")}`
  return `<div class="brand">${source === undefined ? "" : `<img src="${source}" alt="">`}${Html.escapeHtml(name)}</div>\n`
}

/** Repeats the text in another language. A link could not, because the page's URL works only once. */
const otherOf = (language: string | undefined, state: State): string => {
  const found = language === undefined ? undefined : languages[language]
  if (found === undefined) return ""
  const { text, title } = found.states[state]
  return `\n<details lang="${language}"><summary>${found.name}</summary>\n<h2>${title}</h2>\n<p>${text}</p>\n</details>`
}

/** Returns the first of the languages in which the page exists. A tag begins with its language (RFC 5646 §2.1). */
const languageOf = (...tags: ReadonlyArray<string>): string | undefined =>
  tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find((language) => Object.hasOwn(languages, language))

interface PageLanguages {
  readonly language: string
  /** The language to offer besides: the market's if the page is in English, and English otherwise. */
  readonly other: string | undefined
}

/**
 * Prefers the locale that the client passed, then the browser's languages, then the market's. The market's locale comes
 * last even if the consent has it, because Sheaf sets it where the client passes none.
 */
const languagesOf = ({ acceptLanguage = "", company }: ReturnContext, locale = ""): PageLanguages => {
  const market = company && marketOf(company)
  const ofMarket = market && ConsentScope.defaultLocale(market)
  const passed = locale === ofMarket ? "" : locale
  const language = languageOf(passed, ...acceptLanguage.split(","), ofMarket ?? "") ?? "en"
  const other = language === "en" ? languageOf(ofMarket ?? "") : "en"
  return { language, other: other === language ? undefined : other }
}

const page = (
  state: State,
  status: number,
  context: ReturnContext,
  locale?: string,
  more: Readonly<Record<string, string>> = {}
) => {
  const { language, other } = languagesOf(context, locale)
  const inLanguage = languages[language] ?? texts.en
  const { text, title } = inLanguage.states[state]
  const main = `<main>\n${brandOf(context)}${drawingOf(toneOf[state])}\n<h1>${title}</h1>\n<p>${text}</p>\n</main>`
  const body = bannerOf(inLanguage, context) + main + otherOf(other, state)
  const { typeface = "" } = context
  return Html.plainResponse({ language, title, style: typeface + style, body }, status, { ...headers, ...more })
}

/** The browser checks again after this many seconds whether the bank has decided. */
const undecided = { refresh: "3" }

/**
 * Responds to a person who returns from a bank, with a page or with a redirect to the client. The page is in the
 * language of the consent, of the browser or of the market.
 */
export const responseTo = (returned: ReturnResult, context: ReturnContext): HttpServerResponse.HttpServerResponse => {
  switch (returned._tag) {
    case "UNKNOWN":
      return page("unknown", 404, context)
    case "REDIRECTED":
      return HttpServerResponse.empty({
        status: 303,
        headers: {
          ...headers,
          location: returned.location,
          ...(returned.browser && { "set-cookie": ReturnCookie.formatSetCookie(returned.browser) })
        }
      })
    case "RETURNED":
      return page(kinds[returned.outcome], 200, context, returned.locale, {
        ...(returned.isUndecided && undecided),
        ...(returned.browser && { "set-cookie": ReturnCookie.formatSetCookie(returned.browser) })
      })
  }
}

/** The response to HEAD, which does not count as a return. */
export const responseToHead: HttpServerResponse.HttpServerResponse = page("pending", 200, {})
