/** The markets in which companies are collected from (spec 1, 3.1; decisions 1). */
import * as Words from "../Words.ts"

/** A market is a country. */
export const Market = Words.literals(
  { se: "Sweden.", ee: "Estonia.", lt: "Lithuania.", lv: "Latvia.", fr: "France." },
  {
    identifier: "Market",
    description: "The country of a company, as its ISO 3166-1 code in lowercase."
  }
)
export type Market = typeof Market.Type

/** Every market. */
export const all: ReadonlyArray<Market> = Market.literals
