/**
 * Chooses the language of a page: the language that the service passes for the person, otherwise the browser's,
 * otherwise the market's. Skips languages in which the page is not available (spec 12).
 */
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import * as ConsentScope from "@sheaf/domain/ConsentScope"

const fallback = "en"

const marketsLocale = (company: CompanyId): string => {
  const market = marketOf(company)
  return market === undefined ? fallback : ConsentScope.defaultLocale(market)
}

/** Returns the first of these language tags (RFC 5646 §2.1) for which there is a translation. Default: English. */
export const negotiate = (texts: object, ...tags: ReadonlyArray<string>): string =>
  tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find((language) => Object.hasOwn(texts, language)) ?? fallback

/** Returns the language to offer as an alternative: the market's if the page is in English, and English otherwise. */
export const otherLanguage = (texts: object, language: string, company: CompanyId): string | undefined => {
  const other = language === fallback ? negotiate(texts, marketsLocale(company)) : fallback
  return other === language ? undefined : other
}

/** `asked` is the language that the person chose on the page. */
export const languageOf = (
  texts: object,
  company: CompanyId,
  asked: string,
  locale = "",
  acceptLanguage = ""
): string =>
  Object.hasOwn(texts, asked) ? asked : negotiate(texts, locale, ...acceptLanguage.split(","), marketsLocale(company))
