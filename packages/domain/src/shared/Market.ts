/** The companies' markets, one per country (spec 1, 3.1, 4.1). */
import * as Annotations from "./Annotations.ts"

export const Market = Annotations.literals("A company's country, as a lowercase ISO 3166-1 code.", {
  se: "Sweden.",
  ee: "Estonia.",
  lt: "Lithuania.",
  lv: "Latvia.",
  fr: "France."
}).annotate({ identifier: "Market" })
export type Market = typeof Market.Type

export const all: ReadonlyArray<Market> = Market.literals

export const timeZones: Readonly<Record<Market, string>> = {
  se: "Europe/Stockholm",
  ee: "Europe/Tallinn",
  lt: "Europe/Vilnius",
  lv: "Europe/Riga",
  fr: "Europe/Paris"
}
