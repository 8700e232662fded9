/** The plain page for people who return from a bank, in the consent's language (spec 2.4). */
import type { ReturnResult, ReturnOutcome } from "@sheaf/ports"
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
const languages: Readonly<Record<string, typeof texts.en>> = texts

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
  ":root{color-scheme:light dark;--ink:light-dark(#151922,#eceef3);--soft:light-dark(#535a68,#b0b6c3)}" +
  "body{margin:0;padding:1rem;font:1rem/1.55 Figtree,system-ui,sans-serif;color:var(--ink);background:light-dark(#f5f6f9,#101218)}" +
  "main{max-width:26rem;margin:12vh auto 0;padding:2rem;border-radius:1rem;background:light-dark(#fff,#191c23);box-shadow:0 1px 2px rgb(16 24 40/6%),0 4px 24px rgb(16 24 40/6%)}" +
  "svg{display:block;margin-bottom:1rem}" +
  ".good{color:light-dark(#1b6e3c,#8fd6a6)}.open{color:light-dark(#1f4fbf,#9db8ff)}.none{color:var(--soft)}" +
  "h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.2;font-weight:650;letter-spacing:-.015em;text-wrap:balance}" +
  "p{margin:0;color:var(--soft)}"

const drawings = {
  good: "M7.500 12.500l3 3 6-6.500",
  open: "M12 7.500V12l3 2",
  none: "M8 12h8"
} as const

const toneOf: Readonly<Record<keyof typeof texts.en, keyof typeof drawings>> = {
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
} as const satisfies Readonly<Record<ReturnOutcome, keyof typeof texts.en>>

const page = (
  language: string,
  kind: keyof typeof texts.en,
  status: number,
  typeface: string,
  more: Readonly<Record<string, string>> = {}
) => {
  const { text, title } = (languages[language] ?? texts.en)[kind]
  const body = `<main>\n${drawingOf(toneOf[kind])}\n<h1>${title}</h1>\n<p>${text}</p>\n</main>`
  return Html.plainResponse({ language, title, style: typeface + style, body }, status, { ...headers, ...more })
}

/**
 * Returns the first language in `tags` that the page supports, or English. A tag begins with its language (RFC 5646
 * §2.1).
 */
const languageOf = (tags: string): string =>
  tags
    .split(",")
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((language) => Object.hasOwn(languages, language)) ?? "en"

/** The browser checks again after this many seconds whether the bank has decided. */
const undecided = { refresh: "3" }

/**
 * Returns the response to a person who comes back from a bank: a page, or a redirect to the client. If the return URL
 * is unknown, `Accept-Language` selects the page's language.
 */
export const responseTo = (
  returned: ReturnResult,
  acceptLanguage = "",
  typeface = ""
): HttpServerResponse.HttpServerResponse => {
  switch (returned._tag) {
    case "UNKNOWN":
      return page(languageOf(acceptLanguage), "unknown", 404, typeface)
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
      return page(languageOf(returned.locale), kinds[returned.outcome], 200, typeface, {
        ...(returned.isUndecided && undecided),
        ...(returned.browser && { "set-cookie": ReturnCookie.formatSetCookie(returned.browser) })
      })
  }
}

/** The response to HEAD, which does not count as a return. */
export const responseToHead: HttpServerResponse.HttpServerResponse = page("en", "pending", 200, "")
