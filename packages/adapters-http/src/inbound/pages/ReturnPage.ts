/** The plain page that people see when they return from a bank, in the consent's language (decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { Returned } from "@sheaf/ports"
import { HttpServerResponse } from "effect/http"
import * as Html from "./Html.ts"
import * as ReturnCookie from "./ReturnCookie.ts"
import texts from "./returnPage.json" with { type: "json" }

/**
 * The texts by language and by state: `pending` until the bank has decided, `ended` if the consent has ended or was
 * never given, `unknown` if the address is unknown or was already used. The texts contain nothing from the request.
 */
const languages: Readonly<Record<string, typeof texts.en>> = texts

const style =
  "body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 0;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.5rem;line-height:1.25}" +
  "@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#17171a}}"

/** Keeps the page out of caches, and its address out of `Referer`. */
const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" }

const kindOf = (status: ConsentStatus.ConsentStatus): keyof typeof texts.en => {
  if (ConsentStatus.isUsable(status)) return "authorized"
  return ConsentStatus.isFinal(status) ? "ended" : "pending"
}

const responseOf = (
  language: string,
  title: string,
  text: string,
  status: number,
  more: Readonly<Record<string, string>> = {}
) => {
  const body = `<main>\n<h1>${title}</h1>\n<p>${text}</p>\n</main>`
  return Html.response({ language, title, style, body }, status, { ...headers, ...more })
}

const page = (
  language: string,
  kind: keyof typeof texts.en,
  status: number,
  more: Readonly<Record<string, string>> = {}
) => {
  const { text, title } = (languages[language] ?? texts.en)[kind]
  return responseOf(language, title, text, status, more)
}

/** Returns the first language in the list in which the page is available. Tags begin with the language (RFC 5646 §2.1). */
const languageOf = (tags: string): string =>
  tags
    .split(",")
    .map((tag) => tag.trim().slice(0, 2).toLowerCase())
    .find((language) => Object.hasOwn(languages, language)) ?? "en"

/** The pause before the browser asks again whether the bank has decided, in seconds. */
const undecided = { refresh: "3" }

/**
 * Responds to a person who returns, with a page or with a redirect to the client. If the address is unknown,
 * `Accept-Language` determines the language.
 */
export const of = (returned: Returned, acceptLanguage = ""): HttpServerResponse.HttpServerResponse => {
  switch (returned._tag) {
    case "UNKNOWN":
      return page(languageOf(acceptLanguage), "unknown", 404)
    case "REDIRECTED":
      return HttpServerResponse.empty({
        status: 303,
        headers: {
          ...headers,
          location: returned.location,
          ...(returned.browser && { "set-cookie": ReturnCookie.of(returned.browser) })
        }
      })
    case "RETURNED":
      return page(languageOf(returned.locale), kindOf(returned.status), 200, returned.isUndecided ? undecided : {})
  }
}

/**
 * Responds to a person who returns from a bank's page during a collection. The address is the same for all collections,
 * because the collection's steps ask the bank for the result.
 */
export const ofCollection = (acceptLanguage = ""): HttpServerResponse.HttpServerResponse => {
  const language = languageOf(acceptLanguage)
  const { authorized, pending } = languages[language] ?? texts.en
  return responseOf(language, pending.title, authorized.text, 200)
}

/** The response to HEAD. The request does not count as a return. */
export const preview: HttpServerResponse.HttpServerResponse = page("en", "pending", 200)
