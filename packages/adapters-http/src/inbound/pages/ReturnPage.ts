/** The plain page for people who return from a bank, in the consent's language (spec 2.4). */
import type { ReturnResult, ReturnOutcome } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"
import * as Html from "./Html.ts"
import * as ReturnCookie from "./ReturnCookie.ts"
import texts from "./returnPage.json" with { type: "json" }

/**
 * The texts by language and state: `pending` until the bank has decided, `collecting` if a collection continues, and
 * `ended` if the consent has ended or was never given. `elsewhere`: it has ended because it began in another browser.
 * `unknown`: the URL is unknown or used. The pages contain nothing from the request.
 */
const languages: Readonly<Record<string, typeof texts.en>> = texts

const style =
  "body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem;line-height:1.25}" +
  "@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171a}}"

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
  more: Readonly<Record<string, string>> = {}
) => {
  const { text, title } = (languages[language] ?? texts.en)[kind]
  const body = `<main>\n<h1>${title}</h1>\n<p>${text}</p>\n</main>`
  return Html.plainResponse({ language, title, style, body }, status, { ...headers, ...more })
}

/** Returns the first of these languages that the page has. A tag begins with its language (RFC 5646 §2.1). */
const languageOf = (tags: string): string =>
  tags
    .split(",")
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((language) => Object.hasOwn(languages, language)) ?? "en"

/** After how many seconds the browser asks again whether the bank has decided. */
const undecided = { refresh: "3" }

/**
 * Responds to somebody who returns, with a page or a redirect to the client. If the URL is unknown, `Accept-Language`
 * selects the language.
 */
export const responseTo = (returned: ReturnResult, acceptLanguage = ""): HttpServerResponse.HttpServerResponse => {
  switch (returned._tag) {
    case "UNKNOWN":
      return page(languageOf(acceptLanguage), "unknown", 404)
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
      return page(languageOf(returned.locale), kinds[returned.outcome], 200, {
        ...(returned.isUndecided && undecided),
        ...(returned.browser && { "set-cookie": ReturnCookie.formatSetCookie(returned.browser) })
      })
  }
}

/** The response to HEAD, which does not count as a return. */
export const responseToHead: HttpServerResponse.HttpServerResponse = page("en", "pending", 200)
