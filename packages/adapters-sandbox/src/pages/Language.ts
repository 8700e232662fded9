/** The language of a page: the person's, if the page has texts in it, or else the market's (spec 12). */
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"

const fallback = "en"

const marketsLocale = (company: CompanyId): string => {
  const market = marketOf(company)
  return market === undefined ? fallback : ConsentScope.defaultLocale(market)
}

/** Returns the first of these language tags that has texts (RFC 5646 §2.1). Default: English. */
export const negotiate = (texts: object, ...tags: ReadonlyArray<string>): string =>
  tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find((language) => Object.hasOwn(texts, language)) ?? fallback

/** Returns a page's other language: the market's if it is in English, and otherwise English. */
export const otherLanguage = (texts: object, language: string, company: CompanyId): string | undefined => {
  const other = language === fallback ? languageOf(texts, company) : fallback
  return other === language ? undefined : other
}

/** Returns the language of a page about a company. */
export const languageOf = (texts: object, company: CompanyId, ...preferred: ReadonlyArray<string>): string =>
  negotiate(texts, ...preferred, marketsLocale(company))
